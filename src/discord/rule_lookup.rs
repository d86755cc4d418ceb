//! A rule as it is read in Discord, and which rules someone means by a number, a name or a word.

use super::{compose::words, text};
use crate::engine::ruleset::Citation;

/// A rule in a line.
pub fn in_words(it: &Citation) -> String {
    format!("**{}** {}", text::escape(&words::cited(it.number, it.title, it.ruling)), text::escape(it.sentence))
}

/// The rules that fit: by number, then by name, then by a word of their sentence.
pub fn search<'a>(rules: &'a [Citation], typed: &str) -> Vec<&'a Citation> {
    let typed = typed.trim().to_lowercase();
    let number = typed.split_whitespace().next().unwrap_or_default().to_owned();
    let exact: Vec<&Citation> = rules.iter().filter(|it| it.number.to_lowercase() == number).collect();
    if !exact.is_empty() {
        return exact;
    }
    let mut found: Vec<&Citation> = rules.iter().filter(|it| it.title.to_lowercase().contains(&typed)).collect();
    found.extend(
        rules
            .iter()
            .filter(|it| !it.title.to_lowercase().contains(&typed) && it.sentence.to_lowercase().contains(&typed)),
    );
    found
}
