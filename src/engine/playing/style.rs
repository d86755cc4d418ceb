//! The styles in which Umpire plays, by their words.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// How somebody is played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Style {
    /// Anything legal.
    Random,
    /// Rules of thumb: strike the best target, else close in; answer by what costs less.
    #[default]
    Simple,
    /// Tries everything in its head before it acts.
    Cunning,
    /// Goes for whoever is nearest, and defends itself by nothing but the default.
    Mindless,
    /// Looks after itself once it's hurt.
    Cautious,
    /// Gets away once the fight turns against it.
    Cowardly,
    /// Fights whoever threatens this combatant, and steps in for them.
    Protect(String),
}

impl Style {
    /// The words for all styles, as typed.
    pub const WORDS: [&str; 7] = ["random", "simple", "cunning", "mindless", "cautious", "cowardly", "protect NAME"];
}

/// A word that names no style.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("There\u{2019}s no style \u{201c}{0}\u{201d}. The styles are: {list}.", list = Style::WORDS.join(", "))]
pub struct UnknownStyle(pub String);

impl FromStr for Style {
    type Err = UnknownStyle;

    fn from_str(typed: &str) -> Result<Style, UnknownStyle> {
        let typed = typed.trim();
        let (word, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("random", "") => Ok(Style::Random),
            ("simple", "") => Ok(Style::Simple),
            ("cunning", "") => Ok(Style::Cunning),
            ("mindless", "") => Ok(Style::Mindless),
            ("cautious", "") => Ok(Style::Cautious),
            ("cowardly", "") => Ok(Style::Cowardly),
            ("protect", name) if !name.is_empty() => Ok(Style::Protect(name.to_owned())),
            _ => Err(UnknownStyle(typed.to_owned())),
        }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Style::Random => f.write_str("random"),
            Style::Simple => f.write_str("simple"),
            Style::Cunning => f.write_str("cunning"),
            Style::Mindless => f.write_str("mindless"),
            Style::Cautious => f.write_str("cautious"),
            Style::Cowardly => f.write_str("cowardly"),
            Style::Protect(name) => write!(f, "protect {name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every style reads back from its word; anything else gets the list.
    #[test]
    fn a_style_is_read_from_its_word() {
        for word in Style::WORDS {
            assert_eq!(word.parse::<Style>().expect(word).to_string(), word);
        }
        assert_eq!(" Protect  Old Ana ".parse(), Ok(Style::Protect("Old Ana".to_owned())));
        for wrong in ["", "protect", "brave", "simple Ana"] {
            let why = wrong.parse::<Style>().expect_err(wrong).to_string();
            assert!(why.contains("cunning, mindless"), "{why}");
        }
    }
}
