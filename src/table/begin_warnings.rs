//! What a GM hears about the line-up before the fight begins.

use super::service::EncounterService;
use crate::{engine::Stage, rules::wording};

impl EncounterService {
    /// What's to be asked once before the fight begins.
    pub(super) fn warning_of_the_beginning(&self) -> Option<String> {
        self.leaves_unplaced().or_else(|| self.hides_among_foes())
    }

    /// If combatants have no place on the map, their GM hears of it before the fight begins.
    fn leaves_unplaced(&self) -> Option<String> {
        let unplaced = self.session().unplaced();
        let are_hidden = unplaced.iter().all(|it| it.1);
        let all: Vec<String> = unplaced.into_iter().map(|it| it.0).collect();
        let (is, them) = match (all.len(), are_hidden) {
            (1, true) => ("is hidden and has", "it"),
            (_, true) => ("are hidden and have", "them"),
            (1, false) => ("has", "it"),
            (_, false) => ("have", "them"),
        };
        (!all.is_empty() && self.session().stage() == Stage::Gathering).then(|| {
            format!(
                "{} {is} no place on the map yet. Place {them} with /gm place or GM\u{2026} below the tracker, or begin without.",
                wording::few_or_kinds(&all)
            )
        })
    }

    /// If hidden combatants stand among their foes, as they do if they've only been added, their GM hears of it before the fight begins.
    fn hides_among_foes(&self) -> Option<String> {
        let all = self.session().unseen_among_foes();
        let is = if all.len() == 1 { "is hidden, and stands" } else { "are hidden, and stand" };
        (!all.is_empty() && self.session().stage() == Stage::Gathering).then(|| {
            format!(
                "{} {is} right among their foes. Place them elsewhere with /gm place or GM\u{2026} below the tracker, or begin like that.",
                wording::list(&all)
            )
        })
    }
}
