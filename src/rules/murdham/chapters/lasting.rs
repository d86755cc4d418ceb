//! What outlives a fight, and what a rest gives back (D1, D2). The sheet that [`lasting`] makes is the one with which a combatant joins the
//! next fight, so whatever is to last must be a field of the sheet. Nobody's saved character is written here.

use crate::engine::{CombatantId, Ends, Held, Rest, Rested};
use crate::rules::murdham::{
    Combatant, FightState, Murdham,
    chapters::omen,
    model::{
        injuries,
        sheet::{ABILITY_MAX, ABILITY_MIN, Ability, Make, Plight, Sheet, Weapon},
        state::{At, Condition, Flight, Gear, Injury},
    },
};
use std::sync::Arc;

/// The kinds of rest. What each takes is the book's; that anyone who rests has what it takes is for the table to see to.
pub const RESTS: [Rest; 3] = [
    Rest {
        name: "stretch",
        sentence: "Ten quiet minutes: what lasts until the end of the stretch is over. No health comes back.",
    },
    Rest {
        name: "night",
        sentence: "A day rest: a watch with food, drink and sleep. Health comes back to its maximum, and stretches are over.",
    },
    Rest {
        name: "week",
        sentence: "A full rest: a week in a settlement. As a night, and injuries heal that are not for ever, and omens come back.",
    },
];

/// C6, C8, C9: who went out incapacitated or dead begins so, and an injury still does what it does.
pub fn begins_with(sheet: &Sheet) -> Vec<Held<Murdham>> {
    let down = (sheet.plight == Plight::Critical || sheet.begins_dying()).then_some(Condition::Incapacitated);
    let all = down.into_iter().chain(injuries::conditions(&sheet.injuries));
    all.map(|what| Held { what, ends: Ends::Fight, from: None }).collect()
}

/// The sheet with which a combatant goes out of the fight: health, what is left of the gear and the items, and how they are.
pub fn lasting(fight: &FightState, who: CombatantId) -> Sheet {
    let it = fight.combatant(who);
    let mut sheet = (*it.sheet).clone();
    sheet.injuries = it.state.injuries.to_vec();
    // An injury's loss stands with the injury, so that a rest can give it back; any other change is the ability's own.
    for ability in Ability::ALL {
        let whole = it.state.abilities.get(ability) + sheet.lost(ability);
        *sheet.abilities.get_mut(ability) = whole.clamp(ABILITY_MIN, ABILITY_MAX);
    }
    sheet.health = it.state.health.clamp(0, sheet.max_health().max(ABILITY_MIN));
    sheet.mana_spent = (sheet.mana - it.state.mana).clamp(0, sheet.mana);
    sheet.corruption = it.state.corruption;
    sheet.armour = it.state.armour;
    sheet.armour_make.damaged = it.state.armour_worn.damaged && !sheet.armour_make.fragile;
    if !sheet.armour.is_worn() {
        sheet.armour_make = Make::default();
    }
    sheet.helmet = it.state.helmet;
    sheet.helmet_make.damaged = it.state.helmet_worn.damaged && !sheet.helmet_make.fragile;
    if !sheet.helmet {
        sheet.helmet_make = Make::default();
    }
    sheet.omens = it.state.omens.or(sheet.omens);
    sheet.items = it.state.items.iter().copied().filter(|(_, left)| *left > 0).collect();
    sheet.weapons = kept(fight, it);
    sheet.plight = match () {
        () if it.state.dead => Plight::Dead,
        () if it.state.dies_after.is_some() || it.is(&Condition::Incapacitated) => Plight::Critical,
        () => Plight::Well,
    };
    sheet
}

/// What they carry, and what lies about that they dropped: it is picked up once nobody fights any more. What someone else has picked
/// up is theirs; what was used up or broken is nobody's, nor are the chairs and stones of R52.
fn kept(fight: &FightState, it: &Combatant) -> Vec<Arc<Weapon>> {
    let dropped = fight.system.ground.iter().filter(|lying| lying.of == it.id).map(|lying| &lying.gear);
    let rightful =
        |gear: &&Gear| !gear.weapon.is_improvised() || it.sheet.weapons.iter().any(|own| own.name == gear.weapon.name);
    let mut weapons: Vec<Arc<Weapon>> = it
        .state
        .gear
        .iter()
        .chain(dropped)
        .filter(|gear| gear.at != At::Gone)
        .filter(rightful)
        .map(|gear| {
            let damaged = gear.worn.damaged && !gear.weapon.make.fragile;
            match damaged == gear.weapon.make.damaged {
                true => gear.weapon.clone(),
                false => {
                    let make = Make { damaged, ..gear.weapon.make };
                    Arc::new(Weapon { make, ..(*gear.weapon).clone() })
                }
            }
        })
        .collect();
    // As on the sheet they came with, scrolls and then shields last; what is new after the old.
    let place = |weapon: &Weapon| it.sheet.weapons.iter().position(|own| own.name == weapon.name).unwrap_or(usize::MAX);
    weapons.sort_by_key(|it| (it.shield, it.power.is_some(), place(it)));
    weapons
}

/// How a combatant leaves the fight, where a field of the sheet does not say it plainly.
pub fn words(fight: &FightState, who: CombatantId) -> Vec<String> {
    let it = fight.combatant(who);
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
        () if it.state.flight != Flight::Stays => vec![format!("{name} has got away.")],
        () if it.state.surrendered => vec![format!("{name} has surrendered.")],
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
    if kind == "week" {
        sheet.injuries.retain(|it| it.permanent || it.injury == Injury::Scar);
        sheet.omens = sheet.omens.map(|left| left.max(omen::OMENS));
    }
    if kind == "night" || kind == "week" {
        sheet.health = sheet.max_health();
        sheet.mana_spent = 0; // C55
    }
    Rested { sheet, words: vec![] }
}
