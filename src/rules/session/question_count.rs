//! Counts how often players were asked in a fight, from its log: the number of answers per round. It only counts questions that everyone
//! could see, because the number is told to everyone. Anything a standing order answered was never a question.

use crate::{
    engine::{Addressee, Combatant, Controller, Encounter, GameSystem, Log, PromptId, Seat, view::Viewer},
    rules::story::stored::Asked,
};
use std::collections::BTreeSet;

/// Counts the questions. Folds the rows again, because a question only shows while it waits.
pub(super) fn asked<R: GameSystem>(log: &Log<R>) -> Asked {
    let mut again = Log::new(log.opening().clone());
    let (mut known, mut people) = (BTreeSet::new(), BTreeSet::new());
    for row in log.rows() {
        again.append(row.clone());
        let now = again.now();
        people.extend(now.seats());
        known.extend(players_asked(now));
    }
    Asked {
        questions: u32::try_from(known.len()).unwrap_or(u32::MAX),
        players: u32::try_from(people.len()).unwrap_or(u32::MAX),
        rounds: again.now().now().turns.round,
    }
}

/// The open questions with the players who can answer, as everyone sees it.
pub(super) fn players_asked<R: GameSystem>(now: &Encounter<R>) -> Vec<(PromptId, Seat)> {
    let each = now.prompts().iter().map(|it| (it.id, seats_of(now, it.to)));
    each.flat_map(|(id, seats)| seats.into_iter().map(move |seat| (id, seat))).collect()
}

/// The players who can answer, as everyone sees it.
fn seats_of<R: GameSystem>(now: &Encounter<R>, to: Addressee) -> BTreeSet<Seat> {
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
