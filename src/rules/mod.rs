//! The rule systems. Each is a module that knows the engine and no other system. This page lists them; the table talks to a fight of any of
//! them through [`Session`].

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub(crate) mod action_space;
pub mod boards;
pub(crate) mod checklist;
mod data_rows;
pub(crate) mod delegate;
pub mod einfelst;
pub mod ingenuity;
pub mod murdham;
pub mod names;
mod odds_words;
mod other_games;
pub(crate) mod properties;
pub mod refusals;
pub(crate) mod request;
mod row_summary;
pub mod session;
pub mod sovereign;
mod spelled_out;
pub mod spelling;
pub mod story;
pub mod td2e;
pub mod verbs;
pub mod wording;

#[cfg(test)]
pub(crate) mod tests;

/// Compiles the example in docs/ADDING-A-RULE.md.
#[doc = include_str!("../../docs/ADDING-A-RULE.md")]
#[cfg(doctest)]
struct AddingARule;

pub use request::{
    Absence, Handover, NameView, Newcomer, ParamView, Proposal, Request, RowText, Story, TurnPatch, UserError,
};
pub use session::{Change, Fields, Fight, FirstPlace, Lasting, LoadError, Merged, ReplayError, RestedFields, Session};

use crate::engine::{Ruleset, Seed, ruleset::NamedValues};
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
    /// Sovereign, by Beau Rancourt.
    Sovereign,
    /// Ingenuity, by Loki Karolius Odinsson.
    Ingenuity,
}

/// Runs code with a system's ruleset as a type: the only place that maps each system's name to its module.
macro_rules! with_ruleset {
    ($system:expr, $ruleset:ident => $body:expr) => {
        match $system {
            $crate::rules::System::Murdham => {
                type $ruleset = $crate::rules::murdham::Murdham;
                $body
            }
            $crate::rules::System::Td2e => {
                type $ruleset = $crate::rules::td2e::Td2e;
                $body
            }
            $crate::rules::System::Einfelst => {
                type $ruleset = $crate::rules::einfelst::Einfelst;
                $body
            }
            $crate::rules::System::Sovereign => {
                type $ruleset = $crate::rules::sovereign::Sovereign;
                $body
            }
            $crate::rules::System::Ingenuity => {
                type $ruleset = $crate::rules::ingenuity::Ingenuity;
                $body
            }
        }
    };
}
pub(crate) use with_ruleset;

impl System {
    /// All systems, in the order in which they came.
    pub const ALL: [System; 5] =
        [System::Murdham, System::Td2e, System::Einfelst, System::Sovereign, System::Ingenuity];

    /// The system's name as typed.
    pub fn name(self) -> &'static str {
        with_ruleset!(self, R => <R as Ruleset>::NAME)
    }

    /// The system with this name.
    ///
    /// # Errors
    /// A sentence listing the systems.
    pub fn named(typed: &str) -> Result<System, UserError> {
        let also = [("einfelst-wilds".to_owned(), System::Einfelst)].into_iter().filter(|it| it.0 == names::key(typed));
        let all = System::ALL.into_iter().map(|it| (it.name().to_owned(), it)).chain(also);
        let typed = &names::key(typed);
        let found = names::find(typed, all);
        let is_strange = matches!(&found, names::Named::None(close) if close.is_empty());
        found.or_say("rule system", typed).map_err(|why| {
            let systems = System::ALL.map(|it| it.name().to_owned());
            UserError::say(if is_strange { format!("{why} There are {}.", wording::list(&systems)) } else { why })
        })
    }

    /// A fight in which nothing has happened.
    ///
    /// # Errors
    /// Every invalid option, with what's wrong with it.
    pub fn open(self, options: &[(String, String)]) -> Result<Box<dyn Session>, Vec<(String, String)>> {
        with_ruleset!(self, R => Ok(Box::new(Fight::<R>::open(options)?)))
    }

    /// The options of a live table's fight: it asks people less often than the rules could, unless `options` say otherwise.
    pub fn options_at_a_table(self, options: &[(String, String)]) -> Vec<(String, String)> {
        let usual = with_ruleset!(self, R => <R as NamedValues>::AT_A_TABLE);
        let usual = usual.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        usual.chain(options.iter().cloned()).collect()
    }

    /// A fight loaded from its opening and its rows.
    pub fn load(self, opening: &str, rows: &[String]) -> Result<Box<dyn Session>, LoadError> {
        with_ruleset!(self, R => Ok(Box::new(Fight::<R>::load(opening, rows)?)))
    }

    /// A fight from an untrusted source, decided again with its seeds, each with the last row decided before it.
    ///
    /// # Errors
    /// What can't be read, or the first row that differs.
    pub fn replay(
        self,
        opening: &str,
        rows: &[String],
        seeds: &[(u64, &Seed)],
    ) -> Result<Box<dyn Session>, ReplayError> {
        with_ruleset!(self, R => Ok(Box::new(Fight::<R>::replay(opening, rows, seeds)?)))
    }
}
