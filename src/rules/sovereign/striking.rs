//! What Sovereign tells of blows and dice, for odds and for the account of a battle.

use super::{Event, Fact, Question, Roll, Rule, TableFact};
use crate::engine::{BlowTally, CombatantId, LuckyFaces};

/// Whoever suffers is hit, except by the Shock of a miss (R37); shoving and grappling need no harm.
pub fn tally(fact: &TableFact, tally: &mut BlowTally) {
    match fact {
        TableFact::Told(Event::Swung { by, at, .. } | Event::Executes { who: by, at }) => tally.swings(*by, Some(*at)),
        TableFact::Told(Event::Missed { .. }) => tally.misses(),
        TableFact::System(Fact::Suffered { who, points, .. }) => tally.strikes(*who, *points),
        TableFact::Told(Event::Shoved { at, won: true, .. } | Event::Gripped { at, won: true, .. }) => tally.hits(*at),
        TableFact::System(Fact::FellIn { who, round: None }) => tally.saves(*who),
        _ => {}
    }
}

/// The target of the blow, or whoever would be struck for what they do.
pub fn at_stake(question: &Question) -> Option<CombatantId> {
    match question {
        Question::Rolled { at: who, .. }
        | Question::Declared { by: who, .. }
        | Question::Provokes { who, .. }
        | Question::Opportunity { of: who } => Some(*who),
        Question::Wavers(_) | Question::GroupWavers(_) => None,
    }
}

/// Checks, damage and potions want high faces. Oil burns whoever threw it as well as others, and lands by lot.
pub fn lucky_total(roll: &Roll) -> Option<LuckyFaces> {
    (roll.rule != Rule::Oil).then_some(LuckyFaces::High)
}
