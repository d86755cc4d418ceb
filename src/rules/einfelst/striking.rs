//! What Einfelst Wilds tells of blows and dice, for odds and for the account of a battle.

use super::{Condition, Event, Fact, Question, Roll, Rule, TableFact};
use crate::engine::{BlowTally, CombatantId, LuckyFaces};

/// A hit is told as one, even if armour absorbs all of it; grappling and pushing need no Harm.
pub fn tally(fact: &TableFact, tally: &mut BlowTally) {
    match fact {
        TableFact::Told(Event::Swung { by, at, .. }) => tally.swings(*by, Some(*at)),
        TableFact::Told(Event::Hit { at, .. }) => tally.hits(*at),
        TableFact::Told(Event::Pushed { who, .. }) => tally.hits(*who),
        TableFact::Told(Event::Missed { .. }) => tally.misses(),
        TableFact::System(Fact::PointsAre { who, by, .. } | Fact::TrackIs { who, by, .. }) => {
            tally.harms(*who, i32::from(*by));
        }
        TableFact::Gained { who, held } if held.what == Condition::Restrained => tally.hits(*who),
        TableFact::System(Fact::Helped { who, helped: true }) => tally.saves(*who),
        TableFact::Lost { who, what: Condition::Unconscious } => tally.saves(*who),
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

/// Sixes succeed, also those of armour. A card isn't a die.
pub fn lucky_total(roll: &Roll) -> Option<LuckyFaces> {
    (roll.rule != Rule::Cards).then_some(LuckyFaces::High)
}
