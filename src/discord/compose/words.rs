//! Small pieces of text that all messages share: escaped sentences, citations, rolls, lists.

use super::super::{limits::length, message::Field, text};
use crate::{
    engine::{
        Addressee,
        view::{NAMED_MAX, PromptView, Scene, few_or_kinds},
    },
    rules::story::stored::StoryRoll,
};

/// A sentence of the table inside a message: nothing in it formats or mentions, except the people who are playing.
pub fn prose(sentence: &str, players: &[u64]) -> String {
    let shown = text::escape(sentence);
    players.iter().fold(shown, |shown, id| shown.replace(&format!("\\<@\u{2060}{id}\\>"), &format!("<@{id}>")))
}

/// The same, for private sentences that mention somebody; they never ping.
pub fn prose_with_mentions(sentence: &str) -> String {
    let ids: Vec<u64> = sentence
        .split("<@")
        .skip(1)
        .filter_map(|rest| rest.split_once('>').and_then(|(id, _)| id.parse().ok()))
        .collect();
    prose(sentence, &ids)
}

/// A rule as it is cited: "R22 Counter", "ruling A25".
pub fn cited(number: &str, title: &str, ruling: bool) -> String {
    match ruling {
        true => format!("ruling {number} {title}"),
        false => format!("{number} {title}"),
    }
}

/// A roll on one line: the equation, the outcome and the rule.
pub fn roll(it: &StoryRoll) -> String {
    let outcome = it.outcome.as_ref().map_or_else(String::new, |it| format!(" \u{2192} **{}**", text::escape(it)));
    let rule = cited(&it.rule.number, &it.rule.title, it.rule.ruling);
    let [who, what, equation] = [&it.who, &it.what, &it.equation].map(|it| text::escape(it));
    format!("**{who}**, {what}: {equation}{outcome} ({rule})")
}

/// If the table waits for this many or fewer, they're listed by name.
const AWAITED_MAX: usize = 9;

/// Whom the table is waiting for, and for what; `None` if nobody is asked anything.
pub fn waits_for(scene: &Scene) -> Option<String> {
    let open = || scene.prompts.iter().filter(|it| !it.answered);
    let names = |umpires: bool| -> Vec<String> {
        let mut all: Vec<String> = open().filter(|it| it.is_umpires == umpires).map(awaited).collect();
        all.dedup();
        all
    };
    let (awaited, umpires) = (names(false), names(true));
    if awaited.is_empty() && !umpires.is_empty() {
        let who = if scene.umpire_is_gm { String::new() } else { format!(" for {}", list_within(&umpires, 100)) };
        return Some(format!("Umpire answers{who} in a moment. Then you can go on."));
    }
    let named = awaited.len().min(AWAITED_MAX);
    let more = if awaited.len() > named { format!(" and {} more", awaited.len() - named) } else { String::new() };
    let waiting = format!(
        "The table is waiting for {}{more}. You can go on once that\u{2019}s settled.",
        awaited[..named].join(", ")
    );
    (!awaited.is_empty()).then_some(waiting)
}

/// Whom the table waits for in one question, and for what; of somebody whom the GM plays, that too.
pub fn awaited(it: &PromptView) -> String {
    let is_gms = !it.is_umpires && it.seats.is_empty() && matches!(it.to, Addressee::Combatant(_));
    let gm = if is_gms { " (the GM)" } else { "" };
    let about = if it.about.is_empty() { String::new() } else { format!(": {}", it.about) };
    text::escape(&format!("{}{gm}{about}", it.to_name))
}

pub use crate::engine::view::list;

/// How many of these, from the first, fit into this many characters with `between` characters between them; at least one.
pub fn fitting(parts: &[String], most: usize, between: usize) -> usize {
    let mut used = 0;
    let fits = |part: &&String| {
        used += length(part) + between;
        used <= most
    };
    parts.iter().take_while(fits).count().max(1)
}

/// "a, b and 3 more", if the full list would be too long.
pub fn list_within(names: &[String], most: usize) -> String {
    let shown = fitting(names, most, 2).min(names.len());
    match names.len() - shown {
        0 => list(names),
        more => format!("{} and {more} more", names[..shown].join(", ")),
    }
}

/// A few names; of many, how many of each kind there are, or the first and how many more if that's too long. Each is
/// shown `as_shown`.
pub fn few_or_kinds_within(names: &[String], most: usize, as_shown: impl Fn(&str) -> String) -> String {
    let kinds = as_shown(&few_or_kinds(names));
    if names.len() > NAMED_MAX && length(&kinds) <= most {
        return kinds;
    }
    let names: Vec<String> = names.iter().map(|it| as_shown(it)).collect();
    list_within(&names, most)
}

/// A system's name as a heading: with a capital, and any letters before a number as an abbreviation.
pub fn system(name: &str) -> String {
    if let Some(at) = name.find(|it: char| it.is_ascii_digit()) {
        return name[..at].to_uppercase() + &name[at..];
    }
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A paragraph of an embed, in as many fields as its lines need.
pub fn fields(name: &str, lines: &[String], inline: bool) -> Vec<Field> {
    use super::super::{limits::FIELD_VALUE_MAX, message::split};
    let pages = split::pages(lines, FIELD_VALUE_MAX, 40);
    let heading = |index: usize| match index {
        0 => name.to_owned(),
        _ => format!("{name}, continued"),
    };
    pages.into_iter().enumerate().map(|(index, value)| Field { name: heading(index), value, inline }).collect()
}

/// What's left of somebody's turn, in words: "main action left", "move: 2".
pub fn left_of_turn(name: &str, left: &str) -> String {
    match (name, left) {
        ("main" | "bonus" | "slow" | "fast", "left" | "used") => format!("{name} action {left}"),
        (_, "left" | "used") => format!("{name} {left}"),
        _ => format!("{name}: {left}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only people who are playing are mentioned; a name that looks like a mention is just a name.
    #[test]
    fn only_players_are_mentioned() {
        assert_eq!(prose("<@7> plays *Ana* now.", &[7]), "<@7> plays \\*Ana\\* now.");
        assert!(!prose("<@8> swings.", &[7]).contains("<@8>"));
        assert_eq!(prose_with_mentions("Ana is <@12>\u{2019}s to play."), "Ana is <@12>\u{2019}s to play.");
    }

    /// What's left of a turn reads like words, in every system's.
    #[test]
    fn what_is_left_is_said() {
        assert_eq!(left_of_turn("main", "left"), "main action left");
        assert_eq!(left_of_turn("reaction", "used"), "reaction used");
        assert_eq!(left_of_turn("move", "2 of 4"), "move: 2 of 4");
    }

    /// Lists read like lists.
    #[test]
    fn lists() {
        let names = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        assert_eq!(list(&names(&[])), "");
        assert_eq!(list(&names(&["Ana"])), "Ana");
        assert_eq!(list(&names(&["Ana", "Bob", "Cem"])), "Ana, Bob and Cem");
        assert_eq!((system("murdham"), system("td2e")), ("Murdham".to_owned(), "TD2e".to_owned()));
        assert_eq!(list_within(&names(&["Ana", "Bob", "Cem"]), 15), "Ana, Bob and Cem");
        assert_eq!(list_within(&names(&["Ana", "Bob", "Cem"]), 14), "Ana, Bob and 1 more");
        assert_eq!(list_within(&names(&["Ana", "Bob", "Cem"]), 1), "Ana and 2 more");
        assert_eq!(list_within(&[], 10), "");
    }
}
