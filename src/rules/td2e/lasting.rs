//! What outlives a fight, and what a rest gives back: R7 and ruling A9. The sheet that [`lasting`] makes is the one with which somebody
//! joins the next fight.

use super::{Field, gear, sheet::Sheet};
use crate::engine::{CombatantId, Rest, Rested};

/// The kinds of rest.
pub const RESTS: [Rest; 2] = [
    Rest { name: "sleep", sentence: "Six hours of sleep: 1 HP, for the resilient 2 (R7, A9)." },
    Rest { name: "tended sleep", sentence: "The same, attended by a medic before: 1 HP more." },
];

/// HP that six hours of sleep bring back (R7).
const BY_SLEEP: u8 = 1;

/// The sheet with which somebody goes out of the fight: hit points, and whether they live.
pub fn lasting(field: &Field, who: CombatantId) -> Sheet {
    let it = field.combatant(who);
    let mut sheet = (*it.sheet).clone();
    sheet.hp = it.state.hp.clamp(0, sheet.max_hp);
    sheet.dead = it.state.dead;
    sheet
}

/// R7 Recovery, ruling A9: sleep.
pub fn rest(sheet: &Sheet, kind: &str) -> Rested<Sheet> {
    let mut sheet = sheet.clone();
    if sheet.dead {
        return Rested { sheet, words: vec!["The dead do not rest.".to_owned()] };
    }
    let own = sheet.gifts().filter_map(|it| it.sleep).max().unwrap_or(BY_SLEEP);
    let medic = gear::traits().iter().filter_map(|it| it.for_others).max().unwrap_or(0);
    let gained = i32::from(own) + if kind == "tended sleep" { i32::from(medic) } else { 0 };
    sheet.hp = (sheet.hp + gained).min(sheet.max_hp);
    let rule = if own > BY_SLEEP { "A9" } else { "R7" };
    Rested { sheet, words: vec![format!("Sleep brings back {gained} HP ({rule}).")] }
}
