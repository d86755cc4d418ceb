//! Powers (C48, C61): the rows of `config/rulesets/murdham/powers.toml`, the scrolls on which they are written, and those that demons have of
//! their own. Invoking is not here.

use super::{
    gear::{Weapon, list},
    manner::With,
    weapon_names::weapon,
};
use crate::{
    engine::CombatantId,
    rules::{murdham::FightState, names::key},
};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, LazyLock};

/// No sorcerer has more mana.
pub const MANA_MAX: i32 = 6;

/// No sheet begins with more corruption.
pub const CORRUPTION_MAX: i32 = 99;

/// How far a power reaches that is invoked at sight, in zones.
pub const SIGHT_ZONES: u32 = 8;

/// What a power does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PowerEffect {
    /// An attack with the die of its row.
    Blast,
    /// What the GM tells.
    Told,
}

/// On whom a power is invoked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum On {
    /// Friend, enemy or oneself.
    Anybody,
    /// An enemy.
    Enemy,
    /// A place or a thing.
    Nobody,
}

/// A power: a row of `config/rulesets/murdham/powers.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Power {
    /// What it is called.
    pub name: String,
    /// What it does.
    pub effect: PowerEffect,
    /// On whom.
    pub on: On,
    /// The damage die of a blast.
    #[serde(default)]
    pub die: u16,
    /// Whether it can be dodged.
    #[serde(default)]
    pub dodge: bool,
}

#[derive(Deserialize)]
struct Grimoire {
    power: Vec<Power>,
}

static GRIMOIRE: LazyLock<Grimoire> = LazyLock::new(|| {
    let text = include_str!("../../../../config/rulesets/murdham/powers.toml");
    let read = toml::from_str::<Grimoire>(text).expect("powers.toml is checked by a test");
    for it in &read.power {
        assert_eq!(
            it.effect == PowerEffect::Blast,
            it.die > 0,
            "powers.toml: {} is a blast with a die, or neither",
            it.name
        );
    }
    read
});

/// The powers there are.
pub fn all() -> &'static [Power] {
    &GRIMOIRE.power
}

/// The power of this name.
pub fn named(typed: &str) -> Option<&'static Power> {
    all().iter().find(|it| key(&it.name) == key(typed))
}

/// Takes the scrolls out of a list of items: "scroll of eldritch blast".
pub fn among_items(value: &str) -> Result<(Vec<Arc<Weapon>>, String), String> {
    let (found, rest): (Vec<&str>, Vec<&str>) = list(value).partition(|it| key(it).starts_with("scroll-of-"));
    let names: Vec<&str> = found.into_iter().filter_map(|it| it.get("scroll of ".len()..)).collect();
    Ok((scrolls(&names.join(", "))?, rest.join(", ")))
}

/// Reads a list of powers: a scroll of each is carried, and held like a weapon.
pub fn scrolls(value: &str) -> Result<Vec<Arc<Weapon>>, String> {
    let mut found = vec![];
    for typed in list(value) {
        let Some(power) = named(typed) else {
            let known: Vec<&str> = all().iter().map(|it| it.name.as_str()).collect();
            return Err(format!(
                "\u{201c}{typed}\u{201d} is no power that anything here reads. Powers: {}.",
                known.join(", ")
            ));
        };
        found.push(Arc::new(scroll(power)));
    }
    Ok(found)
}

fn scroll(power: &Power) -> Weapon {
    Weapon {
        name: format!("scroll of {}", power.name),
        kind: "power scroll".to_owned(),
        die: power.die,
        hands: 1,
        range: Some(SIGHT_ZONES),
        power: Some(power.clone()),
        ..Weapon::default()
    }
}

/// C61 Powers of their own: reads a list of them. Each is there once, and is no scroll.
pub fn own_powers(value: &str) -> Result<Vec<Arc<Weapon>>, String> {
    let names: Vec<&str> = list(value).collect();
    let scrolls = scrolls(&names.join(", "))?;
    let own = |scroll: Arc<Weapon>| {
        let name = scroll.power.as_ref().map_or_else(String::new, |it| it.name.clone());
        Arc::new(Weapon {
            name,
            kind: "own power".to_owned(),
            hands: 0,
            natural: true,
            reload: true,
            ..(*scroll).clone()
        })
    };
    Ok(scrolls.into_iter().map(own).collect())
}

/// C61 Powers of their own: whether this is one: it is not held, and cannot be taken away.
pub fn is_own_power(it: &Weapon) -> bool {
    it.natural && it.power.is_some()
}

/// The power that is written on what a combatant carries under this number.
pub fn on_scroll(fight: &FightState, who: CombatantId, with: With) -> Option<&Power> {
    let With::Gear(gear) = with else { return None };
    weapon(fight, who, gear)?.power.as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row of powers.toml reads, and a power that nobody knows is refused with those there are.
    #[test]
    fn the_grimoire_reads() {
        assert!(all().iter().any(|it| it.name == "eldritch blast" && it.die == 10 && it.dodge));
        assert!(scrolls("fireball").is_err_and(|why| why.contains("eldritch blast")));
        assert!(toml::from_str::<Grimoire>("[[power]]\nname = \"x\"\neffect = \"sing\"\non = \"enemy\"").is_err());
    }
}
