//! The table of a system's values: what each is called, what it says, how it is read, and how the GM sets it, side by side. Scripts, `/who`,
//! `/gm set` and the sentence that lists what there is are all made from it. No value of any system is here.

use super::names::key;
use crate::engine::{Combatant, FightState, Ruleset, TableFact};

/// How a value is read; `None` where there is nothing to say.
pub type Read<R> = fn(&FightState<R>, &Combatant<R>) -> Option<String>;
/// How a value is set: the facts that do it, or what is wrong with what was typed.
pub type Set<R> = fn(&FightState<R>, &Combatant<R>, &str) -> Result<Vec<TableFact<R>>, String>;

/// A value of somebody in a fight.
pub struct Property<R: Ruleset> {
    /// What it is called, as keys; the first is the one that is shown.
    pub names: &'static [&'static str],
    /// What it says, in a few words, for the system's page.
    #[cfg_attr(not(test), allow(dead_code, reason = "a test holds the page against it"))]
    pub help: &'static str,
    /// How it is read.
    pub read: Read<R>,
    /// How the GM sets it, if they can.
    pub set: Option<Set<R>>,
}

/// What a value can be read as.
pub trait AsShown {
    /// It, as it is shown.
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

/// The value of this name.
pub fn named<R: Ruleset>(all: &'static [Property<R>], name: &str) -> Option<&'static Property<R>> {
    let name = key(name);
    all.iter().find(|it| it.names.contains(&name.as_str()))
}

/// The names of those that can be set, for a sentence.
pub fn that_can_be_set<R: Ruleset>(all: &'static [Property<R>]) -> String {
    all.iter().filter(|it| it.set.is_some()).map(|it| it.names[0]).collect::<Vec<_>>().join(", ")
}

/// The table as a system's page in `docs/` has it: each value by all its names, with a star if it can be set, and what it says.
#[cfg(test)]
pub fn page<R: Ruleset>(all: &'static [Property<R>]) -> String {
    let line = |it: &Property<R>| {
        let star = if it.set.is_some() { "*" } else { "" };
        let names: Vec<String> = it.names.iter().map(|name| format!("`{name}`{star}")).collect();
        format!("| {} | {} |\n", names.join(" "), it.help)
    };
    all.iter().map(line).collect()
}

/// Makes the table from lines of names, help, how it is read, and how it is set where it can be:
/// `["hp", "health"] "Hit points." |fight, it| it.state.hp, set_hp;`.
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
