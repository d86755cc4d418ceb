//! What Sovereign tells of blows, for odds.

use super::{Event, Fact, Question, TableFact};
use crate::engine::{BlowTally, CombatantId};

/// Whoever suffers is hit, except by the Shock of a miss (R37); shoving and grappling need no harm.
pub fn tally(fact: &TableFact, tally: &mut BlowTally) {
    match fact {
        TableFact::Told(Event::Swung { .. } | Event::Executes { .. }) => tally.swings(),
        TableFact::Told(Event::Missed { .. }) => tally.misses(),
        TableFact::System(Fact::Suffered { who, points, .. }) => tally.strikes(*who, *points),
        TableFact::Told(Event::Shoved { at, won: true, .. } | Event::Gripped { at, won: true, .. }) => tally.hits(*at),
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
