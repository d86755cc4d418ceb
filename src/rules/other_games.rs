//! Words that people bring from other games: "parry" where nobody parries, "dodge" where one is asked. Each system has a table of them, and
//! whoever types one is told what helps instead of "there is no such thing". No word of any system is here.

use super::names::key;

/// What some words mean here: the words as [`key`]s, a sentence with a way on, and the rule that it rests on.
pub type OtherGames<Rule> = (&'static [&'static str], &'static str, Rule);

/// What a typed word means in one system's table.
pub fn meaning<Rule: Copy>(words: &'static [OtherGames<Rule>], typed: &str) -> Option<(&'static str, Rule)> {
    let typed = key(typed);
    words.iter().find(|it| it.0.contains(&typed.as_str())).map(|it| (it.1, it.2))
}
