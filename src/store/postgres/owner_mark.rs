//! What marks the connections of one process that writes, by an advisory lock that they share: so whoever takes over from a process that doesn't
//! move any more can end all of them at once, and what that process still wants to write when it moves again, it can't. It isn't
//! let back in before it has its lease again.

use std::sync::atomic::{AtomicI32, Ordering};

use sqlx::postgres::PgConnection;
use sqlx::{query, query_scalar};

/// The first key of these locks; the second is the process's.
pub(super) const CLASS: i32 = 0x756d_7069;

/// A process's mark.
#[derive(Debug)]
pub(super) struct OwnerMark {
    key: i32,
    /// The server's number for the connection that holds the lease; 0 while there's none.
    lease: AtomicI32,
}

impl Default for OwnerMark {
    fn default() -> Self {
        OwnerMark { key: rand::random(), lease: AtomicI32::new(0) }
    }
}

impl OwnerMark {
    /// Marks a connection, for as long as it lasts.
    pub(super) async fn mark(&self, db: &mut PgConnection) -> Result<(), sqlx::Error> {
        query("SELECT pg_advisory_lock_shared($1, $2)").bind(CLASS).bind(self.key).execute(db).await.map(drop)
    }

    /// Notes which connection holds the lease from now on.
    pub(super) async fn has_lease(&self, db: &mut PgConnection) -> Result<i32, sqlx::Error> {
        let pid = query_scalar::<_, i32>("SELECT pg_backend_pid()").fetch_one(db).await?;
        self.lease.store(pid, Ordering::Release);
        Ok(pid)
    }

    /// Notes that the lease of this connection has been given up, which isn't the same as lost.
    pub(super) fn gives_up(&self, pid: i32) {
        let _ = self.lease.compare_exchange(pid, 0, Ordering::AcqRel, Ordering::Relaxed);
    }

    /// Whether the connection with the lease is still there, if there was one.
    ///
    /// # Errors
    /// If it isn't.
    pub(super) async fn still_owns(&self, db: &mut PgConnection) -> Result<(), sqlx::Error> {
        let lease = self.lease.load(Ordering::Acquire);
        if lease == 0 {
            return Ok(());
        }
        let holds = "SELECT EXISTS (SELECT FROM pg_locks WHERE pid = $1 AND locktype = 'advisory' AND objsubid = 2
            AND classid::bigint = $2::bigint AND objid = (($3::bigint + 4294967296) % 4294967296)::oid)";
        let holds = query_scalar::<_, bool>(holds).bind(lease).bind(i64::from(CLASS)).bind(i64::from(self.key));
        match holds.fetch_one(db).await? {
            true => Ok(()),
            false => Err(sqlx::Error::Protocol(
                "this process has lost the right to its shards, and another may have it".to_owned(),
            )),
        }
    }
}
