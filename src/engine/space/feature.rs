//! What lies in a place: cover, concealment, a barrier, a hazard, or anything else the GM says about it. A feature is stored as the words
//! that were typed; the first word is its kind. It does nothing by itself: the ruleset decides what it means.

use serde::{Deserialize, Serialize};

/// The kinds that all systems know, and one for everything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FeatureKind {
    /// Something to hide behind.
    Cover,
    /// Something that makes combatants hard to see.
    Concealment,
    /// Something that no attack passes through.
    Barrier,
    /// Something that harms anyone who gets into it.
    Hazard,
    /// Anything else: "dark".
    Plain,
}

impl FeatureKind {
    /// The kinds that have a name of their own.
    pub const NAMED: [FeatureKind; 4] =
        [FeatureKind::Cover, FeatureKind::Concealment, FeatureKind::Barrier, FeatureKind::Hazard];

    /// Its word; empty for plain features.
    pub fn word(self) -> &'static str {
        match self {
            FeatureKind::Cover => "cover",
            FeatureKind::Concealment => "concealment",
            FeatureKind::Barrier => "barrier",
            FeatureKind::Hazard => "hazard",
            FeatureKind::Plain => "",
        }
    }

    /// The kind with this name, singular or plural: `hazard`, `Hazards`.
    pub fn named(typed: &str) -> Option<FeatureKind> {
        let typed = typed.trim().to_lowercase();
        let one = typed.strip_suffix('s').unwrap_or(&typed);
        FeatureKind::NAMED.into_iter().find(|it| it.word() == one)
    }
}

/// One feature, parsed from its words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Feature {
    /// What kind of thing it is.
    pub kind: FeatureKind,
    /// What it is: "brazier". Empty if only the kind was given.
    pub what: String,
}

impl Feature {
    /// Parses a feature: `hazard: brazier`, `hazard brazier`, `cover`, `dark`.
    pub fn read(words: &str) -> Feature {
        let words = words.trim();
        let (first, rest) = words.split_once([':', ' ']).unwrap_or((words, ""));
        match FeatureKind::named(first) {
            Some(kind) => Feature { kind, what: rest.trim().to_owned() },
            None => Feature { kind: FeatureKind::Plain, what: words.to_owned() },
        }
    }

    /// The words it's stored as, which [`Feature::read`] parses.
    pub fn words(&self) -> String {
        match (self.kind, self.what.as_str()) {
            (FeatureKind::Plain, what) => what.to_owned(),
            (kind, "") => kind.word().to_owned(),
            (kind, what) => format!("{}: {what}", kind.word()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A feature is parsed from its words and written in words that parse back to the same.
    #[test]
    fn features_are_read_and_told() {
        let read = |words: &str| {
            let it = Feature::read(words);
            assert_eq!(Feature::read(&it.words()), it, "{words}");
            (it.kind, it.what)
        };
        assert_eq!(read("hazard: glowing brazier"), (FeatureKind::Hazard, "glowing brazier".to_owned()));
        assert_eq!(read(" Hazards pit "), (FeatureKind::Hazard, "pit".to_owned()));
        assert_eq!(read("cover"), (FeatureKind::Cover, String::new()));
        assert_eq!(read("Barrier"), (FeatureKind::Barrier, String::new()));
        assert_eq!(read("covered market"), (FeatureKind::Plain, "covered market".to_owned()));
        assert_eq!(read("dark"), (FeatureKind::Plain, "dark".to_owned()));
    }
}
