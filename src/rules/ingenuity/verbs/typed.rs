//! What people type in one parameter that belongs in two, or in other words than the menu's. Nothing is judged here.

use crate::rules::ingenuity::model::{
    gear::bare_hands,
    sheet::{Attribute, PROFICIENCIES, SKILLS},
};
use crate::rules::names::key;

/// Arguments as they were typed.
pub type Typed = Vec<(String, String)>;

/// The words for the attribute and what goes with it.
pub const BY: [&str; 6] = ["how", "attribute", "skill", "proficiency", "by", "using"];

/// Each argument, changed or split by its name.
pub fn each(typed: &[(String, String)], mut change: impl FnMut(&str, &str, &mut Typed)) -> Option<Typed> {
    let mut all = vec![];
    for (param, value) in typed {
        change(param, value, &mut all);
    }
    Some(all)
}

/// One argument more.
pub fn put(all: &mut Typed, param: &str, value: &str) {
    all.push((param.to_owned(), value.to_owned()));
}

/// An attack as it was typed: "strength martial" is an attribute and a proficiency, and weapons have other names.
pub fn attack(typed: &[(String, String)]) -> Option<Typed> {
    each(typed, |param, value, all| match param {
        "with" => put(all, "with", &weapon(value)),
        _ if BY.contains(&param) => by_words(true, param, value, all),
        _ => put(all, param, value),
    })
}

/// The same where there is only a weapon.
pub fn armed(typed: &[(String, String)]) -> Option<Typed> {
    each(typed, |param, value, all| match param {
        "with" => put(all, "with", &weapon(value)),
        _ => put(all, param, value),
    })
}

/// A test as it was typed: "dexterity handling" is an attribute and a skill.
pub fn test(typed: &[(String, String)]) -> Option<Typed> {
    each(typed, |param, value, all| match BY.contains(&param) {
        true => by_words(false, param, value, all),
        false => put(all, param, value),
    })
}

/// What is left out must not be taken from the text.
pub fn with_default(mut typed: Typed, param: &str, value: &str) -> Typed {
    if !typed.iter().any(|it| it.0 == param) {
        put(&mut typed, param, value);
    }
    typed
}

/// The proficiencies that are named among the words for an attribute (C1).
pub fn proficiencies(typed: &[(String, String)]) -> Vec<String> {
    let said = typed.iter().filter(|it| BY.contains(&it.0.as_str()));
    let words = said.flat_map(|it| it.1.split([' ', '+', ',', '/']).map(key));
    words.filter(|it| PROFICIENCIES.contains(&it.as_str())).collect()
}

fn by_words(attack: bool, param: &str, value: &str, all: &mut Typed) {
    let mut is_known = false;
    for token in value.split([' ', '+', ',', '/']).map(key).filter(|it| !it.is_empty()) {
        let (attribute, proficiency) = (Attribute::named(&token), PROFICIENCIES.contains(&token.as_str()));
        match attribute {
            Some(it) => put(all, "how", it.name()),
            None if attack && proficiency => put(all, "by", &token),
            None if !attack && SKILLS.contains(&token.as_str()) => put(all, "with", &token),
            None if proficiency || ["combat", "and", "by"].contains(&token.as_str()) => {}
            None => continue,
        }
        is_known = true;
    }
    if !is_known {
        let param = match (param, attack) {
            ("proficiency" | "by", true) => "by",
            ("skill", false) => "with",
            _ => "how",
        };
        put(all, param, value);
    }
}

/// "knife thrown" and "unarmed", as the menus have them.
fn weapon(value: &str) -> String {
    let plain = key(value);
    if let Some(name) = plain.strip_suffix("-thrown").or_else(|| plain.strip_prefix("thrown-")) {
        return format!("{}, thrown", name.trim_end_matches(',').replace('-', " "));
    }
    let hands = bare_hands();
    match hands.also.iter().any(|it| key(it) == plain) {
        true => hands.name.clone(),
        false => value.to_owned(),
    }
}
