//! What a GM should know before an undo: that it takes back what somebody else has done.

use super::service::{Caller, EncounterService};
use crate::engine::view::Viewer;

impl EncounterService {
    /// If a GM takes back what a player has done, that's worth a question.
    pub(super) fn undoes_anothers(&self, caller: &Caller) -> Option<String> {
        if !self.actor(caller).is_gm() {
            return None;
        }
        let Some((seat, who)) = self.session().last_deed() else { return self.undoes_an_answer(caller) };
        if seat == caller.seat {
            return None;
        }
        let names = self.session().names(Viewer::Gm);
        let name = names.into_iter().find(|it| Some(it.id) == who).map(|it| it.name);
        let whose = name.unwrap_or_else(|| format!("<@{}>", seat.0));
        Some(format!(
            "{whose} acted last, whom you don\u{2019}t play. Undo takes that back. The dice stay as they fell; what follows is rolled anew."
        ))
    }

    /// The same if a player has answered in what the GM did.
    fn undoes_an_answer(&self, caller: &Caller) -> Option<String> {
        let seat = self.session().answered_in_last_deed().filter(|it| *it != caller.seat)?;
        let what =
            self.session().to_take_back().map_or_else(String::new, |it| format!(" ({})", it.trim_end_matches('.')));
        Some(format!(
            "Undo takes all of the last action back{what}, with what <@{}> answered in it. The dice stay as they fell; what follows is rolled anew.",
            seat.0
        ))
    }
}
