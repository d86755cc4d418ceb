//! Words that players bring from other games: "parry" where nobody parries, "dodge" where you're asked. Each system has a table of them, so
//! that players get a helpful answer instead of "no such thing". Contains no words of any system.

use super::names::key;

/// What some words mean here: the words as [`key`]s, a sentence that says what to do instead, and the rule it rests on.
pub type OtherGames<Rule> = (&'static [&'static str], &'static str, Rule);

/// What a typed word means according to a system's table.
pub fn meaning<Rule: Copy>(words: &'static [OtherGames<Rule>], typed: &str) -> Option<(&'static str, Rule)> {
    let typed = key(typed);
    words.iter().find(|it| it.0.contains(&typed.as_str())).map(|it| (it.1, it.2))
}
