//! Who somebody is before the fight: abilities, weapons, armour, skills, items. [`read`] takes a sheet as it was typed and gives
//! back a checked one or every problem at once, each with its field. It does not know whose character it is.

use super::fields::key;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, LazyLock};

/// The lowest and highest an ability can be, and the highest of humans (C14).
pub const ABILITY_MIN: i32 = 1;
/// The highest an ability can be.
pub const ABILITY_MAX: i32 = 19;
/// The highest an ability of a human can be.
pub const HUMAN_MAX: i32 = 15;
/// More weapons and items than this nobody carries; texts longer than this nobody reads.
const MOST_THINGS: usize = 12;
const TEXT_MAX_CHARS: usize = 400;

/// One of the three abilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ability {
    /// Wits.
    Wit,
    /// Strength.
    Str,
    /// Agility.
    Agi,
}

/// The three numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Abilities {
    /// WIT.
    pub wit: i32,
    /// STR.
    pub strength: i32,
    /// AGI.
    pub agi: i32,
}

impl Abilities {
    /// One of them.
    pub fn get(&self, which: Ability) -> i32 {
        match which {
            Ability::Wit => self.wit,
            Ability::Str => self.strength,
            Ability::Agi => self.agi,
        }
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, which: Ability) -> &mut i32 {
        match which {
            Ability::Wit => &mut self.wit,
            Ability::Str => &mut self.strength,
            Ability::Agi => &mut self.agi,
        }
    }
}

/// A weapon: its own name, and what its kind says. A row of `config/rulesets/murdham/weapons.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weapon {
    /// What its owner calls it; the kind's name if they call it nothing.
    pub name: String,
    /// Its kind.
    #[serde(default)]
    pub kind: String,
    /// The damage die.
    pub die: u16,
    /// How many hands it takes.
    pub hands: u8,
    /// How far it reaches, in zones; `None` for melee.
    #[serde(default)]
    pub range: Option<u32>,
    /// Once in a fight.
    #[serde(default)]
    pub reload: bool,
    /// Ignores armour.
    #[serde(default)]
    pub direct: bool,
    /// May be lobbed.
    #[serde(default)]
    pub indirect: bool,
    /// Can only be lobbed.
    #[serde(default)]
    pub lobbed_only: bool,
    /// Gone after one attack.
    #[serde(default)]
    pub used_up: bool,
    /// Only against somebody who is unaware of it.
    #[serde(default)]
    pub unaware: bool,
    /// It is a shield, with which one can also strike.
    #[serde(default)]
    pub shield: bool,
}

/// What is worn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Armour {
    /// Nothing.
    #[default]
    None,
    /// Armour value 1.
    Light,
    /// Armour value 2.
    Heavy,
}

/// The skills that these rules know what to do with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Skill {
    /// Always first in counters.
    FastAttack,
    /// One dodge a round that is not the turn.
    FastDodge,
    /// Dodges opportunity attacks without spending the turn; sprints a zone further.
    FleetFooted,
    /// Unarmed d6, not impaired; one armour against the unarmed.
    Brawling,
    /// The shield counts against every attack one is aware of.
    ShieldMastery,
    /// Melee die up one step.
    SkilledStrike,
    /// Ranged die up one step.
    SkilledShot,
    /// d12 against the unaware.
    SneakAttack,
    /// Twice the range.
    SteadyAim,
    /// The off hand is as good.
    Ambidexterity,
    /// Any number of items in hand by one bonus action.
    QuickDraw,
}

impl Skill {
    /// All of them, by name.
    pub const ALL: [(&'static str, Skill); 11] = [
        ("Fast attack", Skill::FastAttack),
        ("Fast dodge", Skill::FastDodge),
        ("Fleet footed", Skill::FleetFooted),
        ("Brawling", Skill::Brawling),
        ("Shield mastery", Skill::ShieldMastery),
        ("Skilled strike", Skill::SkilledStrike),
        ("Skilled shot", Skill::SkilledShot),
        ("Sneak attack", Skill::SneakAttack),
        ("Steady aim", Skill::SteadyAim),
        ("Ambidexterity", Skill::Ambidexterity),
        ("Quick draw", Skill::QuickDraw),
    ];

    fn name(self) -> &'static str {
        Skill::ALL.iter().find(|it| it.1 == self).map_or("", |it| it.0)
    }
}

/// Something that is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Item {
    /// Heals half of the drinker's STR.
    HealingDraught,
}

impl Item {
    /// All of them, by name.
    pub const ALL: [(&'static str, Item); 1] = [("healing draught", Item::HealingDraught)];

    /// What it is called.
    pub fn name(self) -> &'static str {
        Item::ALL.iter().find(|it| it.1 == self).map_or("", |it| it.0)
    }
}

/// A checked sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// WIT, STR, AGI.
    pub abilities: Abilities,
    /// Health at the beginning, at most STR.
    pub health: i32,
    /// Weapons in the order typed, then shields.
    pub weapons: Vec<Arc<Weapon>>,
    /// What is worn.
    pub armour: Armour,
    /// Whether a helmet is worn.
    pub helmet: bool,
    /// Skills.
    pub skills: Vec<Skill>,
    /// Items with how many of each.
    pub items: Vec<(Item, u8)>,
    /// Begins the fight concealed.
    pub concealed: bool,
    /// Not human: abilities may exceed 15 also on a player's character.
    pub creature: bool,
}

impl Sheet {
    /// Whether they have a skill.
    pub fn has(&self, skill: Skill) -> bool {
        self.skills.contains(&skill)
    }
}

#[derive(Deserialize)]
struct Arsenal {
    weapon: Vec<Weapon>,
    also: std::collections::BTreeMap<String, String>,
}

static ARSENAL: LazyLock<Arsenal> = LazyLock::new(|| {
    let text = include_str!("../../../config/rulesets/murdham/weapons.toml");
    toml::from_str::<Arsenal>(text).expect("weapons.toml is checked by a test")
});

/// The kinds of weapons there are.
pub fn kinds() -> &'static [Weapon] {
    &ARSENAL.weapon
}

/// The kind of this name, or the kind that an everyday word such as "bow" stands for.
pub fn kind(name: &str) -> Option<&'static Weapon> {
    let kind = |name: &str| kinds().iter().find(|it| key(&it.name) == key(name));
    let also = || ARSENAL.also.iter().find(|it| key(it.0) == key(name)).and_then(|it| kind(it.1));
    kind(name).or_else(also)
}

type Problems = Vec<(String, String)>;

/// Reads a sheet from the fields that were typed.
///
/// # Errors
/// Every problem, with its field.
pub fn read(typed: &[(String, String)]) -> Result<Sheet, Problems> {
    let mut problems = vec![];
    let mut sheet = Sheet {
        abilities: Abilities { wit: 8, strength: 8, agi: 8 },
        health: 0,
        weapons: vec![],
        armour: Armour::None,
        helmet: false,
        skills: vec![],
        items: vec![],
        concealed: false,
        creature: false,
    };
    let (mut health, mut shields) = (None, 0);
    for (name, value) in typed {
        let value = value.trim();
        let fault = if value.chars().count() > TEXT_MAX_CHARS {
            Err(format!("at most {TEXT_MAX_CHARS} characters, please."))
        } else {
            match key(name).as_str() {
                "wit" | "wits" => ability(value).map(|it| sheet.abilities.wit = it),
                "str" | "strength" => ability(value).map(|it| sheet.abilities.strength = it),
                "agi" | "agility" => ability(value).map(|it| sheet.abilities.agi = it),
                "health" | "hp" => number(value).map(|it| health = Some(it)),
                "weapons" | "weapon" => weapons(value).map(|it| sheet.weapons = it),
                "armour" | "armor" => armour(value).map(|it| sheet.armour = it),
                "shield" | "shields" => shield(value).map(|it| shields = it),
                "helmet" | "helm" => yes(value).map(|it| sheet.helmet = it),
                "skills" | "skill" => skills(value).map(|it| sheet.skills = it),
                "items" | "item" | "gear" => items(value).map(|it| sheet.items = it),
                "concealed" | "ambush" => yes(value).map(|it| sheet.concealed = it),
                "folk" => folk(value).map(|it| sheet.creature = it),
                _ => Err("a Murdham sheet has no such field. It has wit, str, agi, health, weapons, armour, shield, \
                          helmet, skills, items, concealed, folk."
                    .to_owned()),
            }
        };
        problems.extend(fault.err().map(|why| (name.clone(), why)));
    }
    sheet.weapons.extend((0..shields).filter_map(|_| kind("shield")).map(|it| Arc::new(named(it, &it.name))));
    number_alike(&mut sheet.weapons);
    sheet.health = health.unwrap_or(sheet.abilities.strength);
    if !(0..=sheet.abilities.strength).contains(&sheet.health) {
        let why = format!("from 0 to STR, which is {}; you gave {}.", sheet.abilities.strength, sheet.health);
        problems.push(("health".to_owned(), why));
    }
    if problems.is_empty() { Ok(sheet) } else { Err(problems) }
}

fn number(value: &str) -> Result<i32, String> {
    value.parse().map_err(|_| format!("a whole number is needed, not \u{201c}{value}\u{201d}."))
}

fn ability(value: &str) -> Result<i32, String> {
    match number(value)? {
        it @ ABILITY_MIN..=ABILITY_MAX => Ok(it),
        it => Err(format!("abilities go from {ABILITY_MIN} to {ABILITY_MAX}; you gave {it}.")),
    }
}

/// Yes or no, as people type it.
///
/// # Errors
/// What was wanted.
pub fn yes(value: &str) -> Result<bool, String> {
    match key(value).as_str() {
        "yes" | "on" | "true" | "1" | "y" => Ok(true),
        "no" | "off" | "false" | "0" | "n" | "none" => Ok(false),
        _ => Err(format!("yes or no, not \u{201c}{value}\u{201d}.")),
    }
}

fn folk(value: &str) -> Result<bool, String> {
    match key(value).as_str() {
        "human" => Ok(false),
        "other" | "creature" => Ok(true),
        _ => Err("human or other.".to_owned()),
    }
}

fn shield(value: &str) -> Result<usize, String> {
    match key(value).as_str() {
        "2" | "two" => Ok(2),
        _ => yes(value).map(usize::from).map_err(|_| "yes, no or 2.".to_owned()),
    }
}

/// Reads what is worn.
///
/// # Errors
/// What there is.
pub fn armour(value: &str) -> Result<Armour, String> {
    match key(value).as_str() {
        "none" | "no" | "0" => Ok(Armour::None),
        "light" | "light-armour" | "light-armor" | "1" => Ok(Armour::Light),
        "heavy" | "heavy-armour" | "heavy-armor" | "2" => Ok(Armour::Heavy),
        _ => Err("none, light or heavy.".to_owned()),
    }
}

fn list(value: &str) -> impl Iterator<Item = &str> {
    value.split([',', ';']).map(str::trim).filter(|it| !it.is_empty() && key(it) != "none")
}

/// "martial hand", or "axe: martial hand, bow: missile great indirect".
fn weapons(value: &str) -> Result<Vec<Arc<Weapon>>, String> {
    let mut all = vec![];
    for typed in list(value) {
        let named_kind = typed.trim_end_matches(')').split_once([':', '=', '(']);
        let (name, of) = named_kind.map_or((typed, typed), |(name, of)| (name.trim(), of.trim()));
        let lobbing = of.strip_suffix("indirect").map(str::trim);
        let Some(row) = kind(lobbing.unwrap_or(of)) else {
            let known: Vec<&str> = kinds().iter().map(|it| it.name.as_str()).collect();
            return Err(format!("\u{201c}{of}\u{201d} is no kind of weapon. Kinds: {}.", known.join(", ")));
        };
        if lobbing.is_some() && row.range.is_none() {
            return Err(format!("{} is a melee weapon and cannot be indirect.", row.name));
        }
        let own = lobbing.unwrap_or(of);
        let name = if name != of { name } else if key(own) == key(&row.name) { row.name.as_str() } else { own };
        if name.is_empty() || name.chars().count() > 40 {
            return Err("a weapon's name has 1 to 40 characters.".to_owned());
        }
        let mut weapon = named(row, name);
        weapon.indirect |= lobbing.is_some();
        all.push(Arc::new(weapon));
    }
    if all.len() > MOST_THINGS { Err(format!("at most {MOST_THINGS} weapons.")) } else { Ok(all) }
}

fn named(kind: &Weapon, name: &str) -> Weapon {
    Weapon { name: name.to_owned(), kind: kind.name.clone(), ..kind.clone() }
}

/// Weapons of the same name get numbers, so that each can be told from the others.
fn number_alike(weapons: &mut [Arc<Weapon>]) {
    for index in 1..weapons.len() {
        let alike = weapons[..index].iter().filter(|it| it.name == weapons[index].name).count();
        let earlier = weapons[..index].iter().filter(|it| it.kind == weapons[index].kind).count();
        if alike > 0 {
            let name = format!("{} {}", weapons[index].name, earlier + 1);
            Arc::make_mut(&mut weapons[index]).name = name;
        }
    }
}

fn skills(value: &str) -> Result<Vec<Skill>, String> {
    let mut all = vec![];
    for typed in list(value) {
        let Some((_, skill)) = Skill::ALL.iter().find(|it| key(it.0) == key(typed)) else {
            let known: Vec<&str> = Skill::ALL.iter().map(|it| it.0).collect();
            return Err(format!(
                "\u{201c}{typed}\u{201d} is no skill that anything here reads. Skills: {}.",
                known.join(", ")
            ));
        };
        if !all.contains(skill) {
            all.push(*skill);
        }
    }
    Ok(all)
}

/// "healing draught", or "healing draught x2".
///
/// # Errors
/// What there is.
pub fn items(value: &str) -> Result<Vec<(Item, u8)>, String> {
    let mut all: Vec<(Item, u8)> = vec![];
    for typed in list(value) {
        let (name, count) = match typed.rsplit_once([' ', '\u{d7}']) {
            Some((name, count)) => match count.trim_start_matches('x').parse::<u8>() {
                Ok(count) => (name.trim_end_matches([' ', 'x']), count),
                Err(_) => (typed, 1),
            },
            None => (typed, 1),
        };
        let Some((_, item)) = Item::ALL.iter().find(|it| key(it.0) == key(name)) else {
            let known: Vec<&str> = Item::ALL.iter().map(|it| it.0).collect();
            return Err(format!(
                "\u{201c}{name}\u{201d} is no item that anything here reads. Items: {}.",
                known.join(", ")
            ));
        };
        if !(1..=20).contains(&count) {
            return Err("from 1 to 20 of an item.".to_owned());
        }
        match all.iter_mut().find(|it| it.0 == *item) {
            Some(same) => same.1 = same.1.saturating_add(count),
            None => all.push((*item, count)),
        }
    }
    Ok(all)
}

/// The fields of a sheet, as [`read`] reads them.
pub fn fields(sheet: &Sheet) -> Vec<(String, String)> {
    let word = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let arms = sheet.weapons.iter().filter(|it| !it.shield).map(|it| {
        let lobbing = kind(&it.kind).is_some_and(|kind| it.indirect && !kind.indirect);
        format!("{}: {}{}", it.name, it.kind, if lobbing { " indirect" } else { "" })
    });
    let items = sheet.items.iter().map(|(item, count)| format!("{} x{count}", item.name()));
    let skills = sheet.skills.iter().map(|it| it.name());
    [
        ("wit", sheet.abilities.wit.to_string()),
        ("str", sheet.abilities.strength.to_string()),
        ("agi", sheet.abilities.agi.to_string()),
        ("health", sheet.health.to_string()),
        ("weapons", arms.collect::<Vec<_>>().join(", ")),
        ("armour", super::words::armour(sheet.armour).to_owned()),
        ("shield", sheet.weapons.iter().filter(|it| it.shield).count().to_string()),
        ("helmet", word(sheet.helmet)),
        ("skills", skills.collect::<Vec<_>>().join(", ")),
        ("items", items.collect::<Vec<_>>().join(", ")),
        ("concealed", word(sheet.concealed)),
        ("folk", if sheet.creature { "other" } else { "human" }.to_owned()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}

/// Ready-made sheets of `config/rulesets/murdham/people.toml`, by name.
pub fn templates() -> Vec<(String, Sheet)> {
    static PEOPLE: LazyLock<Vec<(String, Sheet)>> = LazyLock::new(|| {
        let text = include_str!("../../../config/rulesets/murdham/people.toml");
        let rows: std::collections::BTreeMap<String, std::collections::BTreeMap<String, String>> =
            toml::from_str(text).expect("people.toml is checked by a test");
        rows.into_iter()
            .map(|(name, fields)| {
                let fields: Vec<_> = fields.into_iter().collect();
                (name, read(&fields).expect("people.toml is checked by a test"))
            })
            .collect()
    });
    PEOPLE.clone()
}
