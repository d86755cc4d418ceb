//! Weapons, armour and traits: what they are, and how they are typed. Their numbers are rows of `config/rulesets/td2e/`; what the words
//! of a row do is written where it is done. A row that does nothing does not load.

use crate::rules::names::{self, Named, has_key, key};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

/// More weapons than this nobody carries.
const MOST_WEAPONS: usize = 8;

/// One of the three kinds of weapons (R8, R20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Category {
    /// 1 damage.
    #[serde(rename = "light melee")]
    Light,
    /// 2 damage.
    #[serde(rename = "heavy melee")]
    Heavy,
    /// 1 damage, from afar.
    #[serde(rename = "ranged")]
    Ranged,
}

impl Category {
    /// All of them, by name.
    pub const ALL: [(&'static str, Category); 3] =
        [("light melee", Category::Light), ("heavy melee", Category::Heavy), ("ranged", Category::Ranged)];

    /// What it is called.
    pub fn name(self) -> &'static str {
        Category::ALL.iter().find(|it| it.1 == self).map_or("", |it| it.0)
    }

    /// R8 Damage.
    pub fn damage(self) -> i32 {
        ARMOURY.category.get(self.name()).copied().unwrap_or(1)
    }
}

/// How many dice a test has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TestDice {
    /// 1d6.
    Disadvantage,
    /// 2d6.
    Normal,
    /// 3d6.
    Advantage,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weapon {
    /// What its owner calls it.
    pub name: String,
    /// What a proficiency must cover.
    pub subclass: String,
    /// Its category.
    pub category: Category,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Subclass {
    name: String,
    category: Category,
    also: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Armoury {
    category: BTreeMap<String, i32>,
    subclass: Vec<Subclass>,
}

static ARMOURY: LazyLock<Armoury> = LazyLock::new(|| {
    let text = include_str!("../../../../config/rulesets/td2e/weapons.toml");
    toml::from_str(text).expect("weapons.toml is checked by a test")
});

/// The subclasses of weapons there are, with their categories.
pub fn subclasses() -> impl Iterator<Item = (&'static str, Category)> {
    ARMOURY.subclass.iter().map(|it| (it.name.as_str(), it.category))
}

/// Everyday words for weapons, with the subclass of each.
pub fn everyday_words() -> impl Iterator<Item = (&'static str, &'static str)> {
    ARMOURY.subclass.iter().flat_map(|it| it.also.iter().map(|word| (word.as_str(), it.name.as_str())))
}

/// The subclass that is meant by its own name or by a weapon of it.
fn subclass(typed: &str) -> Option<(&'static str, Category)> {
    let wanted = key(typed);
    let one = |name: &str| key(name) == wanted || key(name).strip_suffix('s').is_some_and(|it| it == wanted);
    ARMOURY
        .subclass
        .iter()
        .find(|it| one(&it.name) || it.also.iter().any(|word| key(word) == wanted))
        .map(|it| (it.name.as_str(), it.category))
}

/// R20 Subclasses: "bows", or one that the table makes: "light melee whips".
fn kind(typed: &str) -> Result<(String, Category), String> {
    if let Some((name, category)) = subclass(typed) {
        return Ok((name.to_owned(), category));
    }
    let typed = key(typed);
    for (name, category) in Category::ALL {
        if let Some(rest) = typed.strip_prefix(&key(name)) {
            let own = rest.trim_start_matches('-').replace('-', " ");
            return Ok((if own.is_empty() { name.to_owned() } else { own }, category));
        }
    }
    let known: Vec<&str> = subclasses().map(|it| it.0).collect();
    let typed = typed.replace('-', " ");
    Err(format!(
        "\u{201c}{typed}\u{201d} isn\u{2019}t a known subclass of weapons.{} Choose from {}; or put a category first, as in light melee whips (R20).",
        meant(&typed, known.iter().copied().chain(everyday_words().map(|it| it.0))),
        known.join(", ")
    ))
}

/// "Did you mean …?", where anything comes close to what was typed.
pub fn meant<'a>(typed: &str, among: impl Iterator<Item = &'a str>) -> String {
    let close = match names::find(typed, among.map(|it| (it.to_owned(), ()))) {
        Named::None(close) | Named::Several(close) => close,
        Named::One(()) => vec![],
    };
    if close.is_empty() { String::new() } else { format!(" Did you mean {}?", names::either(&close)) }
}

/// What is typed with commas between.
pub fn list(value: &str) -> impl Iterator<Item = &str> {
    value.split([',', ';']).map(str::trim).filter(|it| !it.is_empty() && key(it) != "none")
}

/// "longbow", or "Stinger: one-handed swords, whip: light melee whips".
///
/// # Errors
/// What there is.
pub fn weapons(value: &str) -> Result<Vec<Arc<Weapon>>, String> {
    let mut all: Vec<Arc<Weapon>> = vec![];
    for typed in list(value) {
        let (name, of) = typed.trim_end_matches(')').split_once([':', '=', '(']).unwrap_or((typed, typed));
        let (name, (subclass, category)) = (name.trim(), kind(of.trim())?);
        if name.is_empty() || name.chars().count() > 40 {
            return Err("a weapon\u{2019}s name needs 1 to 40 characters.".to_owned());
        }
        let alike = all.iter().filter(|it| key(&it.name) == key(name)).count();
        let name = if alike == 0 { name.to_owned() } else { format!("{name} {}", alike + 1) };
        all.push(Arc::new(Weapon { name, subclass, category }));
    }
    if all.len() > MOST_WEAPONS { Err(format!("at most {MOST_WEAPONS} weapons.")) } else { Ok(all) }
}

/// R20 Subclasses: what a proficiency or a mastery covers; one of a weapon that is carried counts as known.
///
/// # Errors
/// What there is.
pub fn proficiencies(value: &str, carried: &[Arc<Weapon>]) -> Result<Vec<String>, String> {
    let mut all = vec![];
    for typed in list(value) {
        let own = carried.iter().find(|it| key(&it.subclass) == key(typed)).map(|it| it.subclass.clone());
        let name = own.map_or_else(|| kind(typed).map(|it| it.0), Ok)?;
        if let Some((whole, category)) = Category::ALL.into_iter().find(|it| it.0 == name)
            && !carried.iter().any(|it| it.subclass == name)
        {
            let of: Vec<&str> = subclasses().filter(|it| it.1 == category).map(|it| it.0).collect();
            return Err(format!(
                "{whole} is a whole category, and a proficiency covers only one of its subclasses: {} (R20).",
                of.join(", ")
            ));
        }
        if !all.contains(&name) {
            all.push(name);
        }
    }
    Ok(all)
}

/// A kind of armour.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// Its name.
    pub name: String,
    /// R10: how much it takes off.
    pub reduction: i32,
    /// R16: wants armour training.
    #[serde(default)]
    pub trained: bool,
    /// R17: cannot be worn without armour training and strength.
    #[serde(default)]
    pub heavy: bool,
    /// R16, R17: the test to sneak.
    #[serde(default)]
    pub sneak: Sneak,
    /// R17: feet of movement it costs.
    #[serde(default)]
    pub slower_ft: u16,
}

/// What armour makes of sneaking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sneak {
    /// Nothing.
    #[default]
    Normal,
    /// R16.
    Disadvantage,
    /// R17.
    Never,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wardrobe {
    armour: Vec<Armour>,
}

static WARDROBE: LazyLock<Wardrobe> = LazyLock::new(|| {
    let text = include_str!("../../../../config/rulesets/td2e/armour.toml");
    toml::from_str(text).expect("armour.toml is checked by a test")
});

/// The kinds of armour there are.
pub fn wardrobe() -> &'static [Armour] {
    &WARDROBE.armour
}

/// The armour of this name; `None` for none at all.
///
/// # Errors
/// What there is.
pub fn armour(value: &str) -> Result<Option<String>, String> {
    let typed = key(value);
    let typed = typed.trim_end_matches("-armour").trim_end_matches("-armor");
    if ["none", "no", ""].contains(&typed) {
        return Ok(None);
    }
    match wardrobe().iter().find(|it| key(&it.name) == typed) {
        Some(it) => Ok(Some(it.name.clone())),
        None => Err("choose none, light, medium or heavy.".to_owned()),
    }
}

/// The armour that is worn.
pub fn worn(name: Option<&str>) -> Option<&'static Armour> {
    wardrobe().iter().find(|it| Some(it.name.as_str()) == name)
}

/// A trait.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trait {
    /// Its name.
    pub name: String,
    /// R19: how many slots it takes.
    #[serde(default = "one")]
    pub slots: u8,
    /// R1: dice for initiative.
    #[serde(default)]
    pub initiative: Option<u8>,
    /// R11, R14: the tests to stabilise.
    #[serde(default)]
    pub stabilise: Vec<TestDice>,
    /// C3: the least total of the critical roll.
    #[serde(default)]
    pub critical: Option<i32>,
    /// C3: with these weapons.
    #[serde(default)]
    pub with: Option<Category>,
    /// A5: the test to extricate oneself.
    #[serde(default)]
    pub extricate: Option<TestDice>,
    /// R16, R17: armour training.
    #[serde(default)]
    pub wears: bool,
    /// R17: strength.
    #[serde(default)]
    pub strong: bool,
    /// R23: bare hands.
    #[serde(default)]
    pub unarmed: bool,
    /// A11: helps to stabilise.
    #[serde(default)]
    pub attends: bool,
    /// A9: HP by sleep.
    #[serde(default)]
    pub sleep: Option<u8>,
    /// §3: HP more for those attended before sleep.
    #[serde(default)]
    pub for_others: Option<u8>,
    /// R19: takes its slot, or comes with a race, and bears on nothing that happens in a fight.
    #[serde(default)]
    pub elsewhere: bool,
}

const fn one() -> u8 {
    1
}

impl Trait {
    /// Whether any rule reads the row.
    pub fn does_something(&self) -> bool {
        self.slots != 1
            || self.initiative.is_some()
            || !self.stabilise.is_empty()
            || (self.critical.is_some() && self.with.is_some())
            || self.extricate.is_some()
            || self.wears
            || self.strong
            || self.unarmed
            || self.attends
            || self.sleep.is_some()
            || self.for_others.is_some()
            || self.elsewhere
    }
}

/// C4: what a monk has at one level.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MonkLevel {
    /// The test to evade, against an average number.
    pub evade: TestDice,
    /// Damage of bare hands.
    pub damage: i32,
    /// The least total of the critical roll.
    pub critical: i32,
    /// Damage reduction.
    pub reduction: i32,
    /// HP by meditation.
    #[serde(default)]
    pub meditation: Option<u8>,
}

/// C5: who a combatant is by birth.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Race {
    /// Its name.
    pub name: String,
    /// Hit points.
    pub hp: i32,
    /// Traits that take no slot.
    #[serde(default)]
    pub traits: Vec<String>,
    /// Slots beyond the usual.
    #[serde(default)]
    pub slots: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Gifts {
    #[serde(rename = "trait")]
    traits: Vec<Trait>,
    monk: Vec<MonkLevel>,
    race: Vec<Race>,
}

static GIFTS: LazyLock<Gifts> = LazyLock::new(|| {
    let text = include_str!("../../../../config/rulesets/td2e/traits.toml");
    let gifts: Gifts = toml::from_str(text).expect("traits.toml is checked by a test");
    for it in &gifts.traits {
        assert!(it.does_something(), "the trait {} does nothing", it.name);
    }
    gifts
});

/// The traits there are.
pub fn traits() -> &'static [Trait] {
    &GIFTS.traits
}

/// The trait of this name.
pub fn gift(name: &str) -> Option<&'static Trait> {
    let exact = traits().iter().find(|it| it.name == name); // the common case, met many times in every deed
    exact.or_else(|| {
        let armor = key(name).replace("armour", "armor");
        traits().iter().find(|it| has_key(&it.name, &armor))
    })
}

/// What monks have, from level 0 on.
pub fn monk_levels() -> &'static [MonkLevel] {
    &GIFTS.monk
}

/// The races there are.
pub fn races() -> &'static [Race] {
    &GIFTS.race
}
