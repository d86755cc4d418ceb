//! What outlives a fight: Harm, weapons in hand, antidotes. The page on healing is not known (only that Harm is healed at all), so there is no
//! rest here; the Director changes a sheet.

use crate::engine::CombatantId;
use crate::rules::einfelst::{FightState, model::sheet::Sheet};

/// The sheet with which somebody goes out of the fight, and into the next.
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

/// What else there is to say: Harm that the fight left without a table of ours to tell what becomes of it.
pub fn words(fight: &FightState, who: CombatantId) -> Vec<String> {
    let state = &fight.combatant(who).state;
    let mut words = vec![];
    if state.critical {
        words.push(
            "suffered Harm beyond the top row: the Critical Injuries Table is the Director\u{2019}s (C5).".to_owned(),
        );
    }
    if state.poison.is_some() {
        words.push("is still poisoned (R38).".to_owned());
    }
    if state.fire.is_some() {
        words.push("is still on fire (R37).".to_owned());
    }
    words
}
