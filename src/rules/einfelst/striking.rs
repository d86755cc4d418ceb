//! What Einfelst Wilds tells of blows, for odds.

use super::{Condition, Event, Fact, Question, TableFact};
use crate::engine::{BlowTally, CombatantId};

/// A hit is told as one, even if armour absorbs all of it; grappling and pushing need no Harm.
pub fn tally(fact: &TableFact, tally: &mut BlowTally) {
    match fact {
        TableFact::Told(Event::Hit { at, .. }) => tally.hits(*at),
        TableFact::Told(Event::Pushed { who, .. }) => tally.hits(*who),
        TableFact::Told(Event::Missed { .. }) => tally.misses(),
        TableFact::System(Fact::PointsAre { who, by, .. } | Fact::TrackIs { who, by, .. }) => {
            tally.harms(*who, i32::from(*by));
        }
        TableFact::Gained { who, held } if held.what == Condition::Restrained => tally.hits(*who),
        _ => {}
    }
}

/// The target of the blow, or whoever takes the Harm.
pub fn at_stake(question: &Question) -> Option<CombatantId> {
    match question {
        Question::Defend { at: who, .. } | Question::Extra { at: who, .. } | Question::Spread { who, .. } => Some(*who),
        _ => None,
    }
}
