//! Small things that every system says in the same words: yes and no, a list of names, a side's name in a sentence, who is against whom,
//! and ready-made sheets by name. Contains no rules of any system.

pub use crate::engine::view::{NAMED_MAX, few_or_kinds, in_kinds, list, one_of, plural, unnumbered};

use super::{
    names::key,
    request::{Absence, Handover},
};
use crate::engine::{Combatant, CombatantId, FightState, RulesetTypes, playing::Style};
use std::collections::BTreeMap;

/// How a change begins that a GM made by hand, where its story says nothing else of it.
pub const BY_HAND: &str = "By hand: ";

/// Yes or no, as players type it.
pub fn yes(value: &str) -> Result<bool, String> {
    match key(value).as_str() {
        _ if value.trim().starts_with('-') => Err(format!("yes or no, not \u{201c}{value}\u{201d}.")), // a key has no minus
        "yes" | "on" | "true" | "1" | "y" => Ok(true),
        "no" | "off" | "false" | "0" | "n" | "none" => Ok(false),
        _ => Err(format!("yes or no, not \u{201c}{value}\u{201d}.")),
    }
}

/// How a yes or no is shown; never `None`.
pub fn yes_no(yes: bool) -> Option<String> {
    Some(if yes { "yes" } else { "no" }.to_owned())
}

/// A text in quotation marks at the end of a sentence, with a full stop unless the text ends in a mark of its own: “Surrender!”, “wait”.
pub fn quoted_at_end(text: &str) -> String {
    let text = text.trim_end();
    let has_mark = text.ends_with(['.', '!', '?', '\u{2026}']);
    format!("\u{201c}{text}\u{201d}{}", if has_mark { "" } else { "." })
}

/// A thing with its article: "a club", "an axe".
pub fn a(thing: &str) -> String {
    let article = if thing.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {thing}")
}

/// A side's name for use after "the".
pub fn the(name: &str) -> &str {
    name.strip_prefix("The ").or_else(|| name.strip_prefix("the ")).unwrap_or(name)
}

/// A side as a possessive: "the Orcs'", "the Bridge's".
pub fn of_the(name: &str) -> String {
    let name = the(name);
    let plural = name.ends_with('s') && !name.ends_with("ss");
    format!("the {name}\u{2019}{}", if plural { "" } else { "s" })
}

/// Who of their own side could help a combatant, of those whom everyone sees, and their names: "Ana", "Ana or Bo"; `None` if nobody could.
pub fn who_helps<R: RulesetTypes>(
    fight: &FightState<R>,
    patient: &Combatant<R>,
    can: impl Fn(&Combatant<R>) -> bool,
) -> Option<(Vec<CombatantId>, String)> {
    let side = fight.members(patient.side).filter(|it| it.id != patient.id && !it.is_hidden() && can(it));
    let (ids, names): (Vec<CombatantId>, Vec<&str>) = side.map(|it| (it.id, &*it.name)).unzip();
    let names = match names.as_slice() {
        [] => return None,
        [first, second, third, _, ..] => one_of(&[first, second, third, "another"]),
        few => one_of(few),
    };
    Some((ids, names))
}

/// A duration in everyday words: "30 seconds", "2 minutes", "24 hours".
pub fn time_words(ms: i64) -> String {
    let seconds = ms / 1_000;
    let (count, unit) = match seconds {
        0..120 => (seconds, "second"),
        120..7_200 => (seconds / 60, "minute"),
        _ => (seconds / 3_600, "hour"),
    };
    if count == 1 { format!("1 {unit}") } else { format!("{count} {unit}s") }
}

/// How what can be told of several begins, of one and of several.
const PLURALS: [(&str, &str); 11] = [
    ("is ", "are "),
    ("has ", "have "),
    ("must ", "must "),
    ("joins ", "join "),
    ("moves ", "move "),
    ("does nothing", "do nothing"),
    ("lets the turn pass", "let the turn pass"),
    ("comes into sight", "come into sight"),
    ("fails morale", "fail morale"),
    ("now has ", "now have "),
    ("no longer has ", "no longer have "),
];

/// What one does, after their name, as several do it: "are now prone" for "is now prone"; `None` if that can't be told.
pub fn of_several(does: &str) -> Option<String> {
    PLURALS.iter().find_map(|(one, many)| Some(format!("{many}{}", does.strip_prefix(one)?)))
}

/// Whether what follows a name can follow several.
fn can_join(after: &str) -> bool {
    after.strip_prefix(' ').is_none_or(|it| of_several(it).is_some())
}

/// The same sentence about several people, each beginning or going on with a name, as one about all of them: "Goblin 1 and Goblin 2 are
/// now hidden." Others stay as they are.
pub fn of_all(told: impl IntoIterator<Item = (String, String)>) -> Vec<String> {
    let mut all: Vec<(Vec<String>, (String, String))> = vec![];
    for (name, text) in told {
        let around = text.split_once(&name).unwrap_or((&text, ""));
        let around = (around.0.to_owned(), around.1.to_owned());
        match all.last_mut() {
            Some((names, same)) if *same == around && can_join(&around.1) && !name.is_empty() => names.push(name),
            _ => all.push((vec![name], around)),
        }
    }
    let sentence = |(names, (before, after)): (Vec<String>, (String, String))| {
        let plural = after.strip_prefix(' ').filter(|_| names.len() > 1).and_then(of_several);
        let after = plural.map_or(after, |it| format!(" {it}"));
        let whose = few_or_kinds(&names);
        // "8 Bandits' health".
        let after = match after.strip_prefix("\u{2019}s") {
            Some(rest) if names.len() > NAMED_MAX && whose.ends_with('s') => format!("\u{2019}{rest}"),
            _ => after,
        };
        format!("{before}{whose}{after}")
    };
    all.into_iter().map(sentence).collect()
}

/// A condition that somebody has or no longer has, after their name: "is now prone", "no longer has an eye injury".
pub fn has_now(condition: &str, on: bool) -> String {
    const NOUNS: &[&str] = &["concealment", "cover", "poison", "sickness"];
    let mut condition = condition.to_lowercase().replace('-', " ");
    if condition == "failed morale" {
        return if on { "has lost heart" } else { "takes heart again" }.to_owned();
    }
    if condition == "total defense" {
        condition = "using total defense".to_owned();
    }
    let held = match condition.as_str() {
        "challenging" => Some("challenging circumstances".to_owned()),
        "position unknown" => Some("an unknown position".to_owned()),
        one if one.ends_with(" injury") || one == "barrier" => Some(a(one)),
        noun if noun.split(' ').next().is_some_and(|it| NOUNS.contains(&it)) => Some(noun.to_owned()),
        _ => None,
    };
    match (held, on) {
        (Some(held), true) => format!("now has {held}"),
        (Some(held), false) => format!("no longer has {held}"),
        (None, true) => format!("is now {condition}"),
        (None, false) => format!("is no longer {condition}"),
    }
}

/// Text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + chars.as_str())
}

/// What the GM is told about combatants handed to Umpire, or taken back.
pub fn handed_to_umpire(names: &[&str], to: &Handover) -> String {
    match to {
        Handover::In(style) => format!("Umpire now plays {}: {style}.", list(names)),
        Handover::Usual => format!("Umpire now plays {}.", list(names)),
        Handover::Off => format!("The GM plays {} again.", list(names)),
    }
}

/// What everyone is told when Umpire plays players' characters for a while; `seats` are the players, by their characters.
pub fn umpire_stands_in(names: &[&str], mut seats: Vec<u64>, why: Absence) -> String {
    seats.dedup();
    let (whom, players) = (list(names), list(&seats.iter().map(|it| format!("<@{it}>")).collect::<Vec<_>>()));
    let gets = if seats.len() == 1 { "gets" } else { "get" };
    match why {
        Absence::EmptySeat if seats.len() == 1 => {
            format!("Nobody sits in {players}\u{2019}s seat, so Umpire plays {whom}.")
        }
        Absence::EmptySeat => format!("{players} aren\u{2019}t here, so Umpire plays {whom}."),
        Absence::Silence => format!(
            "Two questions in a row went unanswered, so Umpire now plays {whom}. {players} {gets} {whom} back at their first press."
        ),
        Absence::Wish => {
            format!("Umpire plays {whom} from here on. {players} can take {whom} back at any time.")
        }
    }
}

/// Whether two combatants are on different sides.
pub fn enemies<R: RulesetTypes>(fight: &FightState<R>, a: CombatantId, b: CombatantId) -> bool {
    match (fight.find(a), fight.find(b)) {
        (Some(a), Some(b)) => a.side != b.side,
        _ => false,
    }
}

/// Whether a combatant may know that another exists.
pub fn known<R: RulesetTypes>(fight: &FightState<R>, who: CombatantId, other: CombatantId) -> bool {
    fight.is_visible_to(other, who)
}

/// The field of a ready-made sheet's row that says how Umpire plays it. The sheet doesn't have it.
const PLAYED: &str = "played";
/// The field that says that players play it. The sheet doesn't have it either.
const HERO: &str = "hero";

/// The ready-made sheets of a `people.toml`: a table of fields for each name.
///
/// # Panics
/// If the file can't be read; a test for each system would catch that first.
pub fn people<S, E: std::fmt::Debug>(
    text: &str,
    read: impl Fn(&[(String, String)]) -> Result<S, E>,
) -> Vec<(String, S)> {
    rows(text)
        .into_iter()
        .map(|(name, mut fields)| {
            fields.remove(PLAYED);
            fields.remove(HERO);
            let fields: Vec<_> = fields.into_iter().collect();
            let sheet = read(&fields).unwrap_or_else(|why| panic!("{name}: {why:?}"));
            (name, sheet)
        })
        .collect()
}

/// How Umpire plays those of a `people.toml` whose row says so.
///
/// # Panics
/// As [`people`].
pub fn styles(text: &str) -> Vec<(String, Style)> {
    let style = |(name, mut fields): (String, BTreeMap<String, String>)| {
        let style = fields.remove(PLAYED)?.parse().unwrap_or_else(|why| panic!("{name}: {why}"));
        Some((name, style))
    };
    rows(text).into_iter().filter_map(style).collect()
}

/// The names of those of a `people.toml` whom players play.
///
/// # Panics
/// As [`people`].
pub fn heroes(text: &str) -> Vec<String> {
    rows(text)
        .into_iter()
        .filter(|(_, fields)| fields.get(HERO).is_some_and(|it| yes(it) == Ok(true)))
        .map(|it| it.0)
        .collect()
}

fn rows(text: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    toml::from_str(text).expect("a table for each name")
}

/// Whether a fight looks decided, as a sentence for the GM: nobody is left standing, or only one of several sides.
pub fn decided<R: RulesetTypes>(fight: &FightState<R>, stands: impl Fn(&Combatant<R>) -> bool) -> Option<String> {
    let standing: Vec<&str> =
        fight.sides.iter().filter(|it| fight.members(it.id).any(&stands)).map(|it| the(&it.name)).collect();
    match standing.as_slice() {
        [] => Some("Nobody is left standing.".to_owned()),
        [one] if fight.sides.len() > 1 => Some(format!("Only the {one} are left standing.")),
        _ => None,
    }
}

/// What the GM can do for an unseen combatant who has had their one turn of the round.
pub fn another_turn(name: &str) -> String {
    format!("{name} gets another turn next round, or right now if you use /gm turn name:{name}.")
}

/// How far away a combatant is, in zones.
pub fn zones_away(zones: u32) -> String {
    match zones {
        0 => "here".to_owned(),
        1 => "1 zone away".to_owned(),
        _ => format!("{zones} zones away"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same of several is one sentence in the plural; what can't be put there stays as it is.
    #[test]
    fn the_same_of_several_is_told_once() {
        let told = |names: &[&str], does: &str| {
            of_all(names.iter().map(|it| ((*it).to_owned(), format!("{it}{does}")))).join(" ")
        };
        assert_eq!(told(&["Orc 1", "Orc 2"], " now has cover."), "Orc 1 and Orc 2 now have cover.");
        assert_eq!(told(&["Orc 1", "Bo"], "\u{2019}s health is now 2."), "Orc 1 and Bo\u{2019}s health is now 2.");
        assert_eq!(told(&["Bo"], " is blind."), "Bo is blind.");
        assert_eq!(told(&["Orc 1", "Bo"], " swings."), "Orc 1 swings. Bo swings.");
        let orcs = ["Orc 1", "Orc 2", "Orc 3", "Orc 4", "Bo"];
        assert_eq!(told(&orcs, " moves to Yard."), "4 Orcs and Bo move to Yard.");
    }

    /// A quotation that ends in a mark of its own gets no full stop after it.
    #[test]
    fn a_quotation_ends_a_sentence_once() {
        assert_eq!(quoted_at_end("wait"), "\u{201c}wait\u{201d}.");
        assert_eq!(quoted_at_end("Surrender!"), "\u{201c}Surrender!\u{201d}");
    }
}
