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
        With::Gear(_) => format!("the {}", name_of(fight, who, with)),
    }
}

/// A weapon by its number.
pub fn weapon(fight: &FightState, who: CombatantId, gear: u8) -> Option<&Arc<Weapon>> {
    Some(&fight.find(who)?.state.gear.get(usize::from(gear))?.weapon)
}
