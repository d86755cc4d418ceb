//! The table of a system's values: what each is called, what it means, how it's read, and how the GM sets it, side by side. Scripts,
//! `/who`, `/gm set` and the sentence that lists the values all come from it. Contains no system's values.

use super::names::key;
use crate::engine::{Combatant, FightState, RulesetTypes, TableFact};

/// Reads a value; `None` if there's nothing to show.
pub type Read<R> = fn(&FightState<R>, &Combatant<R>) -> Option<String>;
/// Sets a value: returns the facts that do it, or what's wrong with the typed text.
pub type Set<R> = fn(&FightState<R>, &Combatant<R>, &str) -> Result<Vec<TableFact<R>>, String>;

/// A value of a combatant.
pub struct Property<R: RulesetTypes> {
    /// Its names, as keys; the first is the one shown.
    pub names: &'static [&'static str],
    /// What it means, in a few words, for the system's page.
    #[cfg_attr(not(test), allow(dead_code, reason = "a test holds the page against it"))]
    pub help: &'static str,
    /// Reads the value from a combatant.
    pub read: Read<R>,
    /// Sets it, if the GM can.
    pub set: Option<Set<R>>,
}

/// A type that a value can be read as.
pub trait AsShown {
    /// The value as text.
    fn shown(self) -> Option<String>;
}

impl AsShown for bool {
    fn shown(self) -> Option<String> {
        Some(if self { "yes" } else { "no" }.to_owned())
    }
}

impl AsShown for String {
    fn shown(self) -> Option<String> {
        Some(self)
    }
}

impl AsShown for &str {
    fn shown(self) -> Option<String> {
        Some(self.to_owned())
    }
}

impl<T: AsShown> AsShown for Option<T> {
    fn shown(self) -> Option<String> {
        self.and_then(AsShown::shown)
    }
}

macro_rules! numbers_are_shown {
    ($($number:ty),*) => {
        $(impl AsShown for $number {
            fn shown(self) -> Option<String> {
                Some(self.to_string())
            }
        })*
    };
}
numbers_are_shown!(i32, u8, u16, u32, usize);

/// The value with this name.
pub fn named<R: RulesetTypes>(all: &'static [Property<R>], name: &str) -> Option<&'static Property<R>> {
    let name = key(name);
    all.iter().find(|it| it.names.contains(&name.as_str()))
}

/// The names of the values that can be set, for a sentence.
pub fn that_can_be_set<R: RulesetTypes>(all: &'static [Property<R>]) -> String {
    all.iter().filter(|it| it.set.is_some()).map(|it| it.names[0]).collect::<Vec<_>>().join(", ")
}

/// The table as shown on a system's page in `docs/`: each value with all its names, a star if it can be set, and what it means.
#[cfg(test)]
pub fn page<R: RulesetTypes>(all: &'static [Property<R>]) -> String {
    let line = |it: &Property<R>| {
        let star = if it.set.is_some() { "*" } else { "" };
        let names: Vec<String> = it.names.iter().map(|name| format!("`{name}`{star}")).collect();
        format!("| {} | {} |\n", names.join(" "), it.help)
    };
    all.iter().map(line).collect()
}

/// Makes the table from lines with the names, the help, how it's read, and how it's set if it can be: `["hp", "health"] "Hit points."
/// |fight, it| it.state.hp, set_hp;`.
macro_rules! properties {
    ($(#[$doc:meta])* $table:ident: $system:ident; $($names:tt $help:literal $read:expr $(, $set:expr)?;)*) => {
        $(#[$doc])*
        pub const $table: &[$crate::rules::properties::Property<$system>] = &[$({
            #[allow(unused_mut, unused_assignments, reason = "not every value can be set")]
            let mut set: Option<$crate::rules::properties::Set<$system>> = None;
            $(set = Some($set);)?
            $crate::rules::properties::Property {
                names: &$names,
                help: $help,
                read: |fight, it| {
                    let read: fn(&FightState, &Combatant) -> _ = $read;
                    $crate::rules::properties::AsShown::shown(read(fight, it))
                },
                set,
            }
        }),*];
    };
}
pub(crate) use properties;
