//! The store in a PostgreSQL database: one writer task that groups the commits of many fights, and a pool of read-only connections, as in
//! SQLite. `options` reads the URL, `open` answers whether we can use the database; the statements are in `sql`.
//!
//! SQLite lets one process write at a time; PostgreSQL lets everybody. The shared statements often check something and then write (is the
//! channel free? is this interaction new?), so each transaction of theirs that writes first locks the table `meta` against other writers, in whichever
//! process, until it commits. We chose that over the alternatives:
//!
//! - `SELECT … FOR UPDATE` on the fights' rows: groups of two processes that lock the same fights in another order wait for each other, and
//!   what isn't a fight (names, pictures, nonces) would need locks of its own.
//! - `SERIALIZABLE` with retries: under a steady stream of writes the slower process might never get a turn, and a group whose fate is unknown
//!   must not be tried again.
//!
//! A bot writes alone in its database, so the lock costs nothing: it comes with `BEGIN`, in one round trip. It isn't what keeps a fight
//! whole, though. An append moves `head_seq` by compare-and-set, which at READ COMMITTED waits for another's row lock and then looks again;
//! and `log` has a key on the fight and the row's number. So of two that believe they own a fight, only one can write even if the other took no
//! lock. Reads that belong together run at REPEATABLE READ.

mod dialect;
mod lease;
mod open;
mod options;
mod setting_news;

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
