//! What TD2e tells of blows and dice, for odds and for the account of a battle.

use super::{Condition, Event, Fact, Question, Roll, TableFact};
use crate::engine::{BlowTally, CombatantId, LuckyFaces};

/// Whoever suffers is hit, however little gets through; grabbing needs no harm.
pub fn tally(fact: &TableFact, tally: &mut BlowTally) {
    match fact {
        TableFact::Told(Event::Swung { by, at, .. } | Event::Grabs { by, at }) => tally.swings(*by, Some(*at)),
        TableFact::Told(Event::Missed { .. }) => tally.misses(),
        TableFact::System(Fact::Suffered { who, damage, less, .. }) => tally.strikes(*who, damage - less),
        TableFact::Gained { who, held } if held.what == Condition::Grabbed => tally.hits(*who),
        TableFact::System(Fact::StabilisingTestsAre { who, tests: Some(tests) }) if tests.attended => tally.saves(*who),
        _ => {}
    }
}

/// TD2e asks nobody anything.
pub fn at_stake(question: &Question) -> Option<CombatantId> {
    match *question {}
}

/// All that isn't compared with anything is the initiative, which the highest has.
pub fn lucky_total(_: &Roll) -> Option<LuckyFaces> {
    Some(LuckyFaces::High)
}
