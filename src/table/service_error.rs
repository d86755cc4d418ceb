//! Why a fight couldn't be opened, or did nothing.

use crate::{
    rules::{LoadError, Newcomer, UserError},
    store::StoreError,
};

/// Why a side isn't open to join.
pub const TAKES_YES: &str =
    "You need the GM\u{2019}s permission to join that side, because you\u{2019}d see everything it sees.";

/// Why the service couldn't do it.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// The input was refused; nothing has changed.
    #[error(transparent)]
    Refused(#[from] UserError),
    /// A player wants to join a side that isn't open; nothing has changed. The GM can add the combatant it contains, with the side in its
    /// own spelling.
    #[error("{TAKES_YES}")]
    TakesYes(Box<Newcomer>),
    /// The same interaction has been handled before: there's nothing more to do.
    #[error("that has already been handled")]
    AlreadyDone,
    /// The store failed; nothing has changed.
    #[error("the store failed: {0}")]
    Store(String),
    /// A bug of ours; the fight is kept but can't continue.
    #[error("the fight has hit a bug in Umpire")]
    Faulted,
}

/// Why a fight couldn't be opened or resumed.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The log can't be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The options are invalid.
    #[error(transparent)]
    Refused(#[from] UserError),
}
