//! How a combatant comes into a fight, and what they take out of it.

use super::Ruleset;
use crate::engine::{
    budget::Budget,
    condition::Held,
    dice::Dice,
    fight_state::FightState,
    ids::{CombatantId, Seat},
};
use serde::Serialize;

/// A kind of rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rest {
    /// The name as typed: `night`.
    pub name: &'static str,
    /// What it requires and restores, in one sentence.
    pub sentence: &'static str,
}

/// The result of a rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Rested<S> {
    /// The sheet after the rest.
    pub sheet: S,
    /// Anything to say besides the fields that changed: what was rolled, what the rest didn't help.
    pub words: Vec<String>,
}

/// From one fight to the next: what a sheet becomes when its combatant joins, what lasts when they leave, and what a rest restores.
pub trait BetweenFights: Ruleset {
    /// A newcomer's state and resources.
    fn fresh(sheet: &Self::Sheet) -> (Self::State, Budget<Self::Resource>);
    /// Whether a combatant with this sheet joins hidden from the other sides.
    fn begins_hidden(_sheet: &Self::Sheet) -> bool {
        false
    }
    /// The conditions that a combatant with this sheet begins the fight with: those that last from an earlier one.
    fn begins_with(_sheet: &Self::Sheet) -> Vec<Held<Self>> {
        vec![]
    }
    /// The sheet a combatant takes from this fight into the next: health, injuries and gear as they are now. Everything the fight doesn't
    /// change stays as in their sheet. Sheets are shown and merged field by field, so whatever lasts must be a field of the sheet.
    fn lasting(fight: &FightState<Self>, who: CombatantId) -> Self::Sheet {
        (*fight.combatant(who).sheet).clone()
    }
    /// The fields of a sheet whose changes everyone at the table has seen come about: how a character is, not what they carry or have spent.
    const OPEN_LASTING: &'static [&'static str] = &[];
    /// What else to say about how a combatant leaves the fight: sentences for the GM and for the character's player.
    fn lasting_words(_fight: &FightState<Self>, _who: CombatantId) -> Vec<String> {
        vec![]
    }
    /// The kinds of rest, shortest first.
    fn rests() -> Vec<Rest> {
        vec![]
    }
    /// What a rest of this kind (a [`Rest::name`] from [`BetweenFights::rests`]) does to a character with this sheet. A system without dice in
    /// its recovery leaves the dice alone.
    fn rest(sheet: &Self::Sheet, _kind: &str, _dice: &mut dyn Dice) -> Rested<Self::Sheet> {
        Rested { sheet: sheet.clone(), words: vec![] }
    }
    /// The orders a combatant starts the fight with: questions about the GM's own combatants that needn't be asked unless the GM wants
    /// them.
    fn first_orders(_owner: Option<Seat>) -> Vec<Self::StandingOrder> {
        vec![]
    }
}
