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
            Some((name, None)) => name.clone(),
            None => "something".to_owned(),
        },
        With::Both => "both weapons".to_owned(),
    }
}

/// What a combatant strikes with, in a sentence: "the axe", "bare hands".
pub fn article_and_name(fight: &FightState, who: CombatantId, with: With) -> String {
    match with {
        With::Unarmed | With::Both => name_of(fight, who, with),
        With::Gear(gear) if weapon(fight, who, gear).is_some_and(|it| it.power.is_some()) => name_of(fight, who, with),
        With::Gear(_) => the_thing(&name_of(fight, who, with)),
    }
}

/// A thing in a sentence: "the axe". What was grabbed may have been typed with an article: "a stool" is "the stool".
pub fn the_thing(name: &str) -> String {
    let typed = name.split_once(' ').filter(|it| ["a", "an", "the"].contains(&it.0.to_lowercase().as_str()));
    format!("the {}", typed.map_or(name, |it| it.1))
}

/// A weapon by its number.
pub fn weapon(fight: &FightState, who: CombatantId, gear: u8) -> Option<&Arc<Weapon>> {
    Some(&fight.find(who)?.state.gear.get(usize::from(gear))?.weapon)
}
