//! R4-R6: what a verb costs. It is shown, checked and spent from here.

use crate::{
    engine::CombatantId,
    rules::td2e::{Cx, FightState, TableFact, Violation, model::state::Resource},
};

/// What a verb costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// The one thing that a turn allows.
    Turn,
    /// Squares of movement; beyond one movement the turn as well.
    Movement,
    /// The same, of a turn in which nothing else has been done.
    MovementOfTurn,
    /// Nothing.
    Nothing,
}

impl Cost {
    /// What a menu says.
    pub const fn words(self) -> &'static str {
        match self {
            Cost::Turn => "the turn",
            Cost::Movement | Cost::MovementOfTurn => "movement",
            Cost::Nothing => "nothing",
        }
    }

    /// R4 In combat: whether a combatant can pay it. How far a movement goes is the movement's own affair.
    ///
    /// # Errors
    /// That their turn is used.
    pub fn check(self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        match self {
            Cost::Turn | Cost::MovementOfTurn if fight.combatant(who).budget.left(Resource::Deed) == 0 => {
                Err(Violation::Done(who))
            }
            _ => Ok(()),
        }
    }

    /// Spends it. Squares are spent as they are walked.
    pub fn spend(self, cx: &mut Cx<'_>, who: CombatantId) {
        if self == Cost::Turn {
            cx.apply(TableFact::Took { who, from: Resource::Deed, amount: 1 });
        }
    }
}
