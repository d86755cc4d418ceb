//! The values of a sheet as they are typed: numbers, dice, lists, sizes, what is in hand (C5, C10, R17). Each gives back what was meant or a
//! sentence that says what is wrong; which field they stand in is `sheet.rs`'s to say.

use crate::rules::ingenuity::model::{
    gear::{self, Item},
    learned,
    sheet::{SIDES, SIZES},
};
use crate::rules::{names::key, wording};
use std::{collections::BTreeMap, sync::Arc};

/// The rows of the ready-made sheets.
pub(super) const PEOPLE: &str = include_str!("../../../../config/rulesets/ingenuity/people.toml");

/// Those of them whom players play.
pub fn template_heroes() -> Vec<String> {
    wording::heroes(PEOPLE)
}

/// How Umpire plays those of them who have a way of their own.
pub fn template_styles() -> Vec<(String, crate::engine::playing::Style)> {
    wording::styles(PEOPLE)
}

pub(super) fn whole(value: &str, least: i32, most: i32) -> Result<i32, String> {
    match value.trim().trim_start_matches('+').parse() {
        Ok(it) if (least..=most).contains(&it) => Ok(it),
        _ => Err(format!("this must be a whole number from {least} to {most}, not \u{201c}{value}\u{201d}.")),
    }
}

/// C5: `d6`, or `6`.
pub(super) fn die(value: &str) -> Result<u16, String> {
    match value.trim().to_lowercase().trim_start_matches("1d").trim_start_matches('d').parse() {
        Ok(sides) if SIDES.contains(&sides) => Ok(sides),
        _ => Err(format!("this must be d4, d6, d8, d10 or d12 (C5), not \u{201c}{value}\u{201d}.")),
    }
}

pub(super) fn bonus(value: &str) -> Result<i32, String> {
    whole(value, 0, 4).map_err(|_| format!("this must be a bonus from 0 to +4 (C5), not \u{201c}{value}\u{201d}."))
}

/// `combat d6, agility d4`, `martial 1, dodge +2`.
pub(super) fn pairs(value: &str) -> Result<Vec<(String, String)>, String> {
    let pair = |typed: &str| {
        let (name, value) = typed.rsplit_once([' ', ':', '=']).ok_or_else(|| {
            format!("\u{201c}{typed}\u{201d} has a name but no value. Write it as combat d6, or martial 1.")
        })?;
        let name = key(name.trim_end_matches([':', '=']));
        match name.is_empty() || name.chars().count() > 30 {
            true => Err("a name needs 1 to 30 characters.".to_owned()),
            false => Ok((name, value.to_owned())),
        }
    };
    gear::list(value).into_iter().map(pair).collect()
}

pub(super) fn talents(value: &str) -> Result<BTreeMap<String, u8>, String> {
    let mut all = BTreeMap::new();
    for typed in gear::list(value) {
        let (name, rank) = match typed.rsplit_once(' ').map(|(name, rank)| (name, rank.parse::<u8>())) {
            Some((name, Ok(rank))) => (name.trim_end_matches(" rank"), rank),
            _ => (typed, 1),
        };
        let Some(it) = learned::talent(name) else {
            let known: Vec<&str> = learned::talents().iter().map(|it| it.name.as_str()).collect();
            return Err(format!(
                "\u{201c}{typed}\u{201d} isn\u{2019}t a talent known here. Talents: {}.",
                known.join(", ")
            ));
        };
        let bare = typed == name && it.unsurprised.is_some();
        let rank = if bare { it.unsurprised.unwrap_or(1) } else { rank };
        all.insert(it.name.clone(), rank);
    }
    Ok(all)
}

pub(super) fn maneuvers(value: &str) -> Result<Vec<String>, String> {
    let mut all = vec![];
    for typed in gear::list(value) {
        let Some(it) = learned::maneuver(typed) else {
            let known: Vec<&str> = learned::maneuvers().iter().map(|it| it.name.as_str()).collect();
            return Err(format!(
                "\u{201c}{typed}\u{201d} isn\u{2019}t a maneuver known here. Maneuvers: {}.",
                known.join(", ")
            ));
        };
        all.push(it.name.clone());
    }
    Ok(all)
}

pub(super) fn size(value: &str) -> Result<i32, String> {
    let typed = key(value.split('(').next().unwrap_or(value));
    let named = SIZES
        .iter()
        .position(|it| *it == typed || (*it == "miniscule" && typed == "minuscule"))
        .map(|it| it as i32 + 1);
    named
        .map_or_else(|| whole(value, 1, 12), Ok)
        .map_err(|_| format!("this must be a number from 1 to 12, or {} (C10).", SIZES.join(", ")))
}

/// What a combatant has in hand who says nothing of it: the first weapon, and then what the other hand can hold, shields first.
pub(super) fn at_hand(items: &[Arc<Item>]) -> Vec<u8> {
    let mut held: Vec<usize> = vec![];
    let first = items.iter().position(|it| it.is_weapon());
    let shields = (0..items.len()).filter(|it| !items[*it].is_weapon());
    for index in first.into_iter().chain(shields) {
        let used: u8 = held.iter().map(|it| items[*it].hands).sum();
        if used + items[index].hands <= 2 && !held.contains(&index) {
            held.push(index);
        }
    }
    held.into_iter().map(|it| it as u8).collect()
}

/// What is to be in hand, by its names.
///
/// # Errors
/// What is not there, or too much for two hands (R17).
pub fn hold(items: &[Arc<Item>], value: &str) -> Result<Vec<u8>, String> {
    let mut held: Vec<u8> = vec![];
    for typed in gear::list(value) {
        let free = |it: &usize| !held.contains(&(*it as u8));
        let named = |it: &usize| key(&items[*it].name) == key(typed);
        let listed = gear::listed(typed).map(|it| &it.name);
        let meant = |it: &usize| listed.is_some_and(|name| *name == items[*it].name);
        let found = (0..items.len()).filter(free).find(named).or_else(|| (0..items.len()).filter(free).find(meant));
        let Some(index) = found else {
            let known: Vec<&str> = items.iter().map(|it| it.name.as_str()).collect();
            return Err(format!(
                "you aren\u{2019}t carrying \u{201c}{typed}\u{201d}. You\u{2019}re carrying {}.",
                known.join(", ")
            ));
        };
        held.push(index as u8);
    }
    let hands: u8 = held.iter().map(|it| items[usize::from(*it)].hands).sum();
    if hands > 2 { Err(format!("that takes {hands} hands, and you have two (R17).")) } else { Ok(held) }
}
