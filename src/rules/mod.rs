//! The rule systems. Each is a room of its own that knows the engine and no other system; this page is the list of them, and
//! [`Session`] is how the table talks to a fight of any.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod boards;
mod deeds;
pub mod einfelst;
pub mod ingenuity;
pub mod murdham;
pub mod names;
pub mod request;
pub mod rows;
pub mod session;
pub mod td2e;
pub mod teller;
pub mod telling;
pub mod told;
pub mod ways;

pub use request::{NameView, Newcomer, Proposal, Refused, Request, RowText, SlotView, Story, TurnPatch};
pub use session::{Change, Fields, Fight, Lasting, LoadError, Merged, RestedFields, Session};

use serde::{Deserialize, Serialize};

/// A rule system that Umpire knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum System {
    /// Murdham, by Azure Orangutan.
    Murdham,
    /// TD2e, a house rewrite of Tiny Dungeon 2e.
    Td2e,
    /// Einfelst Wilds, by thaumaturge.dev.
    Einfelst,
    /// Ingenuity, by Loki Karolius Odinsson.
    Ingenuity,
}

impl System {
    /// All of them.
    pub const ALL: [System; 4] = [System::Murdham, System::Td2e, System::Einfelst, System::Ingenuity];

    /// Its name, as typed.
    pub fn name(self) -> &'static str {
        match self {
            System::Murdham => "murdham",
            System::Td2e => "td2e",
            System::Einfelst => "einfelst",
            System::Ingenuity => "ingenuity",
        }
    }

    /// The system of this name.
    ///
    /// # Errors
    /// A sentence with those there are.
    pub fn named(typed: &str) -> Result<System, Refused> {
        let also = [("einfelst-wilds".to_owned(), System::Einfelst)].into_iter().filter(|it| it.0 == names::key(typed));
        let all = System::ALL.into_iter().map(|it| (it.name().to_owned(), it)).chain(also);
        let typed = &names::key(typed);
        names::find(typed, all).or_say("rule system", typed).map_err(Refused::say)
    }

    /// A fight in which nothing has happened.
    ///
    /// # Errors
    /// Every option that is wrong, with what is wrong with it.
    pub fn open(self, options: &[(String, String)]) -> Result<Box<dyn Session>, Vec<(String, String)>> {
        match self {
            System::Murdham => murdham::open(options),
            System::Td2e => td2e::open(options),
            System::Einfelst => einfelst::open(options),
            System::Ingenuity => ingenuity::open(options),
        }
    }

    /// A fight read back from its opening and its rows.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn load(self, opening: &str, rows: &[String]) -> Result<Box<dyn Session>, LoadError> {
        match self {
            System::Murdham => murdham::load(opening, rows),
            System::Td2e => td2e::load(opening, rows),
            System::Einfelst => einfelst::load(opening, rows),
            System::Ingenuity => ingenuity::load(opening, rows),
        }
    }
}
