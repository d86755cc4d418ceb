//! Who a combatant is before the fight: hit points, race, traits, weapons, armour. [`read`] takes a sheet as it was typed and gives back a
//! checked one or every problem at once, each with its field. It does not know whose character it is.

use super::gear::{self, MonkLevel, TestDice, Trait, Weapon};
use crate::rules::names::key;
use crate::rules::wording;
pub use crate::rules::wording::yes;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, LazyLock};

/// Feet of movement of everyone whose sheet says nothing else (A22).
pub const MOVEMENT_FT: u16 = 25;
/// Feet to a square (A22).
pub const SQUARE_FT: u16 = 5;
/// Trait slots of everyone (§3).
const SLOTS: u8 = 3;
/// Texts longer than this nobody reads.
const TEXT_MAX_CHARS: usize = 400;

/// A checked sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// Hit points when unhurt.
    pub max_hp: i32,
    /// Hit points at the beginning.
    pub hp: i32,
    /// Race.
    pub race: String,
    /// Traits, those of the race too.
    pub traits: Vec<String>,
    /// A monk's level.
    pub monk: Option<u8>,
    /// Subclasses of weapons.
    pub proficiency: Vec<String>,
    /// Subclasses mastered.
    pub mastery: Vec<String>,
    /// Weapons.
    pub weapons: Vec<Arc<Weapon>>,
    /// Armour by name.
    pub armour: Option<String>,
    /// Feet of movement without armour.
    pub movement_ft: u16,
    /// Damage reduction by hide or scales.
    pub reduction: i32,
    /// Begins the fight unseen.
    pub hidden: bool,
    /// Did not outlive the last fight.
    pub dead: bool,
}

impl Sheet {
    /// The traits with what they do.
    pub fn gifts(&self) -> impl Iterator<Item = &'static Trait> {
        self.traits.iter().filter_map(|it| gear::gift(it))
    }

    /// Whether any trait is so.
    pub fn any(&self, wanted: fn(&Trait) -> bool) -> bool {
        self.gifts().any(wanted)
    }

    /// C5: the traits that came with the race.
    pub fn inborn(&self) -> impl Iterator<Item = &'static Trait> {
        let race = gear::races().iter().find(|it| it.name == self.race);
        race.into_iter().flat_map(|it| &it.traits).filter_map(|it| gear::gift(it))
    }

    /// R16, R17: armour training.
    pub fn trained(&self) -> bool {
        self.any(|it| it.wears)
    }

    /// What a monk of this level has.
    pub fn monk_level(&self) -> Option<&'static MonkLevel> {
        let levels = gear::monk_levels();
        self.monk.map(|it| &levels[usize::from(it).min(levels.len() - 1)])
    }

    /// R11, R14, A8, C2: the tests to stabilise; the longest list of those one has, and without any a normal one and one at
    /// disadvantage.
    pub fn stabilise(&self) -> &'static [TestDice] {
        const PLAIN: &[TestDice] = &[TestDice::Normal, TestDice::Disadvantage];
        self.gifts()
            .map(|it| it.stabilise.as_slice())
            .filter(|it| !it.is_empty())
            .max_by_key(|it| it.len())
            .unwrap_or(PLAIN)
    }

    /// R17: strength enough for heavy armour.
    pub fn strong(&self) -> bool {
        self.any(|it| it.strong)
    }

    /// R19: slots taken and slots there are. The first proficiency is free; a mastery takes a slot beyond the proficiency that it
    /// rests on; to have none gives one more.
    pub fn slots(&self) -> (u8, u8) {
        let race = gear::races().iter().find(|it| it.name == self.race);
        let born = |name: &String| self.inborn().any(|it| it.name == *name);
        let traits: u8 =
            self.traits.iter().filter(|it| !born(it)).filter_map(|it| gear::gift(it)).map(|it| it.slots).sum();
        let only_mastered = self.mastery.iter().filter(|it| !self.proficiency.contains(it)).count();
        let known = self.proficiency.len() + only_mastered;
        let trained = u8::try_from(known.saturating_sub(1) + self.mastery.len()).unwrap_or(u8::MAX);
        let forgone = u8::from(self.proficiency.is_empty() && self.mastery.is_empty());
        (traits.saturating_add(trained), SLOTS + race.map_or(0, |it| it.slots) + forgone)
    }
}

/// Reads a sheet.
///
/// # Errors
/// Every problem, with its field.
pub fn read(typed: &[(String, String)]) -> Result<Sheet, Vec<(String, String)>> {
    let mut problems: Vec<(String, String)> = vec![];
    let mut sheet = Sheet {
        max_hp: 0,
        hp: 0,
        race: "human".to_owned(),
        traits: vec![],
        monk: None,
        proficiency: vec![],
        mastery: vec![],
        weapons: vec![],
        armour: None,
        movement_ft: MOVEMENT_FT,
        reduction: 0,
        hidden: false,
        dead: false,
    };
    let (mut hp, mut max_hp, mut proficiency, mut mastery) = (None, None, None, None);
    for (name, value) in typed {
        let value = value.trim();
        let fault = if value.chars().count() > TEXT_MAX_CHARS {
            Err(format!("at most {TEXT_MAX_CHARS} characters, please."))
        } else {
            match key(name).as_str() {
                "hp" | "health" | "hit-points" => whole(value, 0, 99).map(|it| hp = Some(it)),
                "max-hp" | "max-health" => whole(value, 1, 99).map(|it| max_hp = Some(it)),
                "race" | "heritage" => race(value).map(|it| sheet.race = it),
                "traits" | "trait" => traits(value).map(|it| sheet.traits = it),
                "monk" => monk(value).map(|it| sheet.monk = it),
                "proficiency" | "proficiencies" | "proficient" => {
                    proficiency = Some((name.clone(), value));
                    Ok(())
                }
                "mastery" | "masteries" | "mastered" => {
                    mastery = Some((name.clone(), value));
                    Ok(())
                }
                "weapons" | "weapon" => gear::weapons(value).map(|it| sheet.weapons = it),
                "armour" | "armor" => gear::armour(value).map(|it| sheet.armour = it),
                "movement" | "speed" => feet(value).map(|it| sheet.movement_ft = it),
                "reduction" | "dr" | "damage-reduction" => whole(value, 0, 9).map(|it| sheet.reduction = it),
                "hidden" | "concealed" => yes(value).map(|it| sheet.hidden = it),
                "dead" => yes(value).map(|it| sheet.dead = it),
                _ => Err("a TD2e sheet has no such field. Its fields are hp, max-hp, race, traits, monk, proficiency, mastery, weapons, \
                          armour, movement, reduction, hidden and dead."
                    .to_owned()),
            }
        };
        problems.extend(fault.err().map(|why| (name.clone(), why)));
    }
    // After the weapons, of which a proficiency may speak.
    for (typed, into) in [(proficiency, &mut sheet.proficiency), (mastery, &mut sheet.mastery)] {
        let Some((name, value)) = typed else { continue };
        match gear::proficiencies(value, &sheet.weapons) {
            Ok(read) => *into = read,
            Err(why) => problems.push((name, why)),
        }
    }
    born(&mut sheet);
    let born_hp = gear::races().iter().find(|it| it.name == sheet.race).map_or(6, |it| it.hp);
    sheet.max_hp = max_hp.unwrap_or_else(|| hp.unwrap_or(born_hp).max(1));
    sheet.hp = hp.unwrap_or(sheet.max_hp);
    if sheet.hp > sheet.max_hp {
        problems.push(("hp".to_owned(), format!("{1} is more than max-hp, which is {0}.", sheet.max_hp, sheet.hp)));
    }
    problems.extend(unwearable(&sheet).map(|why| ("armour".to_owned(), why)));
    if problems.is_empty() { Ok(sheet) } else { Err(problems) }
}

/// C5: the traits of a race.
fn born(sheet: &mut Sheet) {
    let race = gear::races().iter().find(|it| it.name == sheet.race);
    for name in race.into_iter().flat_map(|it| &it.traits) {
        if !sheet.traits.contains(name) {
            sheet.traits.push(name.clone());
        }
    }
}

/// R17 Heavy armour, ruling A14: without all of its traits it cannot be worn.
pub fn unwearable(sheet: &Sheet) -> Option<String> {
    let armour = gear::worn(sheet.armour.as_deref()).filter(|it| it.heavy)?;
    let lacks = [(sheet.trained(), "Armor Training"), (sheet.strong(), "Strong")];
    let missing: Vec<&str> = lacks.into_iter().filter(|it| !it.0).map(|it| it.1).collect();
    (!missing.is_empty()).then(|| {
        format!(
            "you can\u{2019}t wear {} armour without {} (R17, A14). Medium armour is fine.",
            armour.name,
            missing.join(" and ")
        )
    })
}

fn whole(value: &str, least: i32, most: i32) -> Result<i32, String> {
    match value.parse() {
        Ok(it) if (least..=most).contains(&it) => Ok(it),
        _ => Err(format!("this must be a whole number from {least} to {most}, not \u{201c}{value}\u{201d}.")),
    }
}

fn feet(value: &str) -> Result<u16, String> {
    let number = value.trim_end_matches("ft").trim_end_matches("feet").trim();
    match number.parse::<u16>() {
        Ok(it) if it % SQUARE_FT == 0 && (SQUARE_FT..=200).contains(&it) => Ok(it),
        _ => Err(format!(
            "this must be a number of feet from {SQUARE_FT} to 200, in steps of {SQUARE_FT}, not \u{201c}{value}\u{201d}."
        )),
    }
}

fn race(value: &str) -> Result<String, String> {
    let known = gear::races().iter().find(|it| key(&it.name) == key(value));
    known.map(|it| it.name.clone()).ok_or_else(|| {
        let all: Vec<&str> = gear::races().iter().map(|it| it.name.as_str()).collect();
        let meant = gear::meant(value, all.iter().copied());
        format!("\u{201c}{value}\u{201d} isn\u{2019}t a known race.{meant} Choose from {}.", all.join(", "))
    })
}

fn traits(value: &str) -> Result<Vec<String>, String> {
    let mut all = vec![];
    for typed in gear::list(value) {
        let Some(it) = gear::gift(typed) else {
            let known: Vec<&str> = gear::traits().iter().map(|it| it.name.as_str()).collect();
            let meant = gear::meant(typed, known.iter().copied());
            return Err(format!(
                "\u{201c}{typed}\u{201d} isn\u{2019}t a known trait.{meant} Choose from {}.",
                known.join(", ")
            ));
        };
        if !all.contains(&it.name) {
            all.push(it.name.clone());
        }
    }
    Ok(all)
}

fn monk(value: &str) -> Result<Option<u8>, String> {
    let most = gear::monk_levels().len() - 1;
    match key(value).trim_start_matches("level-").trim_start_matches('l') {
        "no" | "none" => Ok(None),
        "yes" => Ok(Some(0)),
        level => match level.parse::<u8>() {
            Ok(it) if usize::from(it) <= most => Ok(Some(it)),
            _ => Err(format!("write no, or a level from 0 to {most}.")),
        },
    }
}

/// The fields of a sheet, as [`read`] reads them.
pub fn fields(sheet: &Sheet) -> Vec<(String, String)> {
    let list = |all: &[String]| all.join(", ");
    let word = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let weapon = |it: &Arc<Weapon>| {
        let known = gear::subclasses().any(|(name, _)| name == it.subclass);
        let of = if known { it.subclass.clone() } else { format!("{} {}", it.category.name(), it.subclass) };
        let of = if it.subclass == it.category.name() { it.subclass.clone() } else { of };
        format!("{}: {of}", it.name)
    };
    [
        ("hp", sheet.hp.to_string()),
        ("max-hp", sheet.max_hp.to_string()),
        ("race", sheet.race.clone()),
        ("traits", list(&sheet.traits)),
        ("monk", sheet.monk.map_or_else(|| "no".to_owned(), |it| it.to_string())),
        ("proficiency", list(&sheet.proficiency)),
        ("mastery", list(&sheet.mastery)),
        ("weapons", sheet.weapons.iter().map(weapon).collect::<Vec<_>>().join(", ")),
        ("armour", sheet.armour.clone().unwrap_or_else(|| "none".to_owned())),
        ("movement", sheet.movement_ft.to_string()),
        ("reduction", sheet.reduction.to_string()),
        ("hidden", word(sheet.hidden)),
        ("dead", word(sheet.dead)),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}

const PEOPLE: &str = include_str!("../../../../config/rulesets/td2e/people.toml");

/// Ready-made sheets of `config/rulesets/td2e/people.toml`, by name.
pub fn templates() -> Vec<(String, Sheet)> {
    static ALL: LazyLock<Vec<(String, Sheet)>> = LazyLock::new(|| wording::people(PEOPLE, read));
    ALL.clone()
}

/// Those of them whom players play.
pub fn template_heroes() -> Vec<String> {
    wording::heroes(PEOPLE)
}

/// How Umpire plays those of them who have a way of their own.
pub fn template_styles() -> Vec<(String, crate::engine::playing::Style)> {
    wording::styles(PEOPLE)
}
