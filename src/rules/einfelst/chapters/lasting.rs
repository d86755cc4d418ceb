//! What outlives a fight: Harm, the weapon in hand, antidotes. We don't know the page on healing (only that Harm heals), so there's no rest
//! here: the Director changes the sheet.

use crate::engine::CombatantId;
use crate::rules::einfelst::{FightState, model::sheet::Sheet};

/// The sheet that the combatant takes into the next fight.
pub fn lasting(fight: &FightState, who: CombatantId) -> Sheet {
    let it = fight.combatant(who);
    let mut sheet = (*it.sheet).clone();
    sheet.physical = it.state.physical;
    sheet.mental = it.state.mental;
    sheet.points = it.state.points;
    sheet.antidotes = it.state.antidotes;
    sheet.in_hand = it.state.in_hand;
    sheet
}

/// What else to say: Harm for which we have no table.
pub fn words(fight: &FightState, who: CombatantId) -> Vec<String> {
    let state = &fight.combatant(who).state;
    let mut words = vec![];
    if state.critical {
        words.push("took Harm beyond the top row: the Director consults the Critical Injuries Table (C5).".to_owned());
    }
    if state.poison.is_some() {
        words.push("is still poisoned (R38).".to_owned());
    }
    if state.fire.is_some() {
        words.push("is still on fire (R37).".to_owned());
    }
    words
}
