//! A rule as Discord shows it, and the rules that a number, name or word refers to.

use super::{compose::words, text};
use crate::engine::ruleset::Citation;

/// A rule in one line.
pub fn in_words(it: &Citation) -> String {
    format!("**{}** {}", text::escape(&words::cited(it.number, it.title, it.ruling)), text::escape(it.sentence))
}

/// The matching rules: by number, then by name, then by a word in their sentence.
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
