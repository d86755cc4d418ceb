//! What TD2e tells of blows, for odds.

use super::{Condition, Event, Fact, Question, TableFact};
use crate::engine::{BlowTally, CombatantId};

/// Whoever suffers is hit, however little gets through; grabbing needs no harm.
pub fn tally(fact: &TableFact, tally: &mut BlowTally) {
    match fact {
        TableFact::Told(Event::Swung { .. } | Event::Grabs { .. }) => tally.swings(),
        TableFact::Told(Event::Missed { .. }) => tally.misses(),
        TableFact::System(Fact::Suffered { who, damage, less, .. }) => tally.strikes(*who, damage - less),
        TableFact::Gained { who, held } if held.what == Condition::Grabbed => tally.hits(*who),
        _ => {}
    }
}

/// TD2e asks nobody anything.
pub fn at_stake(question: &Question) -> Option<CombatantId> {
    match *question {}
}
