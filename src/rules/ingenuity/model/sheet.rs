//! Who a combatant is before the fight: attributes, skills, proficiencies, what follows from them, and what they carry. [`read`] takes a
//! sheet as it was typed and gives back a checked one or every problem at once, each with its field. It does not know whose it is.
//! How a single value is read is `sheet_values.rs`.

use crate::rules::ingenuity::model::{
    gear::{self, Item},
    learned::{self, Power},
    sheet_values::{PEOPLE, at_hand, bonus, die, hold, maneuvers, pairs, size, talents, whole},
};
pub use crate::rules::{
    ingenuity::model::sheet_values::{template_heroes, template_styles},
    wording::yes,
};
use crate::rules::{names::key, wording};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

/// Texts longer than this nobody reads.
const TEXT_MAX_CHARS: usize = 600;
/// C5: sides of an attribute's and of a skill's dice.
pub const SIDES: [u16; 5] = [4, 6, 8, 10, 12];
/// C5: an attribute of which nothing is said.
const AVERAGE: u16 = 6;
/// C5: a skill of which nothing is said.
pub const UNTRAINED: u16 = 4;
/// C8: no more fate than this.
pub const FATE_MAX: i32 = 3;
/// R55: the first number to cheat death.
pub const CHEAT_DEATH: i32 = 10;
/// C10: the sizes, from 1.
pub const SIZES: [&str; 12] = [
    "miniscule",
    "tiny",
    "small",
    "medium",
    "large",
    "huge",
    "gigantic",
    "enormous",
    "massive",
    "tremendous",
    "colossal",
    "titanic",
];
/// Skills that are known by name; others are written under `skills`.
pub const SKILLS: [&str; 9] =
    ["combat", "agility", "athletics", "handling", "insight", "perception", "charisma", "craft", "taming"];
/// The proficiency of everything that's thrown.
pub const THROWING: &str = "throwing";
/// Proficiencies that are known by name; others are written under `proficiencies`.
pub const PROFICIENCIES: [&str; 21] = [
    "archery",
    "finesse",
    "firearms",
    "martial",
    THROWING,
    "unarmed",
    "lifting",
    "wrestling",
    "dodge",
    "fortitude",
    "resistance",
    "healing",
    "running",
    "stealth",
    "sleight",
    "jumping",
    "anatomy",
    "convince",
    "persuade",
    "intimidate",
    "tinkering",
];

/// C5 Attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Attribute {
    /// STR.
    Strength,
    /// DEX.
    Dexterity,
    /// INT.
    Intellect,
    /// RES.
    Resolve,
}

impl Attribute {
    /// All of them.
    pub const ALL: [Attribute; 4] =
        [Attribute::Strength, Attribute::Dexterity, Attribute::Intellect, Attribute::Resolve];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Attribute::Strength => "strength",
            Attribute::Dexterity => "dexterity",
            Attribute::Intellect => "intellect",
            Attribute::Resolve => "resolve",
        }
    }

    /// The attribute of this name, or of its first three letters.
    pub fn named(typed: &str) -> Option<Attribute> {
        let typed = key(typed);
        Attribute::ALL.into_iter().find(|it| it.name() == typed || it.name()[..3] == typed)
    }
}

/// C5: half, rounded up.
pub fn half_up(number: i32) -> i32 {
    (number + 1).div_euclid(2)
}

/// A checked sheet. Stated values stand; what is not stated follows from the dice (C6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// Sides of the attributes' dice: strength, dexterity, intellect, resolve.
    pub attributes: [u16; 4],
    /// Sides of the skills' dice.
    pub skills: BTreeMap<String, u16>,
    /// Bonuses.
    pub proficiencies: BTreeMap<String, i32>,
    /// Talents with their ranks.
    pub talents: BTreeMap<String, u8>,
    /// Maneuvers that are learned.
    pub maneuvers: Vec<String>,
    /// Powers.
    pub powers: Vec<Power>,
    /// From 1 to 12.
    pub size: i32,
    /// Armour: physical, elemental.
    pub armour: (i32, i32),
    /// Values that are stated, by name.
    pub stated: BTreeMap<String, i32>,
    /// What is carried.
    pub items: Vec<Arc<Item>>,
    /// What is in hand at the beginning, by its place among the items.
    pub in_hand: Vec<u8>,
    /// Pools as they are at the beginning, where they are not full, by name.
    pub now: BTreeMap<String, i32>,
    /// C8.
    pub fate: i32,
    /// R55: the number to cheat death.
    pub cheat_death: i32,
    /// C11: breaks since the last rest.
    pub breaks: i32,
    /// Did not outlive the last fight.
    pub dead: bool,
    /// R37: begins a fight unseen.
    #[serde(default)]
    pub hidden: bool,
}

impl Default for Sheet {
    fn default() -> Sheet {
        Sheet {
            attributes: [AVERAGE; 4],
            skills: BTreeMap::new(),
            proficiencies: BTreeMap::new(),
            talents: BTreeMap::new(),
            maneuvers: vec![],
            powers: vec![],
            size: 4,
            armour: (0, 0),
            stated: BTreeMap::new(),
            items: vec![],
            in_hand: vec![],
            now: BTreeMap::new(),
            fate: 0,
            cheat_death: CHEAT_DEATH,
            breaks: 0,
            dead: false,
            hidden: false,
        }
    }
}

/// The pools, by name.
pub const POOLS: [&str; 4] = ["endurance", "health", "stamina", "focus"];
/// Values that may be stated and otherwise follow from the dice, by name.
pub const DERIVED: [&str; 6] =
    ["evasion", "constitution", "willpower", "physical-deflection", "elemental-deflection", "speed"];

impl Sheet {
    /// Sides of an attribute's die.
    pub fn attribute(&self, of: Attribute) -> u16 {
        self.attributes[of as usize]
    }

    /// Sides of a skill's die.
    pub fn skill(&self, name: &str) -> u16 {
        self.skills.get(name).copied().unwrap_or(UNTRAINED)
    }

    /// A proficiency's bonus.
    pub fn proficiency(&self, name: &str) -> i32 {
        self.proficiencies.get(name).copied().unwrap_or(0)
    }

    /// C5 Passive value: half the most of the die.
    fn passive(&self, of: Attribute) -> i32 {
        half_up(i32::from(self.attribute(of)))
    }

    fn gift(&self, of: fn(&learned::Talent) -> i32) -> i32 {
        self.talents.keys().filter_map(|it| learned::talent(it)).map(of).sum()
    }

    /// C17: whether they reach the rank that a talent asks for this.
    pub fn has_rank(&self, wanted: fn(&learned::Talent) -> Option<u8>) -> bool {
        self.talents
            .iter()
            .any(|(name, rank)| learned::talent(name).and_then(wanted).is_some_and(|least| *rank >= least))
    }

    /// C6 Stats: a value by its name: stated, or what follows from the dice.
    pub fn stat(&self, name: &str) -> i32 {
        if let Some(stated) = self.stated.get(name) {
            return *stated;
        }
        let most = |of: Attribute| 6 + i32::from(self.attribute(of));
        let [strength, dexterity, intellect, resolve] = Attribute::ALL;
        match name {
            "health" => most(strength),
            "endurance" => most(resolve) + self.gift(|it| it.endurance),
            "stamina" => most(dexterity) + self.gift(|it| it.stamina),
            "focus" => most(intellect) + self.gift(|it| it.focus),
            "constitution" => self.passive(resolve) + self.passive(strength) + self.proficiency("fortitude"),
            "evasion" => self.passive(resolve) + self.passive(dexterity) + self.proficiency("dodge"),
            "willpower" => self.passive(resolve) + self.passive(intellect) + self.proficiency("resistance"),
            "physical-deflection" => self.passive(resolve) + self.armour.0,
            "elemental-deflection" => self.passive(intellect) + self.armour.1,
            "speed" => {
                let agility = half_up(i32::from(self.skill("agility")));
                self.size + self.passive(dexterity) + agility + self.proficiency("running")
            }
            _ => 0,
        }
    }

    /// What is in a pool at the beginning.
    pub fn pool(&self, name: &str) -> i32 {
        self.now.get(name).copied().unwrap_or_else(|| self.stat(name)).clamp(0, self.stat(name))
    }
}

/// A value's name, by the name or the letters that were typed.
pub fn stat_named(typed: &str) -> Option<&'static str> {
    let typed = key(typed);
    let typed = typed.strip_suffix("-points").unwrap_or(&typed);
    Some(match typed {
        "endurance" | "ed" => "endurance",
        "health" | "hp" | "hit" => "health",
        "stamina" | "st" => "stamina",
        "focus" | "fc" => "focus",
        "evasion" | "eva" | "reflexes" => "evasion",
        "constitution" | "con" => "constitution",
        "willpower" | "will" | "wil" => "willpower",
        "physical-deflection"
        | "physical-def"
        | "physical-defence"
        | "physical-defense"
        | "physical"
        | "deflection"
        | "def"
        | "pdef"
        | "physical-reduction"
        | "damage-reduction"
        | "physical-damage-reduction"
        | "reduction" => "physical-deflection",
        "elemental-deflection"
        | "elemental-def"
        | "elemental-defence"
        | "elemental-defense"
        | "elemental"
        | "edef"
        | "elemental-reduction"
        | "elemental-damage-reduction" => "elemental-deflection",
        "speed" => "speed",
        _ => return None,
    })
}

/// Reads a sheet.
///
/// # Errors
/// Every problem, with its field.
pub fn read(typed: &[(String, String)]) -> Result<Sheet, Vec<(String, String)>> {
    let mut problems: Vec<(String, String)> = vec![];
    let mut sheet = Sheet::default();
    let mut in_hand = None;
    for (name, value) in typed {
        let value = value.trim();
        let fault = match () {
            () if value.chars().count() > TEXT_MAX_CHARS => {
                Err(format!("at most {TEXT_MAX_CHARS} characters, please."))
            }
            () if value.starts_with('(') && value.ends_with(')') => Ok(()), // what follows from the dice, as `fields` writes it
            () if ["in-hand", "held", "hands", "wields", "wielding"].contains(&key(name).as_str()) => {
                in_hand = Some((name.clone(), value.to_owned()));
                Ok(())
            }
            () => match stat_named(name).filter(|it| POOLS.contains(it)) {
                Some(pool) if has_most(typed, pool) && !value.contains('/') => whole(value, 0, 99).map(|now| {
                    sheet.now.insert(pool.to_owned(), now);
                }),
                _ => field(&mut sheet, &key(name), value),
            },
        };
        problems.extend(fault.err().map(|why| (name.clone(), why)));
    }
    // After the items, of which it speaks.
    match in_hand {
        None => sheet.in_hand = at_hand(&sheet.items),
        Some((name, value)) => match hold(&sheet.items, &value) {
            Ok(held) => sheet.in_hand = held,
            Err(why) => problems.push((name, why)),
        },
    }
    for pool in POOLS {
        if is_full(typed, pool) {
            sheet.now.remove(pool);
        }
        if let Some(now) = sheet.now.get(pool).copied()
            && now > sheet.stat(pool)
        {
            problems.push((pool.to_owned(), format!("this can be at most {}, but you gave {now}.", sheet.stat(pool))));
        }
        if sheet.now.get(pool) == Some(&sheet.stat(pool)) {
            sheet.now.remove(pool);
        }
    }
    if problems.is_empty() { Ok(sheet) } else { Err(problems) }
}

/// Whether the most of a pool is among the fields: then the pool's own field says only what is in it now.
fn has_most(typed: &[(String, String)], pool: &str) -> bool {
    let most = |name: &str| key(name).strip_prefix("max-").and_then(stat_named);
    typed.iter().any(|it| most(&it.0) == Some(pool))
}

/// Whether a pool is as full as its most, which follows from the dice: it stays so, also where the dice have changed since.
fn is_full(typed: &[(String, String)], pool: &str) -> bool {
    let said = |wanted: &dyn Fn(&str) -> bool| typed.iter().rev().find(|it| wanted(&it.0)).map(|it| it.1.trim());
    let most = said(&|name| key(name).strip_prefix("max-").and_then(stat_named) == Some(pool));
    let now = said(&|name| stat_named(name) == Some(pool));
    now.is_some_and(|now| most == Some(&format!("({now})")))
}

fn field(sheet: &mut Sheet, name: &str, value: &str) -> Result<(), String> {
    if !named_field(sheet, name, value)? {
        listed_field(sheet, name, value)?;
    }
    Ok(())
}

/// A field called by what it's the value of: an attribute, a stat, a skill, a proficiency, a talent. Whether it's one.
fn named_field(sheet: &mut Sheet, name: &str, value: &str) -> Result<bool, String> {
    if let Some(of) = Attribute::named(name) {
        sheet.attributes[of as usize] = die(value)?;
    } else if let Some(most) = name.strip_prefix("max-").or_else(|| name.strip_prefix("maximum-")).and_then(stat_named)
    {
        sheet.stated.insert(most.to_owned(), whole(value, 1, 99)?);
    } else if let (Some("physical-deflection"), Some((physical, elemental))) = (stat_named(name), value.split_once('/'))
    {
        stated(sheet, "physical-deflection", physical.trim())?;
        stated(sheet, "elemental-deflection", elemental.trim())?;
    } else if let Some(stat) = stat_named(name) {
        stated(sheet, stat, value)?;
    } else if SKILLS.contains(&name) {
        sheet.skills.insert(name.to_owned(), die(value)?);
    } else if PROFICIENCIES.contains(&name) {
        sheet.proficiencies.insert(name.to_owned(), bonus(value)?);
    } else if let Some(talent) = learned::talent(name) {
        if yes(value) == Ok(true) && value.parse::<i32>().is_err() {
            sheet.talents.extend(talents(&talent.name)?);
        } else {
            sheet.talents.insert(talent.name.clone(), whole(value, 1, 9)? as u8);
        }
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// A field that lists several values, or has a name of its own.
fn listed_field(sheet: &mut Sheet, name: &str, value: &str) -> Result<(), String> {
    match name {
        "attributes" | "attribute" => {
            for (name, value) in pairs(value)? {
                let of = Attribute::named(&name)
                    .ok_or_else(|| format!("\u{201c}{name}\u{201d} isn\u{2019}t an attribute (C5)."))?;
                sheet.attributes[of as usize] = die(&value)?;
            }
        }
        "skills" | "skill" => {
            for (name, value) in pairs(value)? {
                sheet.skills.insert(name, die(&value)?);
            }
        }
        "proficiencies" | "proficiency" | "profs" | "prof" => {
            for (name, value) in pairs(value)? {
                sheet.proficiencies.insert(name, bonus(&value)?);
            }
        }
        "talents" | "talent" => sheet.talents = talents(value)?,
        "maneuvers" | "maneuver" | "manoeuvres" => sheet.maneuvers = maneuvers(value)?,
        "powers" | "power" => sheet.powers = learned::powers(value)?,
        "size" => sheet.size = size(value)?,
        "armour" | "armor" | "armour-rating" => {
            let (physical, elemental) = value.split_once('/').unwrap_or((value, value));
            sheet.armour = (whole(physical, 0, 20)?, whole(elemental, 0, 20)?);
        }
        "weapons" | "weapon" | "items" | "gear" => sheet.items.splice(0..0, gear::items(value)?).for_each(drop),
        "shield" | "shields" => sheet.items.extend(gear::items(value)?),
        "fate" => sheet.fate = whole(value, 0, FATE_MAX)?,
        "cheat-death" | "death-difficulty" | "death" => sheet.cheat_death = whole(value, CHEAT_DEATH, 99)?,
        "breaks" => sheet.breaks = whole(value, 0, 2)?,
        "dead" => sheet.dead = yes(value)?,
        "hidden" | "concealed" => sheet.hidden = yes(value)?,
        _ => {
            let known: Vec<String> = fields(&Sheet::default()).into_iter().map(|it| it.0).collect();
            return Err(format!(
                "an Ingenuity sheet has no such field. It has {}, and the skills and proficiencies by their names.",
                known.join(", ")
            ));
        }
    }
    Ok(())
}

/// A stated value: `12`, or for a pool also `5/12`.
fn stated(sheet: &mut Sheet, stat: &str, value: &str) -> Result<(), String> {
    let pool = POOLS.contains(&stat);
    let (now, most) = match value.split_once('/') {
        Some((now, most)) if pool => (now.trim(), Some(most.trim())),
        _ => (value, None),
    };
    if let Some(most) = most {
        sheet.stated.insert(stat.to_owned(), whole(most, 1, 99)?);
    }
    let now = whole(now, 0, 99)?;
    if pool {
        sheet.now.insert(stat.to_owned(), now);
    }
    if !pool || (most.is_none() && !sheet.stated.contains_key(stat) && now > 0) {
        sheet.stated.insert(stat.to_owned(), now);
    }
    Ok(())
}

/// The fields of a sheet, as [`read`] reads them.
pub fn fields(sheet: &Sheet) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = vec![];
    let mut put = |name: &str, value: String| all.push((name.to_owned(), value));
    for of in Attribute::ALL {
        put(of.name(), format!("d{}", sheet.attribute(of)));
    }
    let joined = |all: Vec<String>| all.join(", ");
    put("skills", joined(sheet.skills.iter().map(|(name, sides)| format!("{name} d{sides}")).collect()));
    put("proficiencies", joined(sheet.proficiencies.iter().map(|(name, by)| format!("{name} {by}")).collect()));
    put("talents", joined(sheet.talents.iter().map(|(name, rank)| format!("{name} {rank}")).collect()));
    put("maneuvers", joined(sheet.maneuvers.clone()));
    put("powers", joined(sheet.powers.iter().map(learned::power_words).collect()));
    put("size", sheet.size.to_string());
    put("armour", format!("{}/{}", sheet.armour.0, sheet.armour.1));
    // What follows from the dice stands in brackets, so that it goes on following from them when they change.
    let value = |stat: &str| match sheet.stated.get(stat) {
        Some(stated) => stated.to_string(),
        None => format!("({})", sheet.stat(stat)),
    };
    for pool in POOLS {
        put(&format!("max-{pool}"), value(pool));
        put(pool, sheet.pool(pool).to_string());
    }
    for stat in DERIVED {
        put(stat, value(stat));
    }
    put("items", joined(sheet.items.iter().map(|it| gear::item_words(it)).collect()));
    let name = |it: &u8| sheet.items.get(usize::from(*it)).map(|it| it.name.clone());
    put("in-hand", joined(sheet.in_hand.iter().filter_map(name).collect()));
    put("fate", sheet.fate.to_string());
    put("cheat-death", sheet.cheat_death.to_string());
    put("breaks", sheet.breaks.to_string());
    let word = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    put("dead", word(sheet.dead));
    put("hidden", word(sheet.hidden));
    all
}

/// Ready-made sheets of `config/rulesets/ingenuity/people.toml`, by name.
pub fn templates() -> Vec<(String, Sheet)> {
    static ALL: LazyLock<Vec<(String, Sheet)>> = LazyLock::new(|| wording::people(PEOPLE, read));
    ALL.clone()
}
