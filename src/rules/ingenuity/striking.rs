//! What Ingenuity tells of blows and dice, for odds and for the account of a battle.

use super::{Condition, Event, Fact, Question, Roll, Rule, TableFact};
use crate::engine::{BlowTally, CombatantId, LuckyFaces};

/// A hit is told as one, even if a shield takes all of it.
pub fn tally(fact: &TableFact, tally: &mut BlowTally) {
    match fact {
        TableFact::System(Fact::Swung { by, at, .. } | Fact::UsedPower { by, at, .. }) => tally.swings(*by, Some(*at)),
        TableFact::Told(Event::Hit { at, .. }) => tally.hits(*at),
        TableFact::Told(Event::Missed { .. }) => tally.misses(),
        TableFact::System(Fact::Suffered { who, taken, .. }) => tally.harms(*who, *taken),
        TableFact::Lost { who, what: Condition::Unconscious } => tally.saves(*who),
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

/// Tests want high faces, the luck die too. A stray shot falls by lot.
pub fn lucky_total(roll: &Roll) -> Option<LuckyFaces> {
    (roll.rule != Rule::Stray).then_some(LuckyFaces::High)
}
