//! Items: what they are, and how they are typed. Their numbers are rows of `config/rulesets/ingenuity/`; what the words of a row do is
//! written where it is done. A row that does nothing does not load. What a combatant has learned is in `learned.rs`.

use crate::rules::ingenuity::model::sheet::Attribute;
use crate::rules::{
    data_rows::{self, Rows},
    names::key,
};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, LazyLock};

/// More items than this nobody carries.
const MOST_ITEMS: usize = 12;
/// R48: durability of metal, if nothing is said.
const METAL: i32 = 10;
/// R48: durability of anything else.
const NOT_METAL: i32 = 4;
/// Metres of reach of whatever has none stated.
const REACH_M: u32 = 1;

/// What an attack is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum With {
    /// Bare hands.
    BareHands,
    /// An item, by its place among those carried.
    Item(u8),
    /// The same, thrown.
    Thrown(u8),
}

/// R50 Damage types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DamageType {
    /// Physical.
    Bludgeoning,
    /// Physical.
    Piercing,
    /// Physical.
    Slashing,
    /// Elemental.
    Arcane,
    /// Elemental.
    Cold,
    /// Elemental.
    Fire,
    /// Elemental.
    Radiant,
    /// Elemental.
    Shock,
    /// Elemental.
    Void,
    /// Typeless.
    Psychic,
    /// Whatever has no type stated.
    Typeless,
}

/// What takes damage off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProtectionKind {
    /// Physical deflection.
    Physical,
    /// Elemental deflection.
    Elemental,
    /// Nothing.
    Typeless,
}

impl DamageType {
    /// All of them, by name, with the letter of the old lists.
    pub const ALL: [(&'static str, &'static str, DamageType); 11] = [
        ("bludgeoning", "b", DamageType::Bludgeoning),
        ("piercing", "p", DamageType::Piercing),
        ("slashing", "s", DamageType::Slashing),
        ("arcane", "arcane", DamageType::Arcane),
        ("cold", "cold", DamageType::Cold),
        ("fire", "fire", DamageType::Fire),
        ("radiant", "radiant", DamageType::Radiant),
        ("shock", "shock", DamageType::Shock),
        ("void", "void", DamageType::Void),
        ("psychic", "psychic", DamageType::Psychic),
        ("typeless", "none", DamageType::Typeless),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        DamageType::ALL.iter().find(|it| it.2 == self).map_or("", |it| it.0)
    }

    /// The type of this name, or of this letter.
    pub fn named(typed: &str) -> Option<DamageType> {
        let typed = key(typed);
        DamageType::ALL.iter().find(|it| it.0 == typed || it.1 == typed).map(|it| it.2)
    }

    /// R50: what takes it off.
    pub fn kind(self) -> ProtectionKind {
        match self {
            DamageType::Bludgeoning | DamageType::Piercing | DamageType::Slashing => ProtectionKind::Physical,
            DamageType::Psychic | DamageType::Typeless => ProtectionKind::Typeless,
            _ => ProtectionKind::Elemental,
        }
    }
}

/// Something to fight with, or to hold before one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// What its owner calls it.
    pub name: String,
    /// Other words for it, in the list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// Damage; none where it is no weapon.
    #[serde(default)]
    pub damage: Option<i32>,
    /// The types of its damage; none is typeless.
    #[serde(default)]
    pub types: Vec<DamageType>,
    /// R34: the least luck die of a critical hit.
    #[serde(default = "never")]
    pub threshold: i32,
    /// R34: critical damage, whole.
    #[serde(default)]
    pub critical: i32,
    /// R32: attributes to choose from.
    #[serde(default)]
    pub attributes: Vec<Attribute>,
    /// R32: proficiencies that fit.
    #[serde(default)]
    pub proficiencies: Vec<String>,
    /// Metres of reach.
    #[serde(default = "reach")]
    pub reach: u32,
    /// C14: thrown so far without a penalty, and at most.
    #[serde(default)]
    pub thrown: Option<(u32, u32)>,
    /// C14: shot so far without a penalty, and at most.
    #[serde(default)]
    pub projectile: Option<(u32, u32)>,
    /// C14: actions to reload.
    #[serde(default)]
    pub reload: u16,
    /// R49: what it adds to deflection.
    #[serde(default)]
    pub parry: Option<i32>,
    /// R46: what it takes off.
    #[serde(default)]
    pub block: Option<i32>,
    /// What it can bear, where that is said.
    #[serde(default)]
    pub durability: Option<i32>,
    /// R48: made of metal.
    #[serde(default)]
    pub metal: bool,
    /// What it takes to hold it.
    #[serde(default = "one_hand")]
    pub hands: u8,
    /// C16: does nonlethal damage.
    #[serde(default)]
    pub nonlethal: bool,
}

const fn never() -> i32 {
    99
}
const fn reach() -> u32 {
    REACH_M
}
const fn one_hand() -> u8 {
    1
}

impl Item {
    /// R48 Broken: what it can bear when whole.
    pub fn whole(&self) -> i32 {
        self.durability.unwrap_or(if self.metal { METAL } else { NOT_METAL })
    }

    /// Whether one attacks with it.
    pub fn is_weapon(&self) -> bool {
        self.damage.is_some()
    }

    /// R50: what takes its damage off.
    pub fn kind(&self) -> ProtectionKind {
        self.types.first().map_or(ProtectionKind::Typeless, |it| it.kind())
    }

    /// Whether any rule reads the row.
    fn does_something(&self) -> bool {
        self.is_weapon() != (self.block.is_some() || (self.parry.is_some() && self.durability.is_some()))
            && (!self.is_weapon() || (!self.attributes.is_empty() && self.threshold <= 20 && self.critical > 0))
    }
}

impl Rows for Arc<Item> {
    const TABLE: &'static str = "item";
    fn all() -> &'static [Arc<Item>] {
        armoury()
    }
    fn name(&self) -> &str {
        &self.name
    }
    fn also(&self) -> &[String] {
        &self.also
    }
    fn problems(&self) -> Vec<String> {
        nothing(self.does_something())
    }
}

/// What is wrong with a row whose words nothing reads.
pub(super) fn nothing(does_something: bool) -> Vec<String> {
    if does_something { vec![] } else { vec!["it does nothing that a rule reads".to_owned()] }
}

static ARMOURY: LazyLock<Vec<Arc<Item>>> = LazyLock::new(|| {
    data_rows::load(
        "config/rulesets/ingenuity/weapons.toml",
        include_str!("../../../../config/rulesets/ingenuity/weapons.toml"),
    )
});

/// The items there are; the first are bare hands.
pub fn armoury() -> &'static [Arc<Item>] {
    &ARMOURY
}

/// Bare hands.
pub fn bare_hands() -> &'static Arc<Item> {
    &ARMOURY[0]
}

/// The item of this name in the list.
pub fn listed(typed: &str) -> Option<&'static Arc<Item>> {
    let wanted = key(typed);
    let bare = |it: &str| key(it) == wanted;
    armoury()
        .iter()
        .find(|it| bare(&it.name))
        .or_else(|| armoury().iter().find(|it| it.also.iter().any(|also| bare(also))))
}

/// What is typed with commas between, those in brackets left alone.
pub fn list(value: &str) -> Vec<&str> {
    let mut depth = 0i32;
    let parts = value.split(|it: char| {
        depth += i32::from(it == '(') - i32::from(it == ')');
        depth == 0 && (it == ',' || it == ';')
    });
    parts.map(str::trim).filter(|it| !it.is_empty() && key(it) != "none").collect()
}

/// "spear, small shield", "Stinger: dagger", "brand: 4 fire 19 +4 str/dex martial reach 2".
///
/// # Errors
/// What there is.
pub fn items(value: &str) -> Result<Vec<Arc<Item>>, String> {
    let mut all: Vec<Arc<Item>> = vec![];
    for typed in list(value) {
        let mut item = item(typed)?;
        if item.hands == 0 && item.name == bare_hands().name {
            continue; // everybody has them
        }
        if item.name.is_empty() || item.name.chars().count() > 40 {
            return Err("an item's name has 1 to 40 characters.".to_owned());
        }
        let alike = all.iter().filter(|it| key(&it.name).starts_with(&key(&item.name))).count();
        if alike > 0 {
            item.name = format!("{} {}", item.name, alike + 1);
        }
        all.push(Arc::new(item));
    }
    if all.len() > MOST_ITEMS { Err(format!("at most {MOST_ITEMS} items.")) } else { Ok(all) }
}

fn item(typed: &str) -> Result<Item, String> {
    if let Some(it) = listed(typed) {
        return Ok(Item { also: vec![], ..(**it).clone() });
    }
    let (name, made) = match typed.split_once(':').or_else(|| typed.trim_end_matches(')').split_once('(')) {
        Some((name, made)) => (name.trim(), made.trim()),
        None => return Err(unknown(typed)),
    };
    let bare = |name: &str| Item {
        name: name.to_owned(),
        also: vec![],
        damage: None,
        types: vec![],
        threshold: 20,
        critical: 0,
        attributes: vec![],
        proficiencies: vec![],
        reach: REACH_M,
        thrown: None,
        projectile: None,
        reload: 0,
        parry: None,
        block: None,
        durability: None,
        metal: false,
        hands: 1,
        nonlethal: false,
    };
    // It may begin with the name of a listed one: "pike: spear reach 3", or have one before the bracket: "spear (parry 2)".
    let words: Vec<&str> = made.split([' ', ',', ';']).filter(|it| !it.is_empty()).collect();
    let base = (1..=words.len().min(2)).rev().find_map(|count| Some((listed(&words[..count].join(" "))?, count)));
    let (mut item, words) = match (base, listed(name)) {
        (Some((it, count)), _) => (Item { name: name.to_owned(), also: vec![], ..(**it).clone() }, &words[count..]),
        (None, Some(it)) => (Item { also: vec![], ..(**it).clone() }, &words[..]),
        (None, None) => (bare(name), &words[..]),
    };
    describe(&mut item, words)?;
    if item.is_weapon() && item.attributes.is_empty() {
        item.attributes = vec![Attribute::Strength, Attribute::Dexterity];
    }
    if item.is_weapon() && item.proficiencies.is_empty() {
        item.proficiencies = vec![if item.projectile.is_some() { "archery" } else { "martial" }.to_owned()];
    }
    Ok(item)
}

fn unknown(typed: &str) -> String {
    let known: Vec<&str> = armoury().iter().map(|it| it.name.as_str()).collect();
    format!(
        "\u{201c}{typed}\u{201d} isn\u{2019}t an item known here. There are {}. Or describe your own: brand: 4 fire 19 +4 str/dex martial.",
        known.join(", ")
    )
}

/// Reads what is said of an item, word by word.
fn describe(item: &mut Item, words: &[&str]) -> Result<(), String> {
    let mut bonus = None;
    let mut words = words.iter().map(|it| it.to_lowercase());
    while let Some(word) = words.next() {
        let mut number = |what: &str| -> Result<i32, String> {
            let next = words.next().unwrap_or_default();
            let digits = next.trim_start_matches('+').trim_end_matches('m');
            digits
                .parse()
                .ok()
                .filter(|it| (0..=99).contains(it))
                .ok_or_else(|| format!("{what} takes a number, such as {what} 2."))
        };
        match word.as_str() {
            "damage" => item.damage = Some(number("damage")?),
            "threshold" => item.threshold = number("threshold")?,
            "crit" | "critical" => item.critical = number("critical")?,
            "bonus" => bonus = Some(number("bonus")?),
            "reach" => item.reach = number("reach")?.max(1).unsigned_abs(),
            "reload" => item.reload = number("reload")?.unsigned_abs() as u16,
            "parry" => item.parry = Some(number("parry")?),
            "block" => item.block = Some(number("block")?),
            "durability" | "dur" => item.durability = Some(number("durability")?),
            "hands" => item.hands = number("hands")?.clamp(0, 2) as u8,
            "two-handed" => item.hands = 2,
            "thrown" => item.thrown = Some(range(&words.next().unwrap_or_default())?),
            "projectile" | "range" | "ranged" => item.projectile = Some(range(&words.next().unwrap_or_default())?),
            "metal" => item.metal = true,
            "nonlethal" | "non-lethal" => item.nonlethal = true,
            "m" | "and" | "or" | "actions" | "action" => {}
            _ => loose(item, &word, &mut bonus),
        }
    }
    if let (Some(bonus), Some(damage)) = (bonus, item.damage) {
        item.critical = damage + bonus;
    }
    if item.critical == 0 {
        item.critical = item.damage.unwrap_or_default();
    }
    Ok(())
}

/// A number by itself is the damage and then the threshold, `+4` what a critical hit adds; what is no attribute and no type of damage
/// is a proficiency.
fn loose(item: &mut Item, word: &str, bonus: &mut Option<i32>) {
    if let Some(more) = word.strip_prefix('+').and_then(|it| it.parse().ok()) {
        *bonus = Some(more);
        return;
    }
    if let Ok(number) = word.trim_end_matches('+').parse::<i32>() {
        match item.damage {
            Some(_) if number > 12 => item.threshold = number,
            _ => item.damage = Some(number),
        }
        return;
    }
    let parts: Vec<&str> = word.trim_matches(['(', ')', '[', ']']).split('/').collect();
    let types: Vec<DamageType> = parts.iter().filter_map(|it| DamageType::named(it)).collect();
    let attributes: Vec<Attribute> = parts.iter().filter_map(|it| Attribute::named(it)).collect();
    match () {
        () if types.len() == parts.len() => item.types = types,
        () if attributes.len() == parts.len() => item.attributes = attributes,
        () => item.proficiencies = parts.into_iter().map(key).collect(),
    }
}

fn range(typed: &str) -> Result<(u32, u32), String> {
    let (near, far) = typed.trim_end_matches('m').split_once('/').unwrap_or((typed, typed));
    match (near.trim_end_matches('m').parse::<u32>(), far.trim_end_matches('m').parse::<u32>()) {
        (Ok(near), Ok(far)) if near > 0 && near <= far && far < 2000 => Ok((near, far)),
        _ => Err(format!(
            "write a range as 6/42 (metres without a penalty, then the most), not \u{201c}{typed}\u{201d}."
        )),
    }
}

/// An item as [`items`] reads it.
pub fn item_words(it: &Item) -> String {
    let base =
        armoury().iter().find(|listed| Item { name: it.name.clone(), also: vec![], ..(***listed).clone() } == *it);
    match base {
        Some(base) if base.name == it.name => return it.name.clone(),
        Some(base) => return format!("{}: {}", it.name, base.name),
        None => {}
    }
    let mut words = vec![];
    if let Some(damage) = it.damage {
        words.push(format!("damage {damage}"));
        if !it.types.is_empty() {
            words.push(it.types.iter().map(|it| it.name()).collect::<Vec<_>>().join("/"));
        }
        words.push(format!("threshold {} critical {}", it.threshold, it.critical));
        words.push(it.attributes.iter().map(|it| it.name()).collect::<Vec<_>>().join("/"));
        words.push(it.proficiencies.join("/"));
        words.push(format!("reach {}", it.reach));
    }
    words.extend(it.thrown.map(|(near, far)| format!("thrown {near}/{far}")));
    words.extend(it.projectile.map(|(near, far)| format!("projectile {near}/{far}")));
    words.extend((it.reload > 0).then(|| format!("reload {}", it.reload)));
    words.extend(it.parry.map(|parry| format!("parry {parry}")));
    words.extend(it.block.map(|block| format!("block {block}")));
    words.extend(it.durability.map(|durability| format!("durability {durability}")));
    words.extend(it.metal.then(|| "metal".to_owned()));
    words.push(format!("hands {}", it.hands));
    words.extend(it.nonlethal.then(|| "nonlethal".to_owned()));
    format!("{}: {}", it.name, words.join(" "))
}
