//! The store in a PostgreSQL database: writer tasks that group the commits of many fights, and a pool of read-only connections, as in
//! SQLite. `options` reads the URL, `open` answers whether we can use the database; the statements are in `sql`.
//!
//! SQLite lets one process write at a time; PostgreSQL lets everybody. Most of what's written concerns one fight, and only one process has that: rows,
//! messages and nonces are written without a lock of the whole database. An append moves `head_seq` by compare-and-set, which at READ COMMITTED waits
//! for another's row lock and then looks again; `log` has a key on the fight and the row's number, and one on the interaction. So of two that
//! believe they own a fight, only one can write. Two such groups take their fights in the same order, so that they don't wait for each other.
//!
//! Everything else often checks something that's unique and then writes (is the channel free? is the name new?), so such a transaction first locks
//! the table `meta` against others of its kind, in whichever process, until it commits. We chose that over the alternatives:
//!
//! - `SELECT … FOR UPDATE` on rows: groups of two processes that lock the same rows in another order wait for each other, and what isn't there
//!   yet (names, pictures) has no row.
//! - `SERIALIZABLE` with retries: under a steady stream of writes the slower process might never get a turn, and a group whose fate is unknown
//!   must not be tried again.
//!
//! A process that's frozen or gone in the middle of that stops the others' for five to nine seconds (see `dialect`); their fights' rows have a
//! writer of their own, which doesn't wait for this one (see `sql/lanes`).
//! Reads that belong together run at REPEATABLE READ.

mod dialect;
mod error_code;
mod lease;
mod open;
mod options;
mod owner_mark;
#[cfg(test)]
mod reader_tests;
mod setting_news;
#[cfg(test)]
mod test_database;

use sqlx::postgres::PgConnection;

pub use self::dialect::sql::store::SqlStore as PostgresStore;
pub use self::options::PostgresOptions;
use super::error::StoreOpenError;

impl PostgresStore {
    /// Opens the database, and creates Umpire's tables if it has none. Inspects it first, and only then upgrades it.
    ///
    /// # Errors
    /// See [`StoreOpenError`]: each is a sentence for a host, and leaves the database as it was.
    pub async fn open(options: PostgresOptions) -> Result<PostgresStore, StoreOpenError> {
        let open::Opened { readers, writer, connect } = open::open(&options).await?;
        Ok(PostgresStore::start(readers, (writer, connect), options.appended))
    }

    /// Looks whether the database could be opened, without creating or upgrading anything. Returns whether it has Umpire's tables.
    ///
    /// # Errors
    /// See [`StoreOpenError`].
    pub async fn inspect(options: &PostgresOptions) -> Result<bool, StoreOpenError> {
        open::inspect(options).await
    }
}

/// A database to copy from, and whether this build has brought it up to date; `None` if it has none of our tables.
///
/// # Errors
/// See [`StoreOpenError`].
pub(super) async fn opened_to_read(options: &PostgresOptions) -> Result<Option<(PgConnection, bool)>, StoreOpenError> {
    open::to_read(options).await
}

/// A database to copy to, with our tables.
///
/// # Errors
/// See [`StoreOpenError`].
pub(super) async fn opened_for_copy(options: &PostgresOptions) -> Result<PgConnection, StoreOpenError> {
    open::to_write_whole(options).await
}
