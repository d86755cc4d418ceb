//! How often people were asked in a fight, counted from its log: what a round costs its players in answers. Only what everybody could see
//! being asked counts, since the number is told to everybody; what a standing order answered was never a question.

use crate::{
    engine::{Addressee, Combatant, Controller, Encounter, Log, Ruleset, Seat, view::Viewer},
    rules::story::stored::Asked,
};
use std::collections::BTreeSet;

/// Counts them. Rows are folded again, since a question is known only by its waiting.
pub(super) fn asked<R: Ruleset>(log: &Log<R>) -> Asked {
    let mut again = Log::new(log.opening().clone());
    let (mut known, mut people) = (BTreeSet::new(), BTreeSet::new());
    for row in log.rows() {
        again.append(row.clone());
        let now = again.now();
        people.extend(now.seats());
        for prompt in now.prompts() {
            known.extend(seats_of(now, prompt.to).into_iter().map(|seat| (prompt.id, seat)));
        }
    }
    Asked {
        questions: u32::try_from(known.len()).unwrap_or(u32::MAX),
        players: u32::try_from(people.len()).unwrap_or(u32::MAX),
        rounds: again.now().now().turns.round,
    }
}

/// The players who may answer, as everybody sees it.
fn seats_of<R: Ruleset>(now: &Encounter<R>, to: Addressee) -> BTreeSet<Seat> {
    let fight = now.now();
    let player = |it: &Combatant<R>| match it.controller {
        Controller::Player(seat) if Viewer::Everyone.sees(fight, it) => Some(seat),
        _ => None,
    };
    match to {
        Addressee::Gm => BTreeSet::new(),
        Addressee::Combatant(who) => fight.find(who).and_then(player).into_iter().collect(),
        Addressee::Side(side) => fight.members(side).filter_map(player).collect(),
    }
}
