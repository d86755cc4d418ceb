//! Small things that every system says in the same words: yes and no, a list of names, a side's name in a sentence, who is against whom, and ready-made
//! sheets by name. No rule of any system is here.

pub use crate::engine::view::{list, one_of};

use super::names::key;
use crate::engine::{Combatant, CombatantId, FightState, Ruleset};
use std::collections::BTreeMap;

/// Yes or no, as people type it.
///
/// # Errors
/// What was wanted.
pub fn yes(value: &str) -> Result<bool, String> {
    match key(value).as_str() {
        _ if value.trim().starts_with('-') => Err(format!("yes or no, not \u{201c}{value}\u{201d}.")), // a key has no minus
        "yes" | "on" | "true" | "1" | "y" => Ok(true),
        "no" | "off" | "false" | "0" | "n" | "none" => Ok(false),
        _ => Err(format!("yes or no, not \u{201c}{value}\u{201d}.")),
    }
}

/// How a yes or a no is read back: always there.
pub fn yes_no(yes: bool) -> Option<String> {
    Some(if yes { "yes" } else { "no" }.to_owned())
}

/// A thing with its article: "a club", "an axe".
pub fn a(thing: &str) -> String {
    let article = if thing.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {thing}")
}

/// A side's name after "the".
pub fn the(name: &str) -> &str {
    name.strip_prefix("The ").or_else(|| name.strip_prefix("the ")).unwrap_or(name)
}

/// Words at the beginning of a sentence.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + chars.as_str())
}

/// Whether two are on different sides.
pub fn enemies<R: Ruleset>(fight: &FightState<R>, a: CombatantId, b: CombatantId) -> bool {
    match (fight.find(a), fight.find(b)) {
        (Some(a), Some(b)) => a.side != b.side,
        _ => false,
    }
}

/// Whether somebody may know of another at all.
pub fn known<R: Ruleset>(fight: &FightState<R>, who: CombatantId, other: CombatantId) -> bool {
    fight.find(other).is_some_and(|it| !it.hidden || !enemies(fight, who, other))
}

/// The ready-made sheets of a `people.toml`: a table of fields for each name.
///
/// # Panics
/// If the file cannot be read, which a test of each system finds first.
pub fn people<S, E: std::fmt::Debug>(
    text: &str,
    read: impl Fn(&[(String, String)]) -> Result<S, E>,
) -> Vec<(String, S)> {
    let rows: BTreeMap<String, BTreeMap<String, String>> = toml::from_str(text).expect("a table for each name");
    rows.into_iter()
        .map(|(name, fields)| {
            let fields: Vec<_> = fields.into_iter().collect();
            let sheet = read(&fields).unwrap_or_else(|why| panic!("{name}: {why:?}"));
            (name, sheet)
        })
        .collect()
}

/// Whether a fight looks decided, as a sentence for the GM: nobody is left standing, or one side alone of several.
pub fn decided<R: Ruleset>(fight: &FightState<R>, stands: impl Fn(&Combatant<R>) -> bool) -> Option<String> {
    let standing: Vec<&str> =
        fight.sides.iter().filter(|it| fight.members(it.id).any(&stands)).map(|it| the(&it.name)).collect();
    match standing.as_slice() {
        [] => Some("Nobody is left standing.".to_owned()),
        [one] if fight.sides.len() > 1 => Some(format!("Only the {one} are left standing.")),
        _ => None,
    }
}

/// What the GM can do for somebody unseen who has had the one turn of the round.
pub fn another_turn(name: &str) -> String {
    format!("{name} gets another next round, or now with /gm turn name:{name}.")
}

/// How far away somebody is, in zones.
pub fn zones_away(zones: u32) -> String {
    match zones {
        0 => "here".to_owned(),
        1 => "1 zone away".to_owned(),
        _ => format!("{zones} zones away"),
    }
}
