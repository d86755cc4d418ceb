//! What is said of weapons, armour and items.

use super::Sentence;
use crate::engine::CombatantId;
use crate::rules::murdham::{
    FightState, With,
    chapters::durability,
    model::{
        fact::Fact,
        state::At,
        weapon_names::{article_and_name, bare, name_of},
    },
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
        Fact::PickedUp { who, at, .. } => (who, format!("{} picks up {}.", name(who), picked_up(fight, *who, *at))),
        Fact::Used { who, item, on } if who == on => (who, format!("{} uses {}.", name(who), some(item.name()))),
        Fact::Used { who, item, on } => (who, format!("{} gives {} {}.", name(who), name(on), some(item.name()))),
        Fact::Improvised { who, weapon, at } => {
            let hands = if *at == At::Both { " with both hands" } else { "" };
            (who, format!("{} grabs the {}{hands} as a weapon.", name(who), bare(&weapon.name)))
        }
        Fact::Broken { who, piece } => {
            (who, format!("{}\u{2019}s {} is destroyed.", name(who), bare(&durability::name(fight, *who, *piece))))
        }
        Fact::DamagedIs { who, piece, damaged } => {
            let how = if *damaged { "damaged" } else { "whole again" };
            (who, format!("{}\u{2019}s {} is {how}.", name(who), bare(&durability::name(fight, *who, *piece))))
        }
        Fact::Coated { who, gear: it, poison: Some(poison) } => {
            (who, format!("{} coats the {} with {}.", name(who), gear(who, it), some(poison.name())))
        }
        _ => return None,
    };
    Some((Some(*who), text))
}

/// An item in a sentence: "a dose of poison", but "black adder venom".
fn some(item: &str) -> String {
    let is_substance = ["venom", "sting", "oil", "powder"].iter().any(|it| item.ends_with(it));
    if is_substance { item.to_owned() } else { a(item) }
}

/// What has just been picked up, by where it is now: each hand holds one thing, and only a trap goes straight into the pack.
fn picked_up(fight: &FightState, who: CombatantId, at: At) -> String {
    let gear = fight.find(who).map(|it| it.state.gear.as_slice()).unwrap_or_default();
    let taken = gear.iter().position(|it| it.at == at && (at.in_hand() || it.weapon.trap));
    match taken.and_then(|it| u8::try_from(it).ok()) {
        Some(gear) => article_and_name(fight, who, With::Gear(gear)),
        None => "something".to_owned(),
    }
}
