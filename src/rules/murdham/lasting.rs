//! What outlives a fight, and what a rest gives back (D1, D2). The sheet that [`lasting`] makes is the one with which somebody joins the
//! next fight, so whatever is to last must be a field of the sheet. Nobody's saved character is written here.

use super::{
    Combatant, Field, Murdham,
    sheet::{ABILITY_MIN, Plight, Sheet, Weapon},
    state::{At, Condition},
};
use crate::engine::{CombatantId, Ends, Held, Rest, Rested};
use std::sync::Arc;

/// The kinds of rest. What each takes is the book's; that whoever rests has what it takes is for the table to see to.
pub const RESTS: [Rest; 3] = [
    Rest {
        name: "stretch",
        sentence: "Ten quiet minutes: what lasts until the end of the stretch is over. No health comes back.",
    },
    Rest {
        name: "night",
        sentence: "A day rest: a watch with food, drink and sleep. Health comes back to its maximum, and stretches are over.",
    },
    Rest { name: "week", sentence: "A full rest: a week in a settlement. As a night, and all conditions end." },
];

/// C6, C8: who went out incapacitated or dead begins so.
pub fn begins_with(sheet: &Sheet) -> Vec<Held<Murdham>> {
    match sheet.plight {
        Plight::Critical => vec![Held { what: Condition::Incapacitated, ends: Ends::Fight, from: None }],
        Plight::Well | Plight::Dead => vec![],
    }
}

/// The sheet with which somebody goes out of the fight: health, what is left of the gear and the items, and how they are.
pub fn lasting(field: &Field, who: CombatantId) -> Sheet {
    let it = field.combatant(who);
    let mut sheet = (*it.sheet).clone();
    sheet.health = it.state.health.clamp(0, sheet.max_health().max(ABILITY_MIN));
    sheet.mana_spent = (sheet.mana - it.state.mana).clamp(0, sheet.mana);
    sheet.corruption = it.state.corruption;
    sheet.armour = it.state.armour;
    sheet.helmet = it.state.helmet;
    sheet.items = it.state.items.iter().copied().filter(|(_, left)| *left > 0).collect();
    sheet.weapons = kept(field, it);
    sheet.plight = match () {
        () if it.state.dead => Plight::Dead,
        () if it.state.dies_after.is_some() || it.is(&Condition::Incapacitated) => Plight::Critical,
        () => Plight::Well,
    };
    sheet
}

/// What they carry, and what lies about that they dropped: it is picked up once nobody fights any more. What somebody else has picked
/// up is theirs; what was used up or broken is nobody's.
fn kept(field: &Field, it: &Combatant) -> Vec<Arc<Weapon>> {
    let lost = |of: &Combatant, like: &Weapon| {
        of.state.gear.iter().filter(|gear| gear.at == At::Gone && *gear.weapon == *like).count()
    };
    let lying = |like: &Weapon| field.shared.ground.iter().filter(|thing| *thing.gear.weapon == *like).count();
    let mut own: Vec<(Arc<Weapon>, usize)> = vec![];
    let mut weapons = vec![];
    for gear in it.state.gear.iter() {
        if gear.at != At::Gone {
            weapons.push(gear.weapon.clone());
            continue;
        }
        // Of several alike that lie there, those who are earlier in the fight take theirs first.
        let before = field.combatants.iter().take_while(|other| other.id != it.id);
        let taken: usize = before.map(|other| lost(other, &gear.weapon)).sum();
        let again = own.iter().filter(|known| known.0 == gear.weapon).map(|known| known.1).sum::<usize>();
        if taken + again < lying(&gear.weapon) {
            own.push((gear.weapon.clone(), 1));
            weapons.push(gear.weapon.clone());
        }
    }
    // Scrolls and then shields stand last on a sheet.
    weapons.sort_by_key(|it| (it.shield, it.power.is_some()));
    weapons
}

/// How somebody leaves the fight, where a field of the sheet does not say it plainly.
pub fn words(field: &Field, who: CombatantId) -> Vec<String> {
    let it = field.combatant(who);
    let name = &it.name;
    match () {
        () if it.state.dead => vec![format!("{name} is dead.")],
        () if it.state.dies_after.is_some() => {
            vec![format!(
                "{name} is dying: the fight ended before it was settled, and the GM says what becomes of them."
            )]
        }
        () if it.is(&Condition::Incapacitated) => {
            vec![format!("{name} is incapacitated until the end of the stretch.")]
        }
        () => vec![],
    }
}

/// D1 Day rest, D2 Full rest, and the end of a stretch (C6). The dead do not rest.
pub fn rest(sheet: &Sheet, kind: &str) -> Rested<Sheet> {
    let mut sheet = sheet.clone();
    if sheet.plight == Plight::Dead {
        return Rested { sheet, words: vec!["The dead do not rest.".to_owned()] };
    }
    sheet.plight = Plight::Well;
    if kind == "night" || kind == "week" {
        sheet.health = sheet.max_health();
        sheet.mana_spent = 0; // C55
    }
    Rested { sheet, words: vec![] }
}
