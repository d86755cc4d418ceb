//! What can go wrong with the store, in the words of whoever has to do something about it.

use std::path::PathBuf;

use thiserror::Error;

use super::records::EncounterId;

/// Why an operation did not happen.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The channel has a fight that is not over.
    #[error("this channel already has encounter {encounter}, which is not over")]
    ChannelTaken {
        /// That fight.
        encounter: EncounterId,
    },
    /// The owner has a character of that name for that system there.
    #[error("there is already a character called {name:?}")]
    NameTaken {
        /// The name as it was asked for.
        name: String,
    },
    /// Two messages were given the same nonce, of which Discord would make one.
    #[error("the nonce {nonce:?} has been used")]
    NonceTaken {
        /// The nonce.
        nonce: String,
    },
    /// No fight has that id.
    #[error("there is no encounter {0}")]
    NoSuchEncounter(EncounterId),
    /// No message that could be marked so has that id in the outbox.
    #[error("there is no such message {0} in the outbox")]
    NoSuchOutgoing(i64),
    /// No character has that id.
    #[error("there is no character {0}")]
    NoSuchCharacter(i64),
    /// No party has that id.
    #[error("there is no party {0}")]
    NoSuchParty(i64),
    /// A character is not any more as it was when it was read.
    #[error("character {0} has been changed meanwhile")]
    CharacterChanged(i64),
    /// What lasts of that fight has been decided.
    #[error("what lasts of encounter {0} has been settled already")]
    AlreadySettled(EncounterId),
    /// A text or a list is longer than the store keeps, or is empty and must not be.
    #[error("{what} must have 1 to {limit} {unit}, not {length}")]
    Length {
        /// Which one.
        what: &'static str,
        /// In what it is counted.
        unit: &'static str,
        /// How many it has.
        length: usize,
        /// How many it may have.
        limit: usize,
    },
    /// The batch contradicts itself: a bug of the layer above.
    #[error("this batch cannot be appended: {0}")]
    Malformed(&'static str),
    /// A row in the database cannot be read as what it should be.
    #[error("the database holds something that this build cannot read: {0}")]
    Unreadable(String),
    /// The database failed: the disk is full, the file is gone, another process holds it.
    #[error("the database failed: {0}")]
    Failed(String),
    /// The store has been closed.
    #[error("the database is closed")]
    Closed,
}

/// Why a batch was not appended. Nothing of it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AppendError {
    /// Somebody else has appended meanwhile, or rows are missing before these.
    #[error("encounter {encounter} stands at row {head_seq}; a batch from row {first_seq} does not continue it")]
    Conflict {
        /// The fight.
        encounter: EncounterId,
        /// Its last row.
        head_seq: i64,
        /// The first row of the refused batch.
        first_seq: i64,
    },
    /// The interaction has already caused a row: a repeated delivery, or a retry after an answer that was lost.
    #[error("that interaction is already row {seq} of encounter {encounter}")]
    AlreadyDone {
        /// The fight it acted in.
        encounter: EncounterId,
        /// The row it caused.
        seq: i64,
    },
    /// Anything else.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why the database was not opened. Each says to a host what is the matter and what to do; the file has not been changed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreOpenError {
    /// The directory for the database does not exist.
    #[error("The directory {} for the database does not exist. Create it, or name another place with --database.", .0.display())]
    NoDirectory(PathBuf),
    /// There is something at that path which is not a file.
    #[error("{} is not a file. Name a file for the database with --database.", .0.display())]
    NotAFile(PathBuf),
    /// The file is not SQLite's.
    #[error("{} is not a database of Umpire's (it is not a SQLite file). It has not been touched. Move it away, or name another file with --database.", .0.display())]
    NotADatabase(PathBuf),
    /// The file is a SQLite database of another program.
    #[error("{} is a SQLite database, but another program's. It has not been touched. Name another file with --database.", .0.display())]
    Foreign(PathBuf),
    /// The file is damaged.
    #[error("The database {} is damaged ({why}). It has not been touched. Restore a backup of it, or move it away to begin with an empty one.", .path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        why: String,
    },
    /// The file was written by a newer build.
    #[error("The database {} was written by a newer Umpire ({what} {found}; this one knows {known}). It has not been touched. Start the newer Umpire, or name another file with --database.", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Which version it is about.
        what: &'static str,
        /// The version found.
        found: i64,
        /// The highest version this build knows.
        known: i64,
    },
    /// The file was written by a build that is neither older nor newer: a migration of the same number was another one.
    #[error("The database {} was made by a different Umpire (its migration {version} is not this build's, or was left half done). It has not been touched. Start the Umpire that made it, or name another file with --database.", .path.display())]
    Different {
        /// The file.
        path: PathBuf,
        /// The migration's number.
        version: i64,
    },
    /// Another process holds the file.
    #[error("The database {} is in use by another program. Stop the other Umpire (or whatever has it open) and start again.", .0.display())]
    Locked(PathBuf),
    /// The file or its directory cannot be written, or not be read.
    #[error("The database {} cannot be opened for reading and writing ({why}). Check that this user owns the file and its directory.", .path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// Anything else.
    #[error("The database {} cannot be opened: {why}.", .path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// What SQLite or the system says.
        why: String,
    },
}
