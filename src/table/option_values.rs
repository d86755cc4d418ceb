//! Options with a fixed list of values: each has one enum, read once where the command comes in. Suggestions come from the same list.

use crate::engine::fight_state::Shown;

/// An option with a fixed list of values.
pub trait FixedChoice: Copy + 'static {
    /// Each value with its name and its aliases, in the order in which they're suggested.
    const ALL: &'static [(Self, &'static str, &'static [&'static str])];

    /// The value meant by what was typed; `None` if it's none of these.
    fn named(typed: &str) -> Option<Self> {
        let typed = typed.trim().to_lowercase();
        Self::ALL.iter().find(|it| it.1 == typed || it.2.contains(&typed.as_str())).map(|it| it.0)
    }

    /// The values' names.
    fn names() -> Vec<&'static str> {
        Self::ALL.iter().map(|it| it.1).collect()
    }
}

/// What `/gm turn` changes, in `what:`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnChange {
    /// Someone gets the turn.
    Give,
    /// The turn ends.
    End,
    /// Someone has had their turn.
    Spend,
    /// Someone hasn't had their turn.
    Restore,
}

impl FixedChoice for TurnChange {
    const ALL: &'static [(TurnChange, &'static str, &'static [&'static str])] = &[
        (TurnChange::Give, "give", &[]),
        (TurnChange::End, "end", &[]),
        (TurnChange::Spend, "spend", &[]),
        (TurnChange::Restore, "restore", &[]),
    ];
}

/// How much of a combatant `/gm reveal` shows, in `show:`.
impl FixedChoice for Shown {
    const ALL: &'static [(Shown, &'static str, &'static [&'static str])] = &[
        (Shown::State, "state", &["word", "name", "seen"]),
        (Shown::Exact, "exact", &["health", "numbers"]),
        (Shown::Everything, "everything", &["all", "sheet"]),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names and aliases are read in any case, with spaces around them; nothing else is.
    #[test]
    fn a_value_is_read_by_its_names() {
        assert_eq!(TurnChange::named(" Restore "), Some(TurnChange::Restore));
        assert_eq!((Shown::named("sheet"), Shown::named("all of it")), (Some(Shown::Everything), None));
        assert_eq!(Shown::names(), ["state", "exact", "everything"]);
    }
}
