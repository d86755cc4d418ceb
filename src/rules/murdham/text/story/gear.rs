//! What is said of weapons, armour and items.

use super::Sentence;
use crate::engine::CombatantId;
use crate::rules::murdham::{
    FightState, With,
    chapters::wear,
    model::{fact::Fact, state::At, weapon_names::name_of},
};
use crate::rules::wording::a;

pub(super) fn changed(fight: &FightState, fact: &Fact) -> Option<Sentence> {
    let name = |who: &CombatantId| fight.name(*who);
    let gear = |who: &CombatantId, gear: &u8| name_of(fight, *who, With::Gear(*gear));
    let (who, text) = match fact {
        Fact::GearAt { who, gear: it, at: At::Gone } => {
            (who, format!("{}\u{2019}s {} is used up.", name(who), gear(who, it)))
        }
        Fact::GearAt { who, gear: it, at } => {
            let verb = if at.in_hand() { "draws" } else { "stows" };
            (who, format!("{} {verb} the {}.", name(who), gear(who, it)))
        }
        Fact::Fired { who, gear: it } => {
            (who, format!("{}\u{2019}s {} is empty for this fight.", name(who), gear(who, it)))
        }
        Fact::PutDown { who, gear: it, .. } => (who, format!("{} puts down the {}.", name(who), gear(who, it))),
        Fact::Dropped { who, gear: it, .. } => (who, format!("{} drops the {}.", name(who), gear(who, it))),
        Fact::PickedUp { who, .. } => (who, format!("{} picks something up.", name(who))),
        Fact::Used { who, item, on } if who == on => (who, format!("{} uses {}.", name(who), a(item.name()))),
        Fact::Used { who, item, on } => (who, format!("{} gives {} {}.", name(who), name(on), a(item.name()))),
        Fact::Improvised { who, weapon, at } => {
            let hands = if *at == At::Both { " with both hands" } else { "" };
            (who, format!("{} grabs the {}{hands} as a weapon.", name(who), weapon.name))
        }
        Fact::Broken { who, piece } => {
            (who, format!("{}\u{2019}s {} is destroyed.", name(who), wear::name(fight, *who, *piece)))
        }
        Fact::DamagedIs { who, piece, damaged } => {
            let how = if *damaged { "damaged" } else { "whole again" };
            (who, format!("{}\u{2019}s {} is {how}.", name(who), wear::name(fight, *who, *piece)))
        }
        Fact::Coated { who, gear: it, poison: Some(poison) } => {
            (who, format!("{} puts {} on the {}.", name(who), poison.name(), gear(who, it)))
        }
        _ => return None,
    };
    Some((Some(*who), text))
}
