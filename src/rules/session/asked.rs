//! How often people were asked in a fight, counted from its log: what a round costs its players in answers. Only what everybody could see
//! being asked counts, since the number is told to everybody; what a standing order answered was never a question.

use crate::engine::{Addressee, Combatant, Controller, Encounter, Log, Ruleset, Seat, view::Viewer};
use std::collections::BTreeSet;

/// The questions of a fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// How many were put to players; one that several may answer counts for each of them.
    pub questions: u32,
    /// How many people played, the GM not counted.
    pub players: u32,
    /// How many rounds there were.
    pub rounds: u32,
}

impl Asked {
    /// How many questions a round brought each player, in hundredths, half up; `None` if nobody played a round.
    pub fn hundredths_each(&self) -> Option<u32> {
        let turns = self.players.checked_mul(self.rounds).filter(|it| *it > 0)?;
        Some((self.questions.saturating_mul(200) + turns) / (turns * 2))
    }
}

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
    let field = now.now();
    let player = |it: &Combatant<R>| match it.controller {
        Controller::Player(seat) if Viewer::Everyone.sees(field, it) => Some(seat),
        _ => None,
    };
    match to {
        Addressee::Gm => BTreeSet::new(),
        Addressee::Combatant(who) => field.find(who).and_then(player).into_iter().collect(),
        Addressee::Side(side) => field.members(side).filter_map(player).collect(),
    }
}
