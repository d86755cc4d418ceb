//! What a combatant strikes with, by its number, and what it's called in a sentence.

use super::{manner::With, sheet::Weapon};
use crate::{engine::CombatantId, rules::murdham::FightState};
use std::sync::Arc;

/// What a weapon is called, in the hand of its owner.
pub fn name_of(fight: &FightState, who: CombatantId, with: With) -> String {
    match with {
        With::Unarmed => "bare hands".to_owned(),
        With::Gear(gear) => match weapon(fight, who, gear).map(|it| (&it.name, &it.power)) {
            Some((_, Some(power))) => power.name.clone(),
            Some((name, None)) => bare(name).to_owned(),
            None => "something".to_owned(),
        },
        With::Both => "both weapons".to_owned(),
    }
}

/// What a combatant strikes with, in a sentence: "the axe", "bare hands".
pub fn article_and_name(fight: &FightState, who: CombatantId, with: With) -> String {
    let name = name_of(fight, who, with);
    match with {
        With::Gear(gear) if weapon(fight, who, gear).is_none_or(|it| it.power.is_none()) => format!("the {name}"),
        With::Gear(_) | With::Unarmed | With::Both => name,
    }
}

/// As [`article_and_name`], in a roll in the log: "the a stool". It stays as it was first written, so that an old fight is decided again word
/// for word; people read [`readable`].
pub fn logged_name(fight: &FightState, who: CombatantId, with: With) -> String {
    match with {
        With::Gear(gear) => match weapon(fight, who, gear).filter(|it| it.power.is_none()) {
            Some(weapon) => format!("the {}", weapon.name),
            None => article_and_name(fight, who, with),
        },
        With::Unarmed | With::Both => article_and_name(fight, who, with),
    }
}

/// What a roll is for, as people read it.
pub fn readable(what: &str) -> String {
    match what.split_once(" with the ") {
        Some((before, thing)) => format!("{before} with the {}", bare(thing)),
        None => what.to_owned(),
    }
}

/// A thing without the article that it may have been typed with: "a stool" is "stool".
pub fn bare(name: &str) -> &str {
    let typed = name.split_once(' ').filter(|it| ["a", "an", "the"].contains(&it.0.to_lowercase().as_str()));
    typed.map_or(name, |it| it.1)
}

/// A weapon by its number.
pub fn weapon(fight: &FightState, who: CombatantId, gear: u8) -> Option<&Arc<Weapon>> {
    Some(&fight.find(who)?.state.gear.get(usize::from(gear))?.weapon)
}
