//! Who a combatant is before the fight: abilities, weapons, armour, skills, items. [`read`] takes a sheet as it was typed and gives
//! back a checked one or every problem at once, each with its field. It does not know whose character it is.
//!
//! Long because: one list of fields, read and written side by side.

use crate::rules::data_rows::DataRow;
pub use crate::rules::murdham::model::{
    gear::{Armour, Element, Make, Weapon},
    items::Item,
    skills::{Skill, SkillEffect},
};
pub use crate::rules::wording::yes;
use crate::rules::{
    murdham::model::{
        gear::{self, armour, kind, list, named, number_alike, weapons},
        injuries,
        items::items,
        nature::{self, BeingKind, Trait},
        powers,
        size::Size,
        skills::{self, skills},
        state::Hurt,
    },
    names::key,
    wording,
};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, LazyLock};

/// The lowest and highest an ability can be, and the highest of humans (C14).
pub const ABILITY_MIN: i32 = 1;
/// The highest an ability can be.
pub const ABILITY_MAX: i32 = 19;
/// The highest an ability of a human can be.
pub const HUMAN_MAX: i32 = 15;
/// Texts longer than this nobody reads.
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

impl Ability {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Ability::Wit => "WIT",
            Ability::Str => "STR",
            Ability::Agi => "AGI",
        }
    }

    /// All of them.
    pub const ALL: [Ability; 3] = [Ability::Wit, Ability::Str, Ability::Agi];
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

/// How a combatant came out of the last fight, if it did not end well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Plight {
    /// On their feet.
    #[default]
    Well,
    /// Incapacitated by critical damage until the end of the stretch (C6).
    Critical,
    /// Dead.
    Dead,
}

impl Plight {
    /// All of them, by name.
    pub const ALL: [(&'static str, Plight); 3] =
        [("well", Plight::Well), ("critical", Plight::Critical), ("dead", Plight::Dead)];

    fn name(self) -> &'static str {
        Plight::ALL.iter().find(|it| it.1 == self).map_or("", |it| it.0)
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
    pub armour: DataRow<Armour>,
    /// Whether a helmet is worn.
    pub helmet: bool,
    /// How well the armour is made.
    #[serde(default)]
    pub armour_make: Make,
    /// How well the helmet is made.
    #[serde(default)]
    pub helmet_make: Make,
    /// Skills.
    pub skills: Vec<DataRow<Skill>>,
    /// Items with how many of each.
    pub items: Vec<(Item, u8)>,
    /// Omens that are left; `None` leaves it to whose character it is. (Logs from before there were omens have none.)
    #[serde(default = "no_omens")]
    pub omens: Option<u8>,
    /// Begins the fight concealed.
    pub concealed: bool,
    /// Not human: abilities may exceed 15 also on a player's character.
    pub creature: bool,
    /// Injuries of earlier fights (C9). What they cost is not yet taken off the abilities.
    #[serde(default)]
    pub injuries: Vec<Hurt>,
    /// How large they are.
    #[serde(default)]
    pub size: Size,
    /// Living, undead, demon or built.
    #[serde(default)]
    pub kind: BeingKind,
    /// What they are like by nature.
    #[serde(default)]
    pub traits: Vec<Trait>,
    /// The armour value of their own hide; it does not add to armour that is worn.
    #[serde(default)]
    pub hide: i32,
    /// What profane powers are paid with.
    #[serde(default)]
    pub mana: i32,
    /// How much of it is spent until the next night's rest.
    #[serde(default)]
    pub mana_spent: i32,
    /// What they cost who has no mana.
    #[serde(default)]
    pub corruption: i32,
    /// How they came out of the last fight.
    #[serde(default)]
    pub plight: Plight,
}

impl Sheet {
    /// Whether they have a skill that does this.
    pub fn has(&self, effect: SkillEffect) -> bool {
        self.skills.iter().any(|it| it.does(effect))
    }

    /// The best of what their skills give of this, if any gives it: `SkillEffect::range_times`.
    pub fn best<T: Ord>(&self, number: fn(SkillEffect) -> Option<T>) -> Option<T> {
        self.skills.iter().flat_map(|it| it.effects.iter().filter_map(|it| number(*it))).max()
    }

    /// How much of an ability injuries have cost.
    pub fn lost(&self, ability: Ability) -> i32 {
        self.injuries.iter().filter(|it| it.injury.ability() == Some(ability)).map(|it| i32::from(it.loss)).sum()
    }

    /// C7: who has no health left and is not known to have come out of a fight so begins the next one dying.
    pub fn begins_dying(&self) -> bool {
        self.health == 0 && self.plight == Plight::Well
    }

    /// An ability with what injuries have cost taken off.
    pub fn now(&self, ability: Ability) -> i32 {
        self.abilities.get(ability) - self.lost(ability)
    }

    /// Whether they are like that by nature.
    pub fn is(&self, what: Trait) -> bool {
        self.traits.contains(&what)
    }

    /// C43 Size: the health of a combatant unhurt is STR, times what their size makes of it.
    pub fn max_health(&self) -> i32 {
        self.size.scale(self.now(Ability::Str))
    }
}

type Problems = Vec<(String, String)>;

/// Reads a sheet from the fields that were typed.
pub fn read(typed: &[(String, String)]) -> Result<Sheet, Problems> {
    let mut reading = Reading::default();
    let mut problems = vec![];
    for (name, value) in typed {
        let value = value.trim();
        let read = match value.chars().count() {
            0..=TEXT_MAX_CHARS => reading.field(&key(name), value),
            _ => Err(format!("at most {TEXT_MAX_CHARS} characters, please.")),
        };
        problems.extend(read.err().map(|why| (name.clone(), why)));
    }
    reading.equip();
    problems.extend(reading.check());
    if problems.is_empty() { Ok(reading.sheet) } else { Err(problems) }
}

/// A sheet of which some fields are read, and what can only be put on it after the last of them.
#[derive(Default)]
struct Reading {
    sheet: Sheet,
    health: Option<i32>,
    shields: Vec<Make>,
    /// Weapons among the items.
    arms: Vec<Arc<Weapon>>,
    inborn: Vec<Arc<Weapon>>,
    scrolls: Vec<Arc<Weapon>>,
    /// Powers were named.
    knows_powers: bool,
    /// What's said to be damaged.
    broken: Vec<String>,
}

impl Reading {
    fn field(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "wit" | "wits" => ability(value).map(|it| self.sheet.abilities.wit = it),
            "str" | "strength" => ability(value).map(|it| self.sheet.abilities.strength = it),
            "agi" | "agility" => ability(value).map(|it| self.sheet.abilities.agi = it),
            "health" | "hp" => number(value).map(|it| self.health = Some(it)),
            "weapons" | "weapon" => weapons(value).map(|it| self.sheet.weapons = it),
            "armour" | "armor" => made(value, armour).map(|it| (self.sheet.armour, self.sheet.armour_make) = it),
            "shield" | "shields" => shields(value).map(|it| self.shields = it),
            "helmet" | "helm" => made(value, yes).map(|it| (self.sheet.helmet, self.sheet.helmet_make) = it),
            "skills" | "skill" => skills(value).map(|it| self.sheet.skills = it),
            "items" | "item" | "gear" => powers::among_items(value).and_then(|(found, rest)| {
                self.scrolls.extend(found);
                let (weapons, rest) = gear::among_items(&rest);
                self.arms.extend(weapons);
                items(&rest).map(|it| self.sheet.items = it)
            }),
            "own-powers" | "own-power" | "inborn" => powers::own_powers(value).map(|it| self.inborn.extend(it)),
            "omens" | "omen" => omens(value).map(|it| self.sheet.omens = it),
            "concealed" | "ambush" => yes(value).map(|it| self.sheet.concealed = it),
            "folk" if BeingKind::named(value).is_ok() => {
                self.sheet.creature = true;
                BeingKind::named(value).map(|it| self.sheet.kind = it)
            }
            "folk" => folk(value).map(|it| self.sheet.creature = it),
            "injuries" | "injury" => injuries::read(value).map(|it| self.sheet.injuries = it),
            "flammable" => yes(value).map(|it| self.sheet.traits.extend(it.then_some(Trait::Flammable))),
            "damaged" => {
                self.broken.extend(list(value).map(str::to_owned));
                Ok(())
            }
            "plight" => plight(value).map(|it| self.sheet.plight = it),
            "size" => Size::named(value).map(|it| self.sheet.size = it),
            "kind" => BeingKind::named(value).map(|it| self.sheet.kind = it),
            "traits" | "trait" => nature::traits(value).map(|it| self.sheet.traits = it),
            "hide" | "natural-armour" | "natural-armor" => from_to(value, 0, 4).map(|it| self.sheet.hide = it),
            "mana" => from_to(value, 0, powers::MANA_MAX).map(|it| self.sheet.mana = it),
            "mana-spent" => from_to(value, 0, powers::MANA_MAX).map(|it| self.sheet.mana_spent = it),
            "corruption" => from_to(value, 0, powers::CORRUPTION_MAX).map(|it| self.sheet.corruption = it),
            "powers" | "power" | "scrolls" => powers::scrolls(value).map(|it| {
                self.knows_powers |= !it.is_empty();
                self.scrolls.extend(it);
            }),
            _ => Err("a Murdham sheet has no such field. It has wit, str, agi, health, weapons, armour, shield, \
                      helmet, skills, items, omens, concealed, folk, size, kind, traits, hide, powers, own-powers, mana, \
                      mana-spent, corruption, injuries, damaged, plight."
                .to_owned()),
        }
    }

    /// Puts on the sheet what several fields make together.
    fn equip(&mut self) {
        let sheet = &mut self.sheet;
        sheet.weapons.extend(self.arms.drain(..).chain(self.inborn.drain(..)).chain(self.scrolls.drain(..)));
        if self.knows_powers && !sheet.has(SkillEffect::Invokes) {
            // Powers that are named are powers that are known.
            sheet.skills.extend(skills::that(SkillEffect::Invokes));
        }
        let shield =
            |make: Make| kind("shield").map(|it| Arc::new(Weapon { make: make.and(it.make), ..named(it, &it.name) }));
        sheet.weapons.extend(self.shields.drain(..).filter_map(shield));
        number_alike(&mut sheet.weapons);
        sheet.health = self.health.unwrap_or(sheet.max_health());
    }

    /// What's wrong with the fields together. It also marks what's damaged.
    fn check(&mut self) -> Problems {
        let sheet = &mut self.sheet;
        let mut problems: Problems = vec![];
        let unknown = self.broken.iter().filter_map(|it| damage_thing(sheet, it).err());
        problems.extend(unknown.map(|why| ("damaged".to_owned(), why)));
        for ability in Ability::ALL.into_iter().filter(|it| sheet.now(*it) < ABILITY_MIN && sheet.lost(*it) > 0) {
            let why = format!("they leave nothing of {}: nobody lives so.", ability.name());
            problems.push(("injuries".to_owned(), why));
        }
        let most = sheet.max_health();
        if !(0..=most).contains(&sheet.health) {
            let why = match sheet.size {
                Size::Medium => format!("from 0 to STR, which is {most}; you gave {}.", sheet.health),
                size => format!("from 0 to {most}, by STR and being {}; you gave {}.", size.name(), sheet.health),
            };
            problems.push(("health".to_owned(), why));
        }
        problems
    }
}

impl Default for Sheet {
    /// As a sheet is before anything is read.
    fn default() -> Sheet {
        Sheet {
            abilities: Abilities { wit: 8, strength: 8, agi: 8 },
            health: 0,
            weapons: vec![],
            armour: Armour::none(),
            helmet: false,
            armour_make: Make::default(),
            helmet_make: Make::default(),
            skills: vec![],
            items: vec![],
            omens: None,
            concealed: false,
            creature: false,
            injuries: vec![],
            size: Size::Medium,
            kind: BeingKind::Creature,
            traits: vec![],
            hide: 0,
            mana: 0,
            mana_spent: 0,
            corruption: 0,
            plight: Plight::Well,
        }
    }
}

fn number(value: &str) -> Result<i32, String> {
    value.parse().map_err(|_| format!("a whole number is needed, not \u{201c}{value}\u{201d}."))
}

fn from_to(value: &str, least: i32, most: i32) -> Result<i32, String> {
    match number(value)? {
        it if (least..=most).contains(&it) => Ok(it),
        it => Err(format!("from {least} to {most}; you gave {it}.")),
    }
}

fn ability(value: &str) -> Result<i32, String> {
    match number(value)? {
        it @ ABILITY_MIN..=ABILITY_MAX => Ok(it),
        it => Err(format!("abilities go from {ABILITY_MIN} to {ABILITY_MAX}; you gave {it}.")),
    }
}

/// What is worn or held, with words after it for how it is made: "heavy damaged". Such a word alone says that it is there.
fn made<T>(value: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<(T, Make), String> {
    let (plain, back) = Make::read(value);
    let (plain, front) = Make::read_front(plain);
    let make = back.and(front);
    let plain = if plain.is_empty() && make != Make::default() { "yes" } else { plain };
    Ok((read(plain)?, make))
}

/// Says of something on the sheet that it is damaged.
fn damage_thing(sheet: &mut Sheet, thing: &str) -> Result<(), String> {
    match key(thing).as_str() {
        "armour" | "armor" if sheet.armour.is_worn() => sheet.armour_make.damaged = true,
        "helmet" | "helm" if sheet.helmet => sheet.helmet_make.damaged = true,
        name => match sheet.weapons.iter_mut().find(|it| key(&it.name) == name || key(&it.kind) == name) {
            Some(weapon) => Arc::make_mut(weapon).make.damaged = true,
            None => return Err(format!("nothing on the sheet is called \u{201c}{thing}\u{201d}.")),
        },
    }
    Ok(())
}

fn no_omens() -> Option<u8> {
    Some(0)
}

/// How many omens: a number, or "usual" for two of a player's character and none of anyone else's.
fn omens(value: &str) -> Result<Option<u8>, String> {
    match value.parse() {
        _ if key(value) == "usual" => Ok(None),
        Ok(left @ 0..=9) => Ok(Some(left)),
        _ => Err("a number from 0 to 9, or usual.".to_owned()),
    }
}

fn folk(value: &str) -> Result<bool, String> {
    match key(value).as_str() {
        "human" => Ok(false),
        "other" | "creature" => Ok(true),
        _ => Err("human or other.".to_owned()),
    }
}

fn plight(value: &str) -> Result<Plight, String> {
    let known = Plight::ALL.iter().find(|it| it.0 == key(value)).map(|it| it.1);
    known.ok_or_else(|| "well, critical or dead.".to_owned())
}

/// "yes", "2", "damaged", or one after the other: "yes, damaged".
fn shields(value: &str) -> Result<Vec<Make>, String> {
    let mut all = vec![];
    for typed in value.split([',', ';']).map(str::trim).filter(|it| !it.is_empty()) {
        let count = |typed: &str| match key(typed).as_str() {
            "2" | "two" => Ok(2),
            _ => yes(typed).map(usize::from).map_err(|_| "yes, no or 2.".to_owned()),
        };
        let (count, make) = made(typed, count)?;
        all.extend(std::iter::repeat_n(make, count));
    }
    if all.len() > 2 { Err("2 shields at most.".to_owned()) } else { Ok(all) }
}

/// Shields, as [`shields`] reads them.
fn shields_typed(shields: &[&Arc<Weapon>]) -> String {
    match shields {
        [one, other] if one.make != other.make => format!("1{}, 1{}", one.make.words(), other.make.words()),
        [] => "0".to_owned(),
        [one, ..] => format!("{}{}", shields.len(), one.make.words()),
    }
}

/// The fields of a sheet, as [`read`] reads them.
pub fn fields(sheet: &Sheet) -> Vec<(String, String)> {
    let word = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let arms = sheet.weapons.iter().filter(|it| !it.shield && it.power.is_none()).map(|it| {
        let own: String = it.own_words().iter().map(|word| format!(" {word}")).collect();
        let made =
            Make { fragile: it.make.fragile && !kind(&it.kind).is_some_and(|kind| kind.make.fragile), ..it.make };
        format!("{}: {}{own}{}", it.name, it.kind, made.words())
    });
    let shields: Vec<&Arc<Weapon>> = sheet.weapons.iter().filter(|it| it.shield).collect();
    let (own, scrolls): (Vec<_>, Vec<_>) =
        sheet.weapons.iter().filter(|it| it.power.is_some()).partition(|it| powers::is_own_power(it));
    // A scroll that its owner cannot read from is carried as an item is.
    let knows = sheet.has(SkillEffect::Invokes);
    let carried = scrolls.iter().filter(|_| !knows).map(|it| it.name.clone());
    let items = sheet.items.iter().map(|(item, count)| format!("{} x{count}", item.name())).chain(carried);
    let skills = sheet.skills.iter().map(|it| it.name.as_str());
    let traits = sheet.traits.iter().map(|it| it.name());
    let powers = scrolls.iter().filter(|_| knows).filter_map(|it| it.power.as_ref()).map(|it| it.name.as_str());
    [
        ("wit", sheet.abilities.wit.to_string()),
        ("str", sheet.abilities.strength.to_string()),
        ("agi", sheet.abilities.agi.to_string()),
        ("health", sheet.health.to_string()),
        ("weapons", arms.collect::<Vec<_>>().join(", ")),
        ("armour", format!("{}{}", sheet.armour.name, sheet.armour_make.words())),
        ("shield", shields_typed(&shields)),
        ("helmet", word(sheet.helmet) + &sheet.helmet_make.words()),
        ("skills", skills.collect::<Vec<_>>().join(", ")),
        ("items", items.collect::<Vec<_>>().join(", ")),
        ("omens", sheet.omens.map_or_else(|| "usual".to_owned(), |it| it.to_string())),
        ("concealed", word(sheet.concealed)),
        ("folk", if sheet.creature { "other" } else { "human" }.to_owned()),
        ("injuries", sheet.injuries.iter().map(injuries::typed).collect::<Vec<_>>().join(", ")),
        ("size", sheet.size.name().to_owned()),
        ("kind", sheet.kind.name().to_owned()),
        ("traits", traits.collect::<Vec<_>>().join(", ")),
        ("hide", sheet.hide.to_string()),
        ("powers", powers.collect::<Vec<_>>().join(", ")),
        ("own-powers", own.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ")),
        ("mana", sheet.mana.to_string()),
        ("mana-spent", sheet.mana_spent.to_string()),
        ("corruption", sheet.corruption.to_string()),
        ("plight", sheet.plight.name().to_owned()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}

const PEOPLE: [&str; 2] = [
    include_str!("../../../../config/rulesets/murdham/people.toml"),
    include_str!("../../../../config/rulesets/murdham/monsters.toml"),
];

/// Ready-made sheets of `config/rulesets/murdham/people.toml` and `monsters.toml`, by name.
pub fn templates() -> Vec<(String, Sheet)> {
    static ALL: LazyLock<Vec<(String, Sheet)>> =
        LazyLock::new(|| PEOPLE.into_iter().flat_map(|text| wording::people(text, read)).collect());
    ALL.clone()
}

/// Those of them whom players play.
pub fn template_heroes() -> Vec<String> {
    PEOPLE.into_iter().flat_map(wording::heroes).collect()
}

/// How Umpire plays those of them who have a way of their own.
pub fn template_styles() -> Vec<(String, crate::engine::playing::Style)> {
    PEOPLE.into_iter().flat_map(wording::styles).collect()
}
