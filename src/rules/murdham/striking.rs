//! What Murdham tells of blows, for odds.

use super::{Fact, Question, TableFact, model::event::Event};
use crate::engine::{BlowTally, CombatantId};

/// Whoever suffers is hit, however little gets through; grabbing and stunning need no harm, and a final blow rolls none.
pub fn tally(fact: &TableFact, tally: &mut BlowTally) {
    match fact {
        TableFact::System(Fact::Swung { .. } | Fact::Burst { .. }) => tally.swings(),
        TableFact::Told(Event::Missed { .. }) => tally.misses(),
        TableFact::System(Fact::Suffered { who, suffers, .. }) => tally.strikes(*who, *suffers),
        TableFact::System(Fact::Died { who, of: Some(_) }) => tally.strikes(*who, 0),
        TableFact::Told(Event::Grabbed { who, .. } | Event::Stunning { who, .. }) => tally.hits(*who),
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
