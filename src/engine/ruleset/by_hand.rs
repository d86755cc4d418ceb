//! What follows in a system when the GM changes the fight by hand.

use super::Ruleset;
use crate::engine::{
    budget::Refill,
    fact::TableFact,
    fight_state::FightState,
    ids::{CombatantId, SideId},
};

/// The facts that go with what the GM does by hand: a turn given or taken away, a combatant hidden, a step handed to a side.
pub trait ByHand: Ruleset {
    /// The facts that begin a turn the GM gives by hand: what the combatant gets for it.
    fn turn_given(_fight: &FightState<Self>, who: CombatantId) -> Vec<TableFact<Self>> {
        vec![TableFact::Refilled { who, when: Refill::Turn }]
    }
    /// Further facts for when the GM uses up a combatant's turn of this round by hand or gives it back: a system that doesn't track this in
    /// [`Turns::spent`](crate::engine::turns::Turns) updates its own state here.
    fn turn_spent(_fight: &FightState<Self>, _who: CombatantId, _spent: bool) -> Vec<TableFact<Self>> {
        vec![]
    }
    /// Further facts for when the GM hides a combatant: if their turn of this round is over, they have none left outside the order.
    fn hidden(_fight: &FightState<Self>, _who: CombatantId) -> Vec<TableFact<Self>> {
        vec![]
    }
    /// Further facts for when the GM makes it a side's step by hand: its clock, and the end of the current turn.
    fn step_given(_fight: &FightState<Self>, _side: SideId) -> Vec<TableFact<Self>> {
        vec![]
    }
}
