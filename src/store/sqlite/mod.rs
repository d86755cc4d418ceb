//! The store in a SQLite file: WAL, one writer task that groups the commits of many fights, and a pool of read-only connections.
//!
//! `open` answers whether this is our file and whether we can write it; the statements are in `sql`, shared with PostgreSQL. It refuses to
//! touch a file that isn't Umpire's, is damaged, or is newer than this build.

mod dialect;
mod open;
mod options;
#[cfg(test)]
mod test_database;

use std::path::Path;

use sqlx::sqlite::SqliteConnection;

use self::dialect::sql::convert::world;
pub use self::dialect::sql::store::SqlStore as SqliteStore;
pub use self::options::SqliteOptions;
use super::error::{StoreError, StoreOpenError};

impl SqliteStore {
    /// Opens or creates the file. Inspects it read-only first, and only then upgrades it.
    ///
    /// # Errors
    /// See [`StoreOpenError`]: each is a sentence for a host, and leaves the file as it was.
    pub async fn open(options: SqliteOptions) -> Result<SqliteStore, StoreOpenError> {
        let open::Opened { readers, writer, connect } = open::open(&options).await?;
        Ok(SqliteStore::start(readers, (writer, connect), options.appended))
    }

    /// Looks whether the file could be opened, without creating or upgrading it. Returns whether it exists.
    ///
    /// # Errors
    /// See [`StoreOpenError`].
    pub async fn inspect(options: &SqliteOptions) -> Result<bool, StoreOpenError> {
        open::inspect(options).await
    }

    /// Writes a copy of the database, as of one moment, to a new file. Fights continue meanwhile. The copy is a whole database with all
    /// secrets in it: protect it like the original.
    ///
    /// # Errors
    /// [`StoreError::Failed`], also if `to` already exists.
    pub async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        if to.exists() {
            return Err(StoreError::Failed(format!("{} already exists", to.display())));
        }
        let to = to.to_str().ok_or_else(|| StoreError::Failed(format!("{} is not UTF-8", to.display())))?;
        sqlx::query("VACUUM INTO ?").bind(to).execute(&self.readers).await.map_err(world)?;
        Ok(())
    }
}

/// A database to copy from, and whether this build has brought it up to date; `None` if there's none.
///
/// # Errors
/// See [`StoreOpenError`].
pub(super) async fn opened_to_read(
    options: &SqliteOptions,
) -> Result<Option<(SqliteConnection, bool)>, StoreOpenError> {
    open::to_read(options).await
}

/// A database to copy to, created or upgraded.
///
/// # Errors
/// See [`StoreOpenError`].
pub(super) async fn opened_for_copy(options: &SqliteOptions) -> Result<SqliteConnection, StoreOpenError> {
    let opened = open::open(options).await?;
    opened.readers.close().await;
    Ok(opened.writer)
}
