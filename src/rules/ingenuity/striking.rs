//! What Ingenuity tells of blows, for odds.

use super::{Event, Fact, Question, TableFact};
use crate::engine::{BlowTally, CombatantId};

/// A hit is told as one, even if a shield takes all of it.
pub fn tally(fact: &TableFact, tally: &mut BlowTally) {
    match fact {
        TableFact::Told(Event::Hit { at, .. }) => tally.hits(*at),
        TableFact::Told(Event::Missed { .. }) => tally.misses(),
        TableFact::System(Fact::Suffered { who, taken, .. }) => tally.harms(*who, *taken),
        _ => {}
    }
}

/// The target of the blow, or whoever would be struck out of turn.
pub fn at_stake(question: &Question) -> Option<CombatantId> {
    match question {
        Question::Defend { at: who, .. }
        | Question::Intercept { target: who, .. }
        | Question::StayConscious { who, .. }
        | Question::Withstand { who, .. }
        | Question::CheatDeath { who, .. }
        | Question::Halve { who, .. }
        | Question::Opportunity { mover: who, .. }
        | Question::Riposte { by: who, .. } => Some(*who),
        Question::Displaced { .. } | Question::ReRoll { .. } | Question::Maximise { .. } => None,
    }
}
