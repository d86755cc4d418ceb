//! What the shared statements need to know of SQLite.

use sqlx::ConnectOptions as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePool, SqliteRow};
use tokio::sync::mpsc;

use crate::store::ids::Snowflake;
use crate::store::lease::{Lease, Leased, LeasedShards};
use crate::store::setting_news::SettingNews;

#[allow(clippy::duplicate_mod, reason = "each database compiles the statements for its own types")]
#[path = "../sql/mod.rs"]
pub(super) mod sql;

pub(super) type Connection = SqliteConnection;
pub(super) type Pool = SqlitePool;
pub(super) type Row = SqliteRow;
pub(super) type WriteTransaction<'c> = sqlx::Transaction<'c, sqlx::Sqlite>;

/// Begins to write. IMMEDIATE takes the write lock before anything is read, so what a check has seen still holds when the row is written.
pub(super) const WRITE: &str = "BEGIN IMMEDIATE";
/// The same: the file has one lock for everything.
pub(super) const WRITE_OF_FIGHTS: &str = WRITE;
/// Holds a fight until the transaction ends. Only one transaction writes, so that's so anyway.
pub(super) const HOLD_FIGHT: &str = "SELECT 1 FROM encounters WHERE id = $1";
/// Begins to read, all of it as of one moment.
pub(super) const MOMENT: &str = "BEGIN";

/// The last number that a table has given to a row.
pub(super) const LAST_NUMBER: &str = "SELECT seq FROM sqlite_sequence WHERE name = $1";
/// Lets a table give only higher numbers from now on.
pub(super) const GO_ON_AFTER: &[&str] = &[
    "DELETE FROM sqlite_sequence WHERE name = $1 AND seq < $2",
    "INSERT INTO sqlite_sequence (name, seq) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = $1)",
];

/// How long the writer waits for one step. A file always answers.
pub(super) const PATIENCE: Option<std::time::Duration> = None;

/// How to create a connection for the writer.
#[derive(Clone, Debug)]
pub(super) struct Connect(pub(super) SqliteConnectOptions);

impl Connect {
    pub(super) async fn connect(&self) -> Result<Connection, sqlx::Error> {
        self.0.connect().await
    }

    /// Only this process changes anything.
    pub(super) async fn setting_news(&self) -> Result<mpsc::Receiver<SettingNews>, sqlx::Error> {
        Ok(mpsc::channel(1).1)
    }

    /// A file belongs to one process of a bot.
    pub(super) async fn lease(&self, _: &LeasedShards) -> Result<Leased, sqlx::Error> {
        Ok(Leased::Granted(Lease::for_ever()))
    }

    /// Within a process, it sees to the turns itself.
    pub(super) async fn session_turn(&self, _: Snowflake, _: u32) -> Result<Lease, sqlx::Error> {
        Ok(Lease::for_ever())
    }
}

/// Whether a connection can have been lost while nobody used it. A file doesn't hang up.
pub(super) const fn is_gone(_: &sqlx::Error) -> bool {
    false
}

/// Whether somebody else has locked what a statement needs. The file has one lock, and the writer has it.
pub(super) const fn is_locked_out(_: &sqlx::Error) -> bool {
    false
}

/// Whether a statement was stopped because it took too long. Nobody stops one.
pub(super) const fn was_interrupted(_: &sqlx::Error) -> bool {
    false
}
