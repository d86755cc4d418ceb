//! A lease in PostgreSQL: advisory locks of one connection, which the server frees when that connection ends, however it ends. A process that's
//! killed loses them at once; one whose machine is gone, once the server has noticed, after about nine seconds; one that's paused or whose machine is
//! frozen, once one that stands by has noticed, after about ten.
//!
//! So do the turns in which the processes of a bot start sessions of the gateway.
//!
//! Advisory locks hold for a database; their keys are hashes of a text with the schema, the bot, the shard and how many there are.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Executor as _, query, query_scalar};
use tokio::sync::oneshot;

use super::error_code::code;
use super::owner_mark::{self, OwnerMark};
use crate::store::ids::Snowflake;
use crate::store::lease::{Lease, Leased, LeasedShards};

/// An idle connection isn't ended. How soon the server sees that a client is gone is set as for the writer.
const SETTINGS: &str = "SET idle_session_timeout = 0; SET statement_timeout = '5s'";
/// The same for a server that doesn't know `idle_session_timeout` (before PostgreSQL 14).
const OLDER_SETTINGS: &str = "SET statement_timeout = '5s'";
/// Set where several processes may wait for their turn, each for some seconds.
const TURN: &str = "SET lock_timeout = 0; SET statement_timeout = '15s'";
/// How often one waits so long before giving up.
const TURN_TRIES: u32 = 20;
/// PostgreSQL's codes for a statement and for a lock that took too long.
const CANCELLED: &str = "57014";
const NO_LOCK: &str = "55P03";
/// How often it's asked whether the connection is still there.
const EVERY: Duration = Duration::from_secs(2);
/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a lease whose connection was lost may take to be had again, and how often it's tried.
const TAKEN_AGAIN_WITHIN: Duration = Duration::from_secs(8);
const AGAIN_EVERY: Duration = Duration::from_millis(500);
/// How often it may be refused then.
const REFUSALS_MAX: u32 = 3;
/// Whoever holds shards and hasn't asked for so long, though it asks every two seconds, isn't running.
const FROZEN: Duration = Duration::from_secs(10);
/// How many shards the processes count: a setting of the bot's.
const TOTAL: &str = "SELECT value FROM settings WHERE application_id = $1 AND scope = 'bot' AND key = 'shards_total'";

/// Notes how many they count from now on.
const SET_TOTAL: &str =
    "INSERT INTO settings (application_id, scope, key, value) VALUES ($1, 'bot', 'shards_total', $2)
    ON CONFLICT (application_id, scope, key) DO UPDATE SET value = excluded.value";

/// Takes the shards, if nobody has any of them, for as long as a connection lasts. If it's lost, the next takes its place, unless another process
/// has them by then.
pub(super) async fn take<F>(
    connect: impl Fn() -> F + Send + Sync + 'static,
    owner: &Arc<OwnerMark>,
    wanted: &LeasedShards,
) -> Result<Leased, sqlx::Error>
where
    F: Future<Output = Result<PgConnection, sqlx::Error>> + Send + 'static,
{
    let mut db = match taken(connect().await?, wanted).await? {
        Ok(db) => db,
        Err(refusal) => return Ok(refusal),
    };
    let mut pid = owner.has_lease(&mut db).await?;
    let (mut lose, lost) = oneshot::channel();
    let (owner, wanted) = (owner.clone(), wanted.clone());
    tokio::spawn(async move {
        loop {
            let why = tokio::select! {
                why = keep(&mut db) => why,
                () = lose.closed() => return owner.gives_up(pid),
            };
            let why = match why {
                Lost::Ended(why) => why,
                // What's silent for so long is taken from us meanwhile.
                Lost::Silent(why) => return drop(lose.send(why)),
            };
            let again = tokio::time::timeout(TAKEN_AGAIN_WITHIN, taken_again(&connect, &wanted));
            let again = tokio::select! {
                again = again => again,
                () = lose.closed() => return owner.gives_up(pid),
            };
            db = match again {
                Ok(Some(db)) => db,
                // Whoever waits for it may have stopped in this moment.
                _ => return drop(lose.send(why)),
            };
            pid = match owner.has_lease(&mut db).await {
                Ok(pid) => pid,
                Err(_) => return drop(lose.send(why)),
            };
            tracing::warn!(
                why,
                "the connection to the database that holds the shards was lost; they are this process\u{2019}s again"
            );
        }
    });
    Ok(Leased::Granted(Lease::until(lost)))
}

/// A connection that has the shards, or why it can't.
async fn taken(mut db: PgConnection, wanted: &LeasedShards) -> Result<Result<PgConnection, Leased>, sqlx::Error> {
    is_set_up(&mut db).await?;
    let Some(refusal) = granted(&mut db, wanted).await? else { return Ok(Ok(db)) };
    // Its locks end with it.
    let _ = db.close().await;
    Ok(Err(refusal))
}

/// Tries until the shards are ours again; `None` if they're another's.
async fn taken_again<F>(connect: &(impl Fn() -> F + Sync), wanted: &LeasedShards) -> Option<PgConnection>
where
    F: Future<Output = Result<PgConnection, sqlx::Error>> + Send,
{
    let mut refusals = 0;
    // The server may still be ending the connection that was ours.
    while refusals < REFUSALS_MAX {
        let tried = async { taken(connect().await?, wanted).await };
        match tried.await {
            Ok(Ok(db)) => return Some(db),
            Ok(Err(_)) => refusals += 1,
            Err(_) => {}
        }
        tokio::time::sleep(AGAIN_EVERY).await;
    }
    None
}

/// Waits until it's this connection's turn to start a session of the gateway; whoever waits longest is next. The turn lasts as long as the
/// connection.
pub(super) async fn turn(mut db: PgConnection, application: Snowflake, bucket: u32) -> Result<Lease, sqlx::Error> {
    is_set_up(&mut db).await?;
    db.execute(TURN).await?;
    let key = format!("{application} starts sessions of bucket {bucket}");
    for _ in 0..TURN_TRIES {
        match lock(&mut db, "pg_advisory_lock", &key).await {
            // Whoever has the turn may be frozen.
            Err(error) if code(&error).as_deref() == Some(CANCELLED) => end_frozen(&mut db, &key).await,
            locked => return locked.map(|_| kept(db)),
        }
    }
    lock(&mut db, "pg_advisory_lock", &key).await.map(|_| kept(db))
}

/// Keeps the connection open while nothing is asked.
async fn is_set_up(db: &mut PgConnection) -> Result<(), sqlx::Error> {
    if db.execute(SETTINGS).await.is_err() {
        db.execute(OLDER_SETTINGS).await?;
    }
    Ok(())
}

/// What the connection has locked, until it ends or is given up.
fn kept(mut db: PgConnection) -> Lease {
    let (mut lose, lost) = oneshot::channel();
    tokio::spawn(async move {
        tokio::select! {
            Lost::Ended(why) | Lost::Silent(why) = keep(&mut db) => drop(lose.send(why)),
            () = lose.closed() => {}
        }
    });
    Lease::until(lost)
}

/// Why the shards can't be had; `None` if this connection has them now.
async fn granted(db: &mut PgConnection, wanted: &LeasedShards) -> Result<Option<Leased>, sqlx::Error> {
    let LeasedShards { application, numbers, total } = wanted;
    let of_total = |total: u32| format!("{application} counts {total}");
    // Only one process at a time looks and takes.
    let takes = format!("{application} takes");
    if let Err(error) = lock(db, "pg_advisory_lock", &takes).await {
        if code(&error).is_some_and(|it| [CANCELLED, NO_LOCK].contains(&it.as_str())) {
            end_frozen(db, &takes).await;
        }
        return Err(error);
    }
    let known: Option<String> = query_scalar(TOTAL).bind(application.cast_signed()).fetch_optional(&mut *db).await?;
    let known: Option<u32> = known.and_then(|it| it.parse().ok());
    let other = known.filter(|it| it != total);
    if let Some(other) = other
        && !lock(db, "pg_try_advisory_lock", &of_total(other)).await?
    {
        return Ok(Some(Leased::OtherTotal(other)));
    }
    // Whoever stands by asks every second, and changes nothing.
    if known != Some(*total) {
        query(SET_TOTAL).bind(application.cast_signed()).bind(total.to_string()).execute(&mut *db).await?;
    }
    lock(db, "pg_advisory_lock_shared", &of_total(*total)).await?;
    for shard in numbers.clone() {
        let key = format!("{application} shard {shard} of {total}");
        if !lock(db, "pg_try_advisory_lock", &key).await? {
            end_frozen(db, &key).await;
            return Ok(Some(Leased::Taken(shard)));
        }
    }
    if let Some(other) = other {
        lock(db, "pg_advisory_unlock", &of_total(other)).await?;
    }
    lock(db, "pg_advisory_unlock", &takes).await?;
    Ok(None)
}

/// Calls one of PostgreSQL's functions for advisory locks. Returns whether the lock is held, for those that don't wait.
async fn lock(db: &mut PgConnection, function: &'static str, key: &str) -> Result<bool, sqlx::Error> {
    let call = |it: &str| {
        format!("SELECT coalesce({it}(hashtextextended('umpire ' || current_schema() || ' ' || $1, 0))::text, '')")
    };
    let answer: String = query_scalar(sqlx::AssertSqlSafe(call(function))).bind(key).fetch_one(db).await?;
    Ok(answer == "true")
}

/// Ends all connections of the process that has this lock, if it hasn't said anything for so long that it can't be running: its machine is frozen,
/// or it was paused. Where PostgreSQL doesn't let us see or end them, they stay.
async fn end_frozen(db: &mut PgConnection, key: &str) {
    let ended: Result<i64, sqlx::Error> = query_scalar(
        "WITH holder AS (
            SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
            WHERE locktype = 'advisory' AND granted AND objsubid = 1
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                AND ((classid::bigint << 32) | objid::bigint)
                    = hashtextextended('umpire ' || current_schema() || ' ' || $1, 0)
                AND state = 'idle' AND clock_timestamp() - state_change > make_interval(secs => $2)
        ), marked AS (
            SELECT objid FROM pg_locks JOIN holder USING (pid)
            WHERE locktype = 'advisory' AND objsubid = 2 AND classid::bigint = $3
        ), whole AS (
            SELECT pid FROM holder UNION SELECT pid FROM pg_locks JOIN marked USING (objid)
            WHERE locktype = 'advisory' AND objsubid = 2 AND classid::bigint = $3
        )
        SELECT count(*) FILTER (WHERE pg_terminate_backend(pid)) FROM whole",
    )
    .bind(key)
    .bind(FROZEN.as_secs_f64())
    .bind(i64::from(owner_mark::CLASS))
    .fetch_one(db)
    .await;
    match ended {
        Ok(0) => {}
        Ok(connections) => {
            let seconds = FROZEN.as_secs();
            tracing::warn!(
                connections,
                "the Umpire that holds others up hasn\u{2019}t moved for {seconds} s; its connections are ended"
            );
        }
        Err(error) => {
            tracing::warn!(%error, "an Umpire that doesn\u{2019}t move can\u{2019}t be told from one that does")
        }
    }
}

/// How a connection was lost.
enum Lost {
    /// The server, or the way to it, ended it.
    Ended(String),
    /// Nothing is heard.
    Silent(String),
}

/// Asks the server, for ever, whether it's there, by which it knows that we are. Returns why it isn't.
async fn keep(db: &mut PgConnection) -> Lost {
    loop {
        tokio::time::sleep(EVERY).await;
        match tokio::time::timeout(PATIENCE, db.execute("SELECT 1")).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => return Lost::Ended(error.to_string()),
            Err(_) => return Lost::Silent(format!("the database didn\u{2019}t answer for {} s", PATIENCE.as_secs())),
        }
    }
}
