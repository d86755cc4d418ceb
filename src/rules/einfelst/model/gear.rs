//! Weapons and armour: what they are and how they're typed. Their numbers are in `config/rulesets/einfelst/` (A1); a row that does nothing
//! doesn't load.

use crate::rules::{
    data_rows::{self, DataRow, Rows},
    names::key,
};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, LazyLock};

/// The most weapons a character carries.
const MOST_WEAPONS: usize = 8;

/// The most damage of a weapon, and the most dice of armour.
const MOST: u8 = 12;

/// The longest range, in zones.
const FARTHEST_ZONES: u32 = 20;

/// A weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weapon {
    /// The name its owner gives it.
    pub name: String,
    /// R18: the Harm of a hit.
    pub damage: u8,
    /// R21: the minimum range, in zones.
    pub from_zones: u32,
    /// R21: the maximum range, in zones.
    pub to_zones: u32,
    /// R34: whether it does Mental Harm.
    pub mental: bool,
    /// R38: the toxicity of its poison; 0 for none.
    pub poison: u8,
    /// C3: a part of the body, such as teeth or claws: it's never dropped and needn't be drawn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub natural: bool,
}

impl Weapon {
    /// R17, R21: whether it's for close combat; a weapon that reaches beyond the zone is shot or thrown.
    pub fn is_melee(&self) -> bool {
        self.to_zones == 0
    }

    /// "damage 2, range 1-3".
    pub fn words(&self) -> String {
        let range = match self.from_zones == self.to_zones {
            true => self.from_zones.to_string(),
            false => format!("{}-{}", self.from_zones, self.to_zones),
        };
        format!("damage {}, range {range}", self.damage)
    }

    /// As typed on a sheet.
    pub fn typed(&self) -> String {
        let mental = if self.mental { " mental" } else { "" };
        let poison = if self.poison > 0 { format!(" poison {}", self.poison) } else { String::new() };
        let natural = if self.natural { " natural" } else { "" };
        format!("{}: {}{mental}{poison}{natural} ({}-{})", self.name, self.damage, self.from_zones, self.to_zones)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeaponRow {
    name: String,
    damage: u8,
    range: [u32; 2],
    #[serde(default)]
    mental: bool,
    #[serde(default)]
    poison: u8,
    #[serde(default)]
    natural: bool,
    also: Vec<String>,
}

impl Rows for WeaponRow {
    const TABLE: &'static str = "weapon";
    fn all() -> &'static [WeaponRow] {
        &ARMOURY
    }
    fn name(&self) -> &str {
        &self.name
    }
    fn also(&self) -> &[String] {
        &self.also
    }
    fn problems(&self) -> Vec<String> {
        let damage = (self.damage == 0).then(|| "it does no damage".to_owned());
        let range = (self.range[0] > self.range[1]).then(|| "its range ends before it begins".to_owned());
        damage.into_iter().chain(range).collect()
    }
}

static ARMOURY: LazyLock<Vec<WeaponRow>> = LazyLock::new(|| {
    let text = include_str!("../../../../config/rulesets/einfelst/weapons.toml");
    data_rows::load("config/rulesets/einfelst/weapons.toml", text)
});

/// The names and aliases of all weapons.
#[cfg(test)]
pub fn weapon_names() -> impl Iterator<Item = &'static str> {
    ARMOURY.iter().flat_map(|it| std::iter::once(it.name.as_str()).chain(it.also.iter().map(String::as_str)))
}

/// The weapon with this name or alias.
pub fn weapon_named(typed: &str) -> Option<Weapon> {
    let row = DataRow::<WeaponRow>::named(typed)?;
    Some(Weapon {
        name: typed.trim().to_owned(),
        damage: row.damage,
        from_zones: row.range[0],
        to_zones: row.range[1],
        mental: row.mental,
        poison: row.poison,
        natural: row.natural,
    })
}

/// R17, A1: the weapon of someone with empty hands.
pub fn bare_hands() -> &'static Weapon {
    static BARE_HANDS: LazyLock<Weapon> =
        LazyLock::new(|| weapon_named("unarmed").expect("weapons.toml has unarmed, as a test checks"));
    &BARE_HANDS
}

/// Splits a list at its commas, except in brackets.
pub fn list(value: &str) -> Vec<&str> {
    let (mut depth, mut all, mut from) = (0_u32, vec![], 0);
    for (index, it) in value.char_indices() {
        match it {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' | ';' if depth == 0 => {
                all.push(&value[from..index]);
                from = index + 1;
            }
            _ => {}
        }
    }
    all.push(&value[from..]);
    all.into_iter().map(str::trim).filter(|it| !it.is_empty() && key(it) != "none").collect()
}

/// "longbow", "Biter: sword", "harpoon: 2 (0-1)", "scythe 3".
pub fn weapons(value: &str) -> Result<Vec<Arc<Weapon>>, String> {
    let mut all: Vec<Arc<Weapon>> = vec![];
    for typed in list(value) {
        let mut weapon = weapon(typed)?;
        let alike = all.iter().filter(|it| key(&it.name) == key(&weapon.name)).count();
        if alike > 0 {
            weapon.name = format!("{} {}", weapon.name, alike + 1);
        }
        if weapon.name.is_empty() || weapon.name.chars().count() > 40 {
            return Err("a weapon's name has 1 to 40 characters.".to_owned());
        }
        all.push(Arc::new(weapon));
    }
    if all.len() > MOST_WEAPONS { Err(format!("at most {MOST_WEAPONS} weapons.")) } else { Ok(all) }
}

/// One weapon: a known one, one with numbers of its own, or a name and a colon before either.
fn weapon(typed: &str) -> Result<Weapon, String> {
    let mut text = typed.replace(['\u{2013}', '\u{2014}'], "-");
    let mut range = None;
    if let Some((before, rest)) = text.clone().split_once('(') {
        let (inside, after) = rest.split_once(')').unwrap_or((rest, ""));
        range = Some(zones(inside)?);
        text = format!("{before} {after}");
    }
    let (name, of) = match text.split_once([':', '=']) {
        Some((name, of)) => (Some(name.trim().to_owned()), of.to_owned()),
        None => (None, text.clone()),
    };
    let (mut damage, mut mental, mut natural, mut poison, mut ranged) = (None, false, false, None, None);
    let mut words = vec![];
    let mut tokens = of.split_whitespace().peekable();
    while let Some(token) = tokens.next() {
        match (key(token).as_str(), token.parse::<u8>()) {
            (_, Ok(number)) => damage = Some(number),
            ("damage", _) => {}
            ("mental", _) => mental = true,
            ("natural", _) => natural = true,
            ("melee", _) => ranged = Some(false),
            ("ranged" | "missile", _) => ranged = Some(true),
            ("range", _) => range = Some(zones(tokens.next().unwrap_or_default())?),
            ("poison" | "toxicity", _) => poison = tokens.next().and_then(|it| it.parse::<u8>().ok()),
            _ => words.push(token),
        }
    }
    let base = weapon_named(&words.join(" "));
    let own = name.or_else(|| (!words.is_empty()).then(|| words.join(" "))).unwrap_or_default();
    let mut weapon = match (base, damage) {
        (Some(base), _) => Weapon { name: own, ..base },
        (None, Some(damage)) => {
            let (from_zones, to_zones) = if ranged == Some(true) { (1, 2) } else { (0, 0) };
            Weapon { name: own, damage, from_zones, to_zones, mental: false, poison: 0, natural: false }
        }
        (None, None) => {
            let known: Vec<&str> = ARMOURY.iter().map(|it| it.name.as_str()).collect();
            return Err(format!(
                "no weapon called \u{201c}{typed}\u{201d}. There are {}; or give its damage and range, as in harpoon: 2 (0-1) (A1).",
                known.join(", ")
            ));
        }
    };
    weapon.damage = damage.unwrap_or(weapon.damage);
    weapon.mental |= mental;
    weapon.natural |= natural;
    weapon.poison = poison.unwrap_or(weapon.poison);
    (weapon.from_zones, weapon.to_zones) = range.unwrap_or((weapon.from_zones, weapon.to_zones));
    match weapon.damage {
        1..=MOST => Ok(weapon),
        _ => Err(format!("a weapon's damage is from 1 to {MOST}.")),
    }
}

/// R21 Range: "1-3", or "0".
fn zones(typed: &str) -> Result<(u32, u32), String> {
    let plain = typed.trim().trim_start_matches("range").trim();
    let (from, to) = plain.split_once('-').unwrap_or((plain, plain));
    match (from.trim().parse::<u32>(), to.trim().parse::<u32>()) {
        (Ok(from), Ok(to)) if from <= to && to <= FARTHEST_ZONES => Ok((from, to)),
        _ => Err(format!("a range is a number of zones, from and to, as in 1-3, not \u{201c}{typed}\u{201d} (R21).")),
    }
}

/// A kind of armour.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// The name.
    pub name: String,
    /// A1: its dice; each 6 absorbs one Harm.
    pub dice: u8,
    /// Aliases.
    pub also: Vec<String>,
}

impl Rows for Armour {
    const TABLE: &'static str = "armour";
    fn all() -> &'static [Armour] {
        &WARDROBE
    }
    fn name(&self) -> &str {
        &self.name
    }
    fn also(&self) -> &[String] {
        &self.also
    }
    fn problems(&self) -> Vec<String> {
        if self.dice == 0 { vec!["it does nothing".to_owned()] } else { vec![] }
    }
}

static WARDROBE: LazyLock<Vec<Armour>> = LazyLock::new(|| {
    let text = include_str!("../../../../config/rulesets/einfelst/armour.toml");
    data_rows::load("config/rulesets/einfelst/armour.toml", text)
});

/// All kinds of armour.
pub fn wardrobe() -> &'static [Armour] {
    &WARDROBE
}

/// A1 Arms and armour: a kind by name, or the number of dice: "mail", "2 dice", "none".
pub fn armour(value: &str) -> Result<u8, String> {
    let typed = key(value);
    let plain =
        typed.trim_end_matches("-armour").trim_end_matches("-armor").trim_end_matches("-dice").trim_end_matches("-die");
    if ["none", "no", ""].contains(&plain) {
        return Ok(0);
    }
    if let Ok(dice) = plain.parse::<u8>()
        && dice <= MOST
    {
        return Ok(dice);
    }
    DataRow::<Armour>::named(plain).map(|it| it.dice).ok_or_else(|| {
        let known: Vec<&str> = wardrobe().iter().map(|it| it.name.as_str()).collect();
        format!("none, {}, or a number of dice (A1), not \u{201c}{value}\u{201d}.", known.join(", "))
    })
}

/// What a combatant attacks with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum With {
    /// R17: bare hands.
    Unarmed,
    /// One of the combatant's weapons.
    Weapon(u8),
}
