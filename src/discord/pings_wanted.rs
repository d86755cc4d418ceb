//! What a person wants to be pinged for in their fights: turns and questions, questions only, or nothing. Everything that everyone may know is
//! written in the channel all the same; of somebody hidden, only the tracker's buttons tell.

/// What somebody is pinged for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pings {
    /// Nothing.
    None,
    /// Questions put to them.
    Questions,
    /// The beginning of their turns, and questions.
    #[default]
    Turns,
}

impl Pings {
    const ALL: [(Pings, &'static str); 3] =
        [(Pings::Turns, "turns"), (Pings::Questions, "questions"), (Pings::None, "none")];

    /// Its word.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|it| it.0 == self).map_or("turns", |it| it.1)
    }

    /// Other words for them.
    const ALIASES: [(Pings, &'static str); 5] = [
        (Pings::Turns, "on"),
        (Pings::Turns, "all"),
        (Pings::Turns, "turn"),
        (Pings::Questions, "question"),
        (Pings::None, "off"),
    ];

    /// The one with this word, in any case.
    pub fn named(typed: &str) -> Option<Pings> {
        let words = || Self::ALL.iter().chain(&Self::ALIASES);
        words().find(|it| it.1.eq_ignore_ascii_case(typed.trim())).map(|it| it.0)
    }

    /// Whether somebody who wants this is pinged for `what`: turns or questions.
    pub fn includes(self, what: Pings) -> bool {
        self >= what
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each word means itself; whoever is pinged for turns is pinged for questions too.
    #[test]
    fn words_and_what_they_include() {
        for (pings, word) in Pings::ALL {
            assert_eq!((Pings::named(&word.to_uppercase()), pings.name()), (Some(pings), word));
        }
        assert_eq!((Pings::named("always"), Pings::named(" Off ")), (None, Some(Pings::None)));
        let of = |it: Pings| (it.includes(Pings::Turns), it.includes(Pings::Questions));
        assert_eq!(
            [of(Pings::Turns), of(Pings::Questions), of(Pings::None)],
            [(true, true), (false, true), (false, false)]
        );
    }
}
