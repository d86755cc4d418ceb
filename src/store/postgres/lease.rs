//! A lease in PostgreSQL: advisory locks of one connection, which the server frees when that connection ends, however it ends. A process that's
//! killed loses them at once; one whose machine is gone, once the server has noticed, after about nine seconds.
//!
//! So do the turns in which the processes of a bot start sessions of the gateway.
//!
//! Advisory locks hold for a database; their keys are hashes of a text with the schema, the bot, the shard and how many there are.

use std::time::Duration;

use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Executor as _, query, query_scalar};
use tokio::sync::oneshot;

use crate::store::ids::Snowflake;
use crate::store::lease::{Lease, Leased, LeasedShards};

/// An idle connection isn't ended. How soon the server sees that a client is gone is set as for the writer.
const SETTINGS: &str = "SET idle_session_timeout = 0; SET statement_timeout = '5s'";
/// The same for a server that doesn't know `idle_session_timeout` (before PostgreSQL 14).
const OLDER_SETTINGS: &str = "SET statement_timeout = '5s'";
/// Set where several processes may wait for their turn, each for some seconds.
const TURN: &str = "SET lock_timeout = 0; SET statement_timeout = '5min'";
/// How often it's asked whether the connection is still there.
const EVERY: Duration = Duration::from_secs(2);
/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many shards the processes count: a setting of the bot's.
const TOTAL: &str = "SELECT value FROM settings WHERE application_id = $1 AND scope = 'bot' AND key = 'shards_total'";

/// Notes how many they count from now on.
const SET_TOTAL: &str =
    "INSERT INTO settings (application_id, scope, key, value) VALUES ($1, 'bot', 'shards_total', $2)
    ON CONFLICT (application_id, scope, key) DO UPDATE SET value = excluded.value";

/// Takes the shards, if nobody has any of them, for as long as this connection lasts.
pub(super) async fn take(mut db: PgConnection, wanted: &LeasedShards) -> Result<Leased, sqlx::Error> {
    is_set_up(&mut db).await?;
    let Some(refusal) = granted(&mut db, wanted).await? else { return Ok(Leased::Granted(kept(db))) };
    // Its locks end with it.
    let _ = db.close().await;
    Ok(refusal)
}

/// Waits until it's this connection's turn to start a session of the gateway; whoever waits longest is next. The turn lasts as long as the
/// connection.
pub(super) async fn turn(mut db: PgConnection, application: Snowflake, bucket: u32) -> Result<Lease, sqlx::Error> {
    is_set_up(&mut db).await?;
    db.execute(TURN).await?;
    lock(&mut db, "pg_advisory_lock", &format!("{application} starts sessions of bucket {bucket}")).await?;
    Ok(kept(db))
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
            // Whoever waits for it may have stopped in this moment.
            why = keep(&mut db) => drop(lose.send(why)),
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
    lock(db, "pg_advisory_lock", &format!("{application} takes")).await?;
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
        if !lock(db, "pg_try_advisory_lock", &format!("{application} shard {shard} of {total}")).await? {
            return Ok(Some(Leased::Taken(shard)));
        }
    }
    if let Some(other) = other {
        lock(db, "pg_advisory_unlock", &of_total(other)).await?;
    }
    lock(db, "pg_advisory_unlock", &format!("{application} takes")).await?;
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

/// Asks the server, for ever, whether it's there. Returns why it isn't.
async fn keep(db: &mut PgConnection) -> String {
    loop {
        tokio::time::sleep(EVERY).await;
        match tokio::time::timeout(PATIENCE, db.ping()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return error.to_string(),
            Err(_) => return format!("the database didn\u{2019}t answer for {} s", PATIENCE.as_secs()),
        }
    }
}
