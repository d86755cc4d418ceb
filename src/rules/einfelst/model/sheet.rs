//! A character before the fight: attributes, actions, gear, and the Harm they bring along. [`read`] takes a sheet as typed and returns
//! either a checked one or all its problems, each with its field. It doesn't know whose character it is.

use super::{
    gear::{self, Weapon},
    state::Skill,
    track::{self, Track},
};
use crate::rules::names::key;
use crate::rules::wording;
pub use crate::rules::wording::yes;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, LazyLock};

/// The maximum length of a field's text.
const TEXT_MAX_CHARS: usize = 400;

/// C2: the highest value of an action.
pub const MOST_SKILL: u8 = 5;

/// The highest value of an attribute.
const MOST_ATTRIBUTE: u8 = 12;

/// A2: the Harm points that put a combatant out of action, unless the sheet or the table says otherwise.
pub const HARM_POINTS: u8 = 6;

/// C2: one of the five attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Attribute {
    /// STR.
    Strength,
    /// DEX.
    Dexterity,
    /// INT.
    Intuition,
    /// Reason.
    Reason,
    /// Presence.
    Presence,
}

impl Attribute {
    /// All attributes, by name, with aliases.
    pub const ALL: [(&'static str, Attribute, &'static [&'static str]); 5] = [
        ("strength", Attribute::Strength, &["str"]),
        ("dexterity", Attribute::Dexterity, &["dex"]),
        ("intuition", Attribute::Intuition, &["int"]),
        ("reason", Attribute::Reason, &["rea", "res"]),
        ("presence", Attribute::Presence, &["pre", "prs"]),
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        Attribute::ALL.iter().find(|it| it.1 == self).map_or("", |it| it.0)
    }
}

/// How a combatant's Harm is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keeps {
    /// A2: in slots.
    Slots,
    /// R20: in points.
    Points,
}

/// R32, R33: how a combatant enters the fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ambushes {
    /// Like everyone else.
    #[default]
    No,
    /// R32: from an ambush, by a test.
    ByTest,
    /// R33: by surprise, without one.
    Surely,
}

/// A checked sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// Strength, Dexterity, Intuition, Reason, Presence.
    pub attributes: [u8; 5],
    /// The thirteen actions, in the order of `Skill::ALL`.
    pub skills: [u8; 13],
    /// Weapons.
    pub weapons: Vec<Arc<Weapon>>,
    /// The weapon in hand at the start.
    pub in_hand: Option<u8>,
    /// A1: the armour's dice.
    pub armour: u8,
    /// How Harm is kept; `None` for the default of players' characters and foes.
    pub keeps: Option<Keeps>,
    /// R20, A2: the Harm points that put the combatant out of action; `None` for the table's.
    pub most_points: Option<u8>,
    /// Harm points at the start.
    pub points: u8,
    /// Physical Harm at the start.
    pub physical: Track,
    /// Mental Harm at the start.
    pub mental: Track,
    /// A11: the number of initiative cards.
    pub cards: u8,
    /// A fixed card, not drawn.
    pub card: Option<u8>,
    /// R3: the group it shares a card with.
    pub group: Option<String>,
    /// R35: the successes needed not to fear it; 0 if it isn't frightening.
    pub fear: u8,
    /// R9: sees in the dark.
    pub ignores_darkness: bool,
    /// R38: the antidotes carried.
    pub antidotes: u8,
    /// R32, R33: whether it lies in ambush.
    pub ambush: Ambushes,
    /// Begins the fight unseen.
    pub hidden: bool,
}

impl Sheet {
    /// The value of an attribute.
    pub fn attribute(&self, which: Attribute) -> u8 {
        let index = Attribute::ALL.iter().position(|it| it.1 == which).unwrap_or_default();
        self.attributes[index]
    }

    /// The value of an action.
    pub fn skill(&self, which: Skill) -> u8 {
        self.skills[which.index()]
    }

    /// C2 Starting values: whether a new character may have these values.
    pub fn is_starting(&self) -> bool {
        let high = self.skills.iter().filter(|it| **it > 2).count();
        high <= 1 && self.skills.iter().all(|it| *it <= 3)
    }
}

fn bare() -> Sheet {
    Sheet {
        attributes: [0; 5],
        skills: [0; 13],
        weapons: vec![],
        in_hand: None,
        armour: 0,
        keeps: None,
        most_points: None,
        points: 0,
        physical: Track::default(),
        mental: Track::default(),
        cards: 1,
        card: None,
        group: None,
        fear: 0,
        ignores_darkness: false,
        antidotes: 0,
        ambush: Ambushes::No,
        hidden: false,
    }
}

/// Reads a sheet.
pub fn read(typed: &[(String, String)]) -> Result<Sheet, Vec<(String, String)>> {
    let mut problems: Vec<(String, String)> = vec![];
    let mut sheet = bare();
    let mut in_hand = None;
    for (name, value) in typed {
        let value = value.trim();
        let fault = match (value.chars().count() > TEXT_MAX_CHARS, key(name).as_str()) {
            (true, _) => Err(format!("at most {TEXT_MAX_CHARS} characters.")),
            (_, "in-hand" | "hand" | "wields") => {
                in_hand = Some((name.clone(), value));
                Ok(())
            }
            (_, field) => one(&mut sheet, field, value),
        };
        problems.extend(fault.err().map(|why| (name.clone(), why)));
    }
    // It refers to the weapons, so it's read after them.
    match in_hand {
        None => sheet.in_hand = (!sheet.weapons.is_empty()).then_some(0),
        Some((_, value)) if ["none", "nothing", "no", ""].contains(&key(value).as_str()) => sheet.in_hand = None,
        Some((name, value)) => match sheet.weapons.iter().position(|it| key(&it.name) == key(value)) {
            Some(index) => sheet.in_hand = Some(index as u8),
            None => problems.push((name, format!("there\u{2019}s no \u{201c}{value}\u{201d} among the weapons."))),
        },
    }
    if problems.is_empty() { Ok(sheet) } else { Err(problems) }
}

/// Reads one field.
fn one(sheet: &mut Sheet, field: &str, value: &str) -> Result<(), String> {
    for group in [one_ability, one_of_gear, one_of_harm, one_of_cards, one_of_the_rest] {
        if group(sheet, field, value)? {
            return Ok(());
        }
    }
    let all: Vec<String> = fields(&bare()).into_iter().map(|it| it.0).collect();
    Err(format!("an Einfelst Wilds sheet has no such field. It has {}.", all.join(", ")))
}

/// Attributes and actions. Like the following ones, it returns whether the field is one of them.
fn one_ability(sheet: &mut Sheet, field: &str, value: &str) -> Result<bool, String> {
    if let Some(index) = Attribute::ALL.iter().position(|it| it.0 == field || it.2.contains(&field)) {
        sheet.attributes[index] = whole(value, 0, MOST_ATTRIBUTE)?;
        return Ok(true);
    }
    if let Some(skill) = Skill::named(field) {
        sheet.skills[skill.index()] = whole(value, 0, MOST_SKILL).map_err(|why| format!("{why} (C2)"))?;
        return Ok(true);
    }
    match field {
        "attributes" => {
            let all: Vec<u8> =
                gear::list(value).into_iter().map(|it| whole(it, 0, MOST_ATTRIBUTE)).collect::<Result<_, _>>()?;
            sheet.attributes =
                all.try_into().map_err(|_| "five numbers: strength, dexterity, intuition, reason, presence.")?;
        }
        "actions" | "skills" => {
            for typed in gear::list(value) {
                let (name, number) = typed.rsplit_once(' ').ok_or("as in strike 3, force 2.")?;
                let skill = Skill::named(&key(name));
                let skill = skill.ok_or_else(|| format!("there\u{2019}s no action called \u{201c}{name}\u{201d}."))?;
                sheet.skills[skill.index()] = whole(number, 0, MOST_SKILL)?;
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Weapons, armour, antidotes.
fn one_of_gear(sheet: &mut Sheet, field: &str, value: &str) -> Result<bool, String> {
    match field {
        "weapons" | "weapon" => sheet.weapons = gear::weapons(value)?,
        "armour" | "armor" => sheet.armour = gear::armour(value)?,
        "antidotes" | "antidote" => {
            sheet.antidotes = match key(value).as_str() {
                "yes" => 1,
                "no" | "none" => 0,
                _ => whole(value, 0, 9)?,
            }
        }
        "items" => {
            for item in gear::list(value) {
                match key(item).trim_end_matches('s') {
                    "antidote" => sheet.antidotes += 1,
                    _ => return Err(format!("\u{201c}{item}\u{201d} does nothing in a fight. There are antidotes.")),
                }
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Harm and how it's kept.
fn one_of_harm(sheet: &mut Sheet, field: &str, value: &str) -> Result<bool, String> {
    match field {
        "harm" | "keeps" => {
            sheet.keeps = match key(value).as_str() {
                "slots" | "levels" => Some(Keeps::Slots),
                "points" | "harm-points" => Some(Keeps::Points),
                "usual" | "default" => None,
                _ => return Err("slots or points (R20, A2).".to_owned()),
            }
        }
        "harm-points" | "max-harm" | "max-harm-points" | "maximum" => match key(value).as_str() {
            "usual" => sheet.most_points = None,
            _ => {
                sheet.most_points = Some(whole(value, 1, 60)?);
                sheet.keeps = sheet.keeps.or(Some(Keeps::Points));
            }
        },
        "points" => sheet.points = whole(value, 0, 60)?,
        "physical" | "physical-harm" => sheet.physical = track(value)?,
        "mental" | "mental-harm" => sheet.mental = track(value)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Initiative cards.
fn one_of_cards(sheet: &mut Sheet, field: &str, value: &str) -> Result<bool, String> {
    match field {
        "cards" | "initiative-cards" => sheet.cards = whole(value, 1, 5)?,
        "card" | "initiative" => match key(value).as_str() {
            "shared" => sheet.group = Some("shared".to_owned()), // R3
            "drawn" => sheet.card = None,
            _ => sheet.card = Some(whole(value, 1, 10)?),
        },
        "group" | "shares" | "shared-card" => {
            sheet.group = match key(value).as_str() {
                "none" | "no" | "" => None,
                other => Some(other.to_owned()),
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Fear, darkness, ambushes.
fn one_of_the_rest(sheet: &mut Sheet, field: &str, value: &str) -> Result<bool, String> {
    match field {
        "fear" | "fear-value" => sheet.fear = whole(value, 0, 12)?,
        "ignores" | "unaffected-by" => {
            sheet.ignores_darkness = match key(value).as_str() {
                "darkness" | "dark" | "yes" => true,
                "none" | "no" | "nothing" => false,
                _ => return Err("darkness, or none (R9).".to_owned()),
            }
        }
        "darkvision" | "ignores-darkness" => sheet.ignores_darkness = yes(value)?,
        "ambush" | "ambusher" => {
            sheet.ambush = match key(value).as_str() {
                "automatic" | "surprise" | "surely" => Ambushes::Surely,
                "test" | "sneak" => Ambushes::ByTest,
                _ if yes(value).map_err(|_| "yes, automatic or no (R32, R33).")? => Ambushes::ByTest,
                _ => Ambushes::No,
            }
        }
        "hidden" | "concealed" => sheet.hidden = yes(value)?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn whole(value: &str, least: u8, most: u8) -> Result<u8, String> {
    match value.trim().parse() {
        Ok(it) if (least..=most).contains(&it) => Ok(it),
        _ => Err(format!("a whole number from {least} to {most}, not \u{201c}{value}\u{201d}.")),
    }
}

/// Harm as typed: an amount, which fills slots by A3; or slots: "2 lesser, 1 moderate", "none"; or slots with less Harm than they hold, if
/// some has moved up: "2 lesser, 1 moderate (3 in all)".
pub fn track(value: &str) -> Result<Track, String> {
    let mut track = Track::default();
    if let Ok(amount) = value.trim().parse::<u8>() {
        let filled = track::lesser_first(track, amount);
        return match filled.over {
            false => Ok(filled.track),
            true => Err("2 lesser, 2 moderate and 1 severe slot hold 9 at most (A2).".to_owned()),
        };
    }
    let (value, in_all) = match value.split_once('(') {
        Some((slots, rest)) => {
            let number = rest.trim_end_matches(|it: char| !it.is_ascii_digit());
            (slots, Some(whole(number, 0, 9)?))
        }
        None => (value, None),
    };
    for typed in gear::list(value) {
        let (number, level) = typed.split_once(' ').unwrap_or(("1", typed));
        let number: u8 = whole(number, 0, 9)?;
        let slot = match key(level).as_str() {
            "lesser" => &mut track.lesser,
            "moderate" => &mut track.moderate,
            "severe" => &mut track.severe,
            _ => return Err("as in 2 lesser, 1 moderate, 1 severe; or none.".to_owned()),
        };
        *slot = number;
    }
    track.spare = in_all.map_or(0, |it| track.levels().saturating_sub(it));
    let fits = track.lesser <= Track::LESSER && track.moderate <= Track::MODERATE && track.severe <= Track::SEVERE;
    if fits { Ok(track) } else { Err("at most 2 lesser, 2 moderate and 1 severe (A2).".to_owned()) }
}

/// The fields of a sheet, as [`read`] reads them.
pub fn fields(sheet: &Sheet) -> Vec<(String, String)> {
    let word = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let mut all: Vec<(String, String)> = vec![];
    let mut field = |name: &str, value: String| all.push((name.to_owned(), value));
    for (index, (name, ..)) in Attribute::ALL.iter().enumerate() {
        field(name, sheet.attributes[index].to_string());
    }
    for (index, skill) in Skill::ALL.into_iter().enumerate() {
        field(&key(skill.name()), sheet.skills[index].to_string());
    }
    field("weapons", sheet.weapons.iter().map(|it| it.typed()).collect::<Vec<_>>().join(", "));
    let held = sheet.in_hand.and_then(|it| sheet.weapons.get(usize::from(it)));
    field("in-hand", held.map_or_else(|| "none".to_owned(), |it| it.name.clone()));
    field("armour", if sheet.armour == 0 { "none".to_owned() } else { sheet.armour.to_string() });
    let keeps = match sheet.keeps {
        None => "usual",
        Some(Keeps::Slots) => "slots",
        Some(Keeps::Points) => "points",
    };
    field("harm", keeps.to_owned());
    field("harm-points", sheet.most_points.map_or_else(|| "usual".to_owned(), |it| it.to_string()));
    field("points", sheet.points.to_string());
    field("physical", sheet.physical.typed());
    field("mental", sheet.mental.typed());
    field("cards", sheet.cards.to_string());
    field("card", sheet.card.map_or_else(|| "drawn".to_owned(), |it| it.to_string()));
    field("group", sheet.group.clone().unwrap_or_else(|| "none".to_owned()));
    field("fear", sheet.fear.to_string());
    field("ignores", if sheet.ignores_darkness { "darkness" } else { "none" }.to_owned());
    field("antidotes", sheet.antidotes.to_string());
    let ambush = match sheet.ambush {
        Ambushes::No => "no",
        Ambushes::ByTest => "yes",
        Ambushes::Surely => "automatic",
    };
    field("ambush", ambush.to_owned());
    field("hidden", word(sheet.hidden));
    all
}

const PEOPLE: &str = include_str!("../../../../config/rulesets/einfelst/people.toml");

/// Ready-made sheets of `config/rulesets/einfelst/people.toml`, by name.
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
