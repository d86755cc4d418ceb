//! What Murdham tells of blows and dice, for odds and for the account of a battle.

use super::{
    Fact, Question, Roll, Rule, TableFact,
    chapters::{damage, injury, poison},
    model::event::Event,
};
use crate::engine::{BlowTally, CombatantId, LuckyFaces};

/// Whoever suffers is hit, however little gets through; grabbing and stunning need no harm, and a final blow rolls none.
pub fn tally(fact: &TableFact, tally: &mut BlowTally) {
    match fact {
        TableFact::System(Fact::Swung { by, at, .. }) => tally.swings(*by, Some(*at)),
        TableFact::System(Fact::Burst { by, .. }) => tally.swings(*by, None),
        TableFact::Told(Event::Missed { .. }) => tally.misses(),
        TableFact::System(Fact::Suffered { who, suffers, rolled, .. }) => tally.strikes_of(*who, *suffers, *rolled),
        TableFact::System(Fact::Died { who, of: Some(_) }) => tally.strikes(*who, 0),
        TableFact::Told(Event::Grabbed { who, .. } | Event::Stunning { who, .. }) => tally.hits(*who),
        TableFact::System(Fact::Stable { who, stable: true }) => tally.saves(*who),
        _ => {}
    }
}

/// The target of the blow, or whoever would be struck for moving away.
pub fn at_stake(question: &Question) -> Option<CombatantId> {
    match question {
        Question::React { at: who, .. }
        | Question::Kill { on: who }
        | Question::Guard { target: who, .. }
        | Question::Opportunity { mover: who, .. }
        | Question::Underfoot { at: who, .. }
        | Question::Omen { who, .. } => Some(*who),
        _ => None,
    }
}

/// What a weapon or bare hands do, before armour.
pub fn is_damage(roll: &Roll) -> bool {
    roll.what.starts_with(damage::WITH)
}

/// A contest and its owner's own hurts want low faces; damage that's dealt wants high ones, as does what may break or fail on a 1. Which arm is
/// injured is a matter of lot.
pub fn lucky_total(roll: &Roll) -> Option<LuckyFaces> {
    match roll.rule {
        Rule::Contest => Some(LuckyFaces::Low),
        Rule::Injuries if roll.what == injury::LOSS => Some(LuckyFaces::Low),
        Rule::Injuries => None,
        Rule::Durability | Rule::Trample => Some(LuckyFaces::High),
        Rule::Poison if roll.what == poison::ANTIDOTE => Some(LuckyFaces::High),
        Rule::Poison => Some(LuckyFaces::Low),
        _ if is_damage(roll) => Some(LuckyFaces::High),
        _ if roll.what.starts_with(damage::BY) => Some(LuckyFaces::Low),
        _ => None,
    }
}
