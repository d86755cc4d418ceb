//! The store in a SQLite file: WAL, one writer task that groups the commits of many fights, and a pool of read-only connections.
//!
//! `open` answers whether this is our file and whether we can write it; the statements are in `sql`, shared with PostgreSQL. It refuses to
//! touch a file that isn't Umpire's, is damaged, or is newer than this build.

mod dialect;
mod open;
mod options;
#[allow(clippy::duplicate_mod, reason = "each database compiles the statements for its own types")]
#[path = "../sql/mod.rs"]
mod sql;

use std::path::Path;

use sqlx::sqlite::SqlitePool;
use tokio::sync::mpsc;

pub use self::options::SqliteOptions;
use self::sql::convert::world;
use self::sql::writer::{self, Work};
use super::append_timer::AppendTimer;
use super::error::{StoreError, StoreOpenError};

/// A [`Store`](super::Store) in a SQLite file. Open it within a tokio runtime, and call [`close`](super::Store::close) before the runtime ends.
#[derive(Debug)]
pub struct SqliteStore {
    readers: SqlitePool,
    work: mpsc::Sender<Work>,
    appended: Option<AppendTimer>,
}

impl SqliteStore {
    /// Opens or creates the file. Inspects it read-only first, and only then upgrades it.
    ///
    /// # Errors
    /// See [`StoreOpenError`]: each is a sentence for a host, and leaves the file as it was.
    pub async fn open(options: SqliteOptions) -> Result<SqliteStore, StoreOpenError> {
        let open::Opened { readers, writer, connect } = open::open(&options).await?;
        let work = writer::start(writer, connect);
        Ok(SqliteStore { readers, work, appended: options.appended })
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
