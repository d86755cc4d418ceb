//! What can go wrong with the store, worded for the person who has to fix it.

use std::path::PathBuf;

use thiserror::Error;

use super::ids::EncounterId;
use super::postgres_error::PostgresOpenError;

/// Why an operation didn't happen.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The channel already has an unfinished fight.
    #[error("this channel already has encounter {encounter}, which isn't over")]
    ChannelTaken {
        /// The unfinished fight.
        encounter: EncounterId,
    },
    /// The owner already has a character of that name for that system there.
    #[error("there's already a character called {name:?}")]
    NameTaken {
        /// The requested name.
        name: String,
    },
    /// Two messages got the same nonce; Discord would merge them into one.
    #[error("the nonce {nonce:?} has already been used")]
    NonceTaken {
        /// The nonce.
        nonce: String,
    },
    /// No fight has this id.
    #[error("there's no encounter {0}")]
    NoSuchEncounter(EncounterId),
    /// No message in the outbox has this id, or it can't be marked like this.
    #[error("there's no message {0} in the outbox")]
    NoSuchOutgoing(i64),
    /// No character has this id.
    #[error("there's no character {0}")]
    NoSuchCharacter(i64),
    /// No party has this id.
    #[error("there's no party {0}")]
    NoSuchParty(i64),
    /// No picture with this hash is kept.
    #[error("there's no picture {0}")]
    NoSuchPicture(String),
    /// A character has changed since it was read.
    #[error("character {0} has changed in the meantime")]
    CharacterChanged(i64),
    /// It has already been decided what lasts of this fight.
    #[error("the aftermath of encounter {0} is already settled")]
    AlreadySettled(EncounterId),
    /// A text or a list is longer than the store allows, or is empty and mustn't be.
    #[error("{what} must have 1 to {limit} {unit}, not {length}")]
    Length {
        /// The name of the text or list.
        what: &'static str,
        /// The unit of its length.
        unit: &'static str,
        /// Its length.
        length: usize,
        /// The maximum length.
        limit: usize,
    },
    /// A text has a character that not every database can keep.
    #[error("{what} can't contain the invisible character U+0000; leave it out")]
    Nul {
        /// The name of the text.
        what: &'static str,
    },
    /// The batch contradicts itself: a bug in the layer above.
    #[error("this batch can't be appended: {0}")]
    Malformed(&'static str),
    /// A row in the database can't be parsed.
    #[error("the database contains something this build can't read: {0}")]
    Unreadable(String),
    /// The database failed: the disk is full, the file is gone, another process has locked it.
    #[error("the database failed: {0}")]
    Failed(String),
    /// A question took the database too long.
    #[error("the database took too long for one question, which was interrupted so that the others get their turn")]
    TookTooLong,
    /// The store has been closed.
    #[error("the database is closed")]
    Closed,
}

/// Why a batch wasn't appended. None of it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AppendError {
    /// Someone else has appended in the meantime, or rows are missing before these.
    #[error("encounter {encounter} is at row {head_seq}; a batch from row {first_seq} doesn't continue it")]
    Conflict {
        /// The fight.
        encounter: EncounterId,
        /// The number of its last row.
        head_seq: i64,
        /// The first row of the refused batch.
        first_seq: i64,
    },
    /// The interaction has already caused a row: a repeated delivery, or a retry after a lost reply.
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

/// Why the database wasn't opened. Each variant tells a host what's wrong and what to do; the database hasn't been changed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreOpenError {
    /// The directory for the database does not exist.
    #[error("The database\u{2019}s directory {} doesn\u{2019}t exist. Create it, or name another place with --database.", .0.display())]
    NoDirectory(PathBuf),
    /// The path exists but isn't a file.
    #[error("{} isn\u{2019}t a file. Name a file for the database with --database.", .0.display())]
    NotAFile(PathBuf),
    /// The file isn't a SQLite database.
    #[error("{} isn't an Umpire database (it isn't a SQLite file). It hasn't been touched. Move it away, or name another file with --database.", .0.display())]
    NotADatabase(PathBuf),
    /// The file is a SQLite database of another program.
    #[error("{} is another program's SQLite database. It hasn't been touched. Name another file with --database.", .0.display())]
    Foreign(PathBuf),
    /// The file is damaged.
    #[error("The database {} is damaged ({why}). It hasn't been touched. Restore a backup, or move it away to start with an empty one.", .path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// SQLite's message.
        why: String,
    },
    /// It was written by a newer build.
    #[error(
        "The database {database} was written by a newer Umpire ({what} {found}; this one knows {known}). It hasn't been touched. Start the newer Umpire, or name another database with --database."
    )]
    Newer {
        /// The file, or the database and its server.
        database: String,
        /// Which kind of version is too new.
        what: &'static str,
        /// The version found.
        found: i64,
        /// The highest version this build supports.
        known: i64,
    },
    /// It comes from a build that's neither older nor newer: it ran a different migration with the same number.
    #[error(
        "The database {database} was made by a different Umpire (its migration {version} isn't this build's, or never finished). It hasn't been touched. Start the Umpire that made it, or name another database with --database."
    )]
    Different {
        /// The file, or the database and its server.
        database: String,
        /// The migration's number.
        version: i64,
    },
    /// Another process has locked the file.
    #[error("The database {} is in use by another program. Stop the other Umpire (or whatever has it open) and start again.", .0.display())]
    Locked(PathBuf),
    /// The file or its directory can't be written, or can't be read.
    #[error("The database {} can't be opened for reading and writing ({why}). Check that this user owns the file and its directory.", .path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The system's message.
        why: String,
    },
    /// The URL means another kind of database.
    #[error(
        "Umpire can\u{2019}t keep its database in {0:?}. Name a file, or a PostgreSQL database: postgres://user:password@host/database."
    )]
    UnknownKind(String),
    /// PostgreSQL can't be used as it is.
    #[error(transparent)]
    Postgres(#[from] PostgresOpenError),
    /// Anything else.
    #[error("The database {} can't be opened: {why}.", .path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// The message from SQLite or the system.
        why: String,
    },
}
