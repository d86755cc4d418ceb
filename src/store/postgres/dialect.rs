//! What the shared statements need to know of PostgreSQL.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgRow};
use sqlx::{ConnectOptions as _, Executor as _};
use tokio::sync::mpsc;

pub(super) use super::error_code::code;
use super::owner_mark::OwnerMark;
use crate::store::ids::Snowflake;
use crate::store::lease::{Lease, Leased, LeasedShards};
use crate::store::setting_news::SettingNews;
use crate::store::synchronous::Synchronous;

#[allow(clippy::duplicate_mod, reason = "each database compiles the statements for its own types")]
#[path = "../sql/mod.rs"]
pub(super) mod sql;

pub(super) type Connection = PgConnection;
pub(super) type Pool = PgPool;
pub(super) type Row = PgRow;
pub(super) type WriteTransaction<'c> = sqlx::Transaction<'c, sqlx::Postgres>;

/// Begins to write: takes the lock of all writers before anything is read. Each statement then sees what was committed before it; only
/// readers run beside it.
pub(super) const WRITE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED; LOCK TABLE meta IN SHARE ROW EXCLUSIVE MODE";
/// Begins to write what only concerns fights of this process: no lock, so nobody waits for another's. A row that somebody else has is waited for no
/// longer than a commit may take; so two of these never block each other for longer.
pub(super) const WRITE_OF_FIGHTS: &str = "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = '50ms'";
/// Lets nobody change a fight's header, nor forget anybody there, until the transaction ends.
pub(super) const HOLD_FIGHT: &str = "SELECT 1 FROM encounters WHERE id = $1 FOR SHARE";
/// Begins to read, all of it as of one moment.
pub(super) const MOMENT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";
/// The last number that a table has given to a row.
pub(super) const LAST_NUMBER: &str =
    "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, 'id')::regclass), 0)";
/// Lets a table give only higher numbers from now on.
pub(super) const GO_ON_AFTER: &[&str] = &["SELECT setval(pg_get_serial_sequence($1, 'id')::regclass, $2)"];
/// Set on the writer's connection and on the lease's. Another writer is waited for as long as in SQLite. If this process stops in the middle of a
/// group, its locks stop nobody for longer than that; if its machine is gone, for about nine seconds: the server gives a client that's gone three
/// seconds, and then three questions two seconds apart; one that doesn't acknowledge an answer, nine seconds. That's ignored on a Unix
/// socket, whose end is seen at once.
pub(super) const WRITER: &str = "SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '5s';
    SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3; SET tcp_user_timeout = 9000";

/// How long the writer waits for one step: a network that's gone may never say so. Longer than the lock may take.
pub(super) const PATIENCE: Option<Duration> = Some(Duration::from_secs(20));
/// Set on a connection that copies: one side may be silent for long while the other works.
pub(super) const COPY: &str = "SET idle_in_transaction_session_timeout = 0";

/// How to create a connection for the writer.
#[derive(Clone, Debug)]
pub(super) struct Connect {
    pub(super) options: PgConnectOptions,
    pub(super) synchronous: Synchronous,
    pub(super) owner: Arc<OwnerMark>,
}

impl Connect {
    pub(super) fn to(options: PgConnectOptions, synchronous: Synchronous) -> Connect {
        Connect { options, synchronous, owner: Arc::default() }
    }

    /// A connection that may write: not if another process has taken over meanwhile.
    pub(super) async fn connect(&self) -> Result<Connection, sqlx::Error> {
        let mut connection = self.connect_as_any().await?;
        self.owner.still_owns(&mut connection).await?;
        Ok(connection)
    }

    /// A connection that asks for a lease, or for a turn.
    async fn connect_as_any(&self) -> Result<Connection, sqlx::Error> {
        let mut connection = self.options.connect().await?;
        self.owner.mark(&mut connection).await?;
        connection.execute(WRITER).await?;
        if self.synchronous == Synchronous::Normal {
            connection.execute("SET synchronous_commit = off").await?;
        }
        Ok(connection)
    }

    pub(super) async fn setting_news(&self) -> Result<mpsc::Receiver<SettingNews>, sqlx::Error> {
        super::setting_news::listen(self.options.clone()).await
    }

    pub(super) async fn lease(&self, wanted: &LeasedShards) -> Result<Leased, sqlx::Error> {
        let again = self.clone();
        let again = move || {
            let again = again.clone();
            async move { again.connect_as_any().await }
        };
        super::lease::take(again, &self.owner, wanted).await
    }

    pub(super) async fn session_turn(&self, application: Snowflake, bucket: u32) -> Result<Lease, sqlx::Error> {
        super::lease::turn(self.connect_as_any().await?, application, bucket).await
    }
}

/// Whether the server has hung up, perhaps long ago: it was restarted, or ended a connection that nobody used.
pub(super) fn is_gone(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) => true,
        // admin_shutdown, crash_shutdown, idle_session_timeout. <https://www.postgresql.org/docs/current/errcodes-appendix.html>
        error => code(error).is_some_and(|code| ["57P01", "57P02", "57P05"].contains(&&*code)),
    }
}

/// Whether somebody else has locked what a statement needs (lock_not_available), and didn't let go of it in time.
pub(super) fn is_locked_out(error: &sqlx::Error) -> bool {
    code(error).as_deref() == Some("55P03")
}

/// Whether the server stopped working on it because it took too long (query_canceled).
pub(super) fn was_interrupted(error: &sqlx::Error) -> bool {
    code(error).as_deref() == Some("57014")
}
