//! A sheet's fields, as they are typed and as they are shown. The two are one table, read and written, and stand side by side.

use super::{
    armour,
    feats::{self, Feat},
    gear::{self, Stock},
    sheet::{Attribute, Class, Sheet, Size, Skill, yes},
};
use crate::rules::{names::key, wording};
use std::sync::LazyLock;

/// Feet of normal movement.
const MOVEMENT_FT: u32 = 30;
/// Texts longer than this nobody reads.
const TEXT_MAX_CHARS: usize = 400;

fn blank() -> Sheet {
    Sheet {
        attributes: [10; 5],
        skills: [-1; 9],
        class: Class::Expert,
        level: 1,
        max_hp: 0,
        hp: 0,
        ac: None,
        attack: None,
        save: None,
        worn: armour::worn("none").unwrap_or_default(),
        weapons: vec![],
        stowed: vec![],
        in_hand: vec![],
        feats: vec![],
        skill: 0,
        apt: vec![],
        inapt: vec![],
        trained: false,
        fearless: false,
        named: false,
        size: Size::Normal,
        reach_ft: 5,
        movement_ft: MOVEMENT_FT,
        kit: true,
        potions: vec![],
        spells: vec![],
        strain: 0,
        frail: false,
        expecting: false,
        unsuspecting: false,
        hidden: false,
        used_today: vec![],
        dead: false,
    }
}

/// What decides on what else: given or not.
#[derive(Default)]
struct Given {
    class: Option<Class>,
    hd: bool,
    hp: Option<i32>,
    max_hp: Option<i32>,
    named: Option<bool>,
    shield: Option<bool>,
}

/// Reads a sheet.
pub fn read(typed: &[(String, String)]) -> Result<Sheet, Vec<(String, String)>> {
    let mut problems: Vec<(String, String)> = vec![];
    let (mut sheet, mut given) = (blank(), Given::default());
    for (name, value) in typed {
        let value = value.trim();
        let fault = match value.chars().count() > TEXT_MAX_CHARS {
            true => Err(format!("at most {TEXT_MAX_CHARS} characters, please.")),
            false => read_one(&mut sheet, &mut given, &key(name), value),
        };
        problems.extend(fault.err().map(|why| (name.clone(), why)));
    }
    sheet.class = given.class.unwrap_or(if given.hd { Class::Foe } else { Class::Expert });
    sheet.named = given.named.unwrap_or(!sheet.is_foe());
    sheet.worn.shield = given.shield.unwrap_or(sheet.worn.shield);
    let hardy = if sheet.feat(Feat::DieHard) > 0 { 2 * sheet.level } else { 0 };
    let usual = match sheet.class {
        Class::Foe => (sheet.level * 9 / 2).max(1),
        Class::Mage => sheet.level * (3 + sheet.modifier(Attribute::Con)).max(1) + hardy,
        Class::Expert => sheet.level * (4 + sheet.modifier(Attribute::Con)).max(1) + hardy,
        Class::Warrior | Class::PartialWarrior => sheet.level * (6 + sheet.modifier(Attribute::Con)).max(1) + hardy,
    };
    sheet.max_hp = given.max_hp.unwrap_or_else(|| given.hp.unwrap_or(usual).max(1));
    sheet.hp = given.hp.unwrap_or(sheet.max_hp);
    if sheet.hp > sheet.max_hp {
        problems.push(("hp".to_owned(), format!("{1} is more than max-hp, which is {0}.", sheet.max_hp, sheet.hp)));
    }
    for name in &sheet.in_hand {
        if !sheet.weapons.iter().any(|it| key(&it.0.name) == key(name)) {
            problems.push(("in-hand".to_owned(), format!("\u{201c}{name}\u{201d} isn\u{2019}t one of the weapons.")));
        }
    }
    if problems.is_empty() { Ok(sheet) } else { Err(problems) }
}

fn read_one(sheet: &mut Sheet, given: &mut Given, name: &str, value: &str) -> Result<(), String> {
    if let Some((_, it)) = Attribute::ALL.into_iter().find(|it| key(it.0) == name) {
        sheet.attributes[it as usize] = whole(value, 1, 30)?;
        return Ok(());
    }
    if let Some(it) = Skill::named(name) {
        sheet.skills[it as usize] = whole(value, -1, 9)?;
        return Ok(());
    }
    match name {
        "class" => given.class = Some(class(value)?),
        "level" => sheet.level = whole(value, 1, 20)?,
        "hd" | "hit-dice" => (sheet.level, given.hd) = (whole(value, 0, 40)?, true),
        "hp" | "health" | "hit-points" => match value.split_once('/') {
            Some((now, most)) => {
                given.hp = Some(whole(now.trim(), 0, 999)?);
                given.max_hp = Some(whole(most.trim(), 1, 999)?);
            }
            None => given.hp = Some(whole(value, 0, 999)?),
        },
        "max-hp" | "max-health" => given.max_hp = Some(whole(value, 1, 999)?),
        "ac" | "armour-class" | "armor-class" => sheet.ac = optional(value, 0, 40)?,
        "attack" | "attack-bonus" | "ab" => sheet.attack = optional(value, -5, 40)?,
        "save" | "saves" => sheet.save = optional(value, 2, 20)?,
        "armour" | "armor" => sheet.worn = armour::worn(value)?,
        "shield" => {
            let magic = value.trim().strip_prefix('+').and_then(|it| it.parse().ok());
            sheet.worn.shield_magic = magic.unwrap_or(sheet.worn.shield_magic);
            given.shield = Some(magic.is_some() || yes(value)?);
        }
        "weapons" | "weapon" => sheet.weapons = gear::weapons(value)?,
        "stowed" | "pack" => sheet.stowed = gear::weapons(value)?,
        "in-hand" | "wielding" | "dual" => {
            sheet.in_hand = gear::list(&value.replace(" and ", ", ")).map(str::to_owned).collect();
        }
        "feats" | "feat" | "foci" => sheet.feats = feats::feats(value)?,
        "skill" | "skill-bonus" => sheet.skill = whole(value, -1, 9)?,
        "apt" => sheet.apt = skills(value)?,
        "inapt" => sheet.inapt = skills(value)?,
        "trained" | "disciplined" => sheet.trained = yes(value)?,
        "fearless" => sheet.fearless = yes(value)?,
        "named" => given.named = Some(yes(value)?),
        "size" => {
            let known = Size::ALL.into_iter().find(|it| it.0 == key(value)).map(|it| it.1);
            sheet.size = known.ok_or_else(|| "normal, large, huge or colossal.".to_owned())?;
        }
        "reach" => sheet.reach_ft = feet(value, 5)?,
        "movement" | "move" | "speed" => sheet.movement_ft = feet(value, 0)?,
        "kit" | "healers-kit" | "healer's-kit" => sheet.kit = yes(value)?,
        "potions" | "potion" | "items" => sheet.potions = potions(value)?,
        "spells" | "spell" => sheet.spells = gear::list(value).map(str::to_owned).collect(),
        "strain" | "system-strain" => sheet.strain = whole(value, 0, 30)?,
        "frail" => sheet.frail = yes(value)?,
        "expecting" | "wary" => sheet.expecting = yes(value)?,
        "unsuspecting" | "unaware" => sheet.unsuspecting = yes(value)?,
        "hidden" => sheet.hidden = yes(value)?,
        "used-today" => sheet.used_today = feats::feats(value)?.into_iter().map(|it| it.0).collect(),
        "dead" => sheet.dead = yes(value)?,
        _ => {
            let all: Vec<String> = fields(&blank()).into_iter().map(|it| it.0).collect();
            return Err(format!("a Sovereign sheet has no such field. Its fields are {} and hd.", all.join(", ")));
        }
    }
    Ok(())
}

fn whole(value: &str, least: i32, most: i32) -> Result<i32, String> {
    match value.trim_start_matches('+').parse() {
        Ok(it) if (least..=most).contains(&it) => Ok(it),
        _ => Err(format!("this must be a whole number from {least} to {most}, not \u{201c}{value}\u{201d}.")),
    }
}

/// A number that stands over what is worked out, or none.
fn optional(value: &str, least: i32, most: i32) -> Result<Option<i32>, String> {
    if ["", "none", "auto"].contains(&key(value).as_str()) { Ok(None) } else { whole(value, least, most).map(Some) }
}

fn feet(value: &str, least: u32) -> Result<u32, String> {
    let number = value.trim_end_matches("ft").trim_end_matches("feet").trim();
    match number.parse::<u32>() {
        Ok(it) if it % 5 == 0 && (least..=300).contains(&it) => Ok(it),
        _ => Err(format!(
            "this must be a number of feet from {least} to 300, in steps of 5, not \u{201c}{value}\u{201d}."
        )),
    }
}

fn class(value: &str) -> Result<Class, String> {
    let wanted = match key(value).as_str() {
        "npc" | "monster" => "foe".to_owned(),
        other => other.to_owned(),
    };
    let known = Class::ALL.into_iter().find(|it| key(it.0) == wanted).map(|it| it.1);
    known.ok_or_else(|| {
        format!("this must be warrior, expert, mage, partial warrior or foe, not \u{201c}{value}\u{201d}.")
    })
}

fn skills(value: &str) -> Result<Vec<Skill>, String> {
    let one = |typed: &str| {
        let known = || Skill::ALL.map(|it| it.0).join(", ");
        Skill::named(typed)
            .ok_or_else(|| format!("\u{201c}{typed}\u{201d} isn\u{2019}t a skill. Choose from {}.", known()))
    };
    gear::list(value).map(one).collect()
}

fn potions(value: &str) -> Result<Vec<(String, Option<gear::DamageDice>)>, String> {
    let one = |typed: &str| match typed.split_once(':') {
        None => Ok((typed.to_owned(), None)),
        Some((name, dice)) => {
            let dice = gear::DamageDice::read(dice)
                .ok_or_else(|| format!("\u{201c}{dice}\u{201d} aren\u{2019}t dice. Write them like 1d6+1."))?;
            Ok((name.trim().to_owned(), Some(dice)))
        }
    };
    gear::list(value).map(one).collect()
}

/// The fields of a sheet, as [`read`] reads them.
pub fn fields(sheet: &Sheet) -> Vec<(String, String)> {
    let word = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let or_none = |it: Vec<String>| if it.is_empty() { "none".to_owned() } else { it.join(", ") };
    let auto = |it: Option<i32>| it.map_or_else(|| "auto".to_owned(), |it| it.to_string());
    let stock = |all: &[Stock]| or_none(all.iter().map(gear::written).collect());
    let names = |all: &[Skill]| or_none(all.iter().map(|it| it.name().to_owned()).collect());
    let feat = |it: &(Feat, u8)| if it.1 > 1 { format!("{} {}", it.0.name(), it.1) } else { it.0.name().to_owned() };
    let potion = |it: &(String, Option<gear::DamageDice>)| match it.1 {
        Some(dice) => format!("{}: {dice}", it.0),
        None => it.0.clone(),
    };
    let mut all: Vec<(String, String)> = vec![("class".to_owned(), sheet.class.name().to_owned())];
    all.push((if sheet.is_foe() { "hd" } else { "level" }.to_owned(), sheet.level.to_string()));
    all.extend(Attribute::ALL.iter().map(|it| (it.0.to_lowercase(), sheet.attributes[it.1 as usize].to_string())));
    all.extend(Skill::ALL.iter().map(|it| (it.0.to_lowercase(), sheet.skills[it.1 as usize].to_string())));
    let size = Size::ALL.iter().find(|it| it.1 == sheet.size).map_or("", |it| it.0);
    let rest = [
        ("hp", sheet.hp.to_string()),
        ("max-hp", sheet.max_hp.to_string()),
        ("ac", auto(sheet.ac)),
        ("attack", auto(sheet.attack)),
        ("save", auto(sheet.save)),
        ("armour", sheet.worn.words()),
        ("shield", word(sheet.worn.shield)),
        ("weapons", stock(&sheet.weapons)),
        ("stowed", stock(&sheet.stowed)),
        ("in-hand", or_none(sheet.in_hand.clone())),
        ("feats", or_none(sheet.feats.iter().map(feat).collect())),
        ("skill", sheet.skill.to_string()),
        ("apt", names(&sheet.apt)),
        ("inapt", names(&sheet.inapt)),
        ("trained", word(sheet.trained)),
        ("fearless", word(sheet.fearless)),
        ("named", word(sheet.named)),
        ("size", size.to_owned()),
        ("reach", sheet.reach_ft.to_string()),
        ("movement", sheet.movement_ft.to_string()),
        ("kit", word(sheet.kit)),
        ("potions", or_none(sheet.potions.iter().map(potion).collect())),
        ("spells", or_none(sheet.spells.clone())),
        ("strain", sheet.strain.to_string()),
        ("frail", word(sheet.frail)),
        ("expecting", word(sheet.expecting)),
        ("unsuspecting", word(sheet.unsuspecting)),
        ("hidden", word(sheet.hidden)),
        ("used-today", or_none(sheet.used_today.iter().map(|it| it.name().to_owned()).collect())),
        ("dead", word(sheet.dead)),
    ];
    all.extend(rest.map(|(name, value)| (name.to_owned(), value)));
    all
}

const PEOPLE: &str = include_str!("../../../../config/rulesets/sovereign/people.toml");

/// Ready-made sheets of `config/rulesets/sovereign/people.toml`, by name.
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
