//! Appends per second: one fight alone, and 64 at once whose commits the writer groups; `synchronous` FULL and NORMAL, the in-memory
//! store, and PostgreSQL if `UMPIRE_POSTGRES` names one (in a schema of its own, dropped at the end). Beside them what the same databases do
//! with a bare upsert, committed one by one. Each append is one row of 600 bytes with its message, like an attack. The directory is `TMPDIR`: on a RAM disk FULL costs
//! nothing, so set it to the disk you want to measure.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use divan::Bencher;
use divan::counter::ItemsCount;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use umpire::store::{Append, MemoryStore, Notice, SqliteOptions, SqliteStore, Store, StoredRow, Synchronous};

#[path = "../tests/common/new_fights.rs"]
mod new_fights;
#[path = "../tests/common/postgres_schema.rs"]
mod postgres_schema;

use new_fights::fight;
use postgres_schema::PostgresSchema;
use sqlx::{ConnectOptions as _, Executor as _};

const FIGHTS: [i64; 2] = [1, 64];

fn main() {
    divan::main();
}

#[divan::bench(args = FIGHTS, max_time = 3)]
fn full(bencher: Bencher, fights: i64) {
    on_disk(bencher, fights, Synchronous::Full);
}

#[divan::bench(args = FIGHTS, max_time = 3)]
fn normal(bencher: Bencher, fights: i64) {
    on_disk(bencher, fights, Synchronous::Normal);
}

#[divan::bench(args = FIGHTS, max_time = 3)]
fn memory(bencher: Bencher, fights: i64) {
    let runtime = Runtime::new().expect("a runtime");
    appends(bencher, fights, &runtime, Arc::new(MemoryStore::new()));
}

#[divan::bench(args = FIGHTS, max_time = 3)]
fn postgres(bencher: Bencher, fights: i64) {
    let runtime = Runtime::new().expect("a runtime");
    let Some(schema) = runtime.block_on(PostgresSchema::create()) else { return };
    let store: Arc<dyn Store> = Arc::new(runtime.block_on(schema.open()));
    appends(bencher, fights, &runtime, Arc::clone(&store));
    runtime.block_on(store.close());
    runtime.block_on(schema.drop());
}

/// A bare upsert, as `append` would be without its promises. Its value changes each time: SQLite doesn't write a page whose bytes stay.
const UPSERT: &str = "INSERT INTO settings (application_id, scope, key, value) VALUES (1, 'guild:1', 'a', '1')
                      ON CONFLICT (application_id, scope, key) DO UPDATE
                          SET value = CAST(CAST(settings.value AS BIGINT) % 1000000 + 1 AS TEXT)";

#[divan::bench(max_time = 3)]
fn full_upsert(bencher: Bencher) {
    let runtime = Runtime::new().expect("a runtime");
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("umpire.db");
    let mut db = runtime.block_on(async {
        SqliteStore::open(SqliteOptions::new(&file)).await.expect("a new database").close().await;
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
        options.synchronous(sqlx::sqlite::SqliteSynchronous::Full).connect().await.expect("a connection")
    });
    let upsert = || runtime.block_on(db.execute(UPSERT)).expect("a row").rows_affected();
    bencher.counter(ItemsCount::new(1_usize)).bench_local(upsert);
}

#[divan::bench(max_time = 3)]
fn postgres_upsert(bencher: Bencher) {
    let runtime = Runtime::new().expect("a runtime");
    let Some(schema) = runtime.block_on(PostgresSchema::create()) else { return };
    let mut db = runtime.block_on(async {
        schema.open().await.close().await;
        schema.raw().await
    });
    let upsert = || runtime.block_on(sqlx::query(UPSERT).execute(&mut db)).expect("a row").rows_affected();
    bencher.counter(ItemsCount::new(1_usize)).bench_local(upsert);
    drop(db);
    runtime.block_on(schema.drop());
}

fn on_disk(bencher: Bencher, fights: i64, synchronous: Synchronous) {
    let runtime = Runtime::new().expect("a runtime");
    let directory = tempfile::tempdir().expect("a directory");
    let options = SqliteOptions { synchronous, ..SqliteOptions::new(directory.path().join("umpire.db")) };
    let store: Arc<dyn Store> = Arc::new(runtime.block_on(SqliteStore::open(options)).expect("a new database"));
    appends(bencher, fights, &runtime, Arc::clone(&store));
    runtime.block_on(store.close());
}

/// Every fight appends one row, all at the same time; done when the last one is answered.
fn appends(bencher: Bencher, fights: i64, runtime: &Runtime, store: Arc<dyn Store>) {
    let ids: Vec<i64> = runtime.block_on(async {
        let mut ids = Vec::new();
        for channel in 0..fights {
            ids.push(store.create_encounter(fight(7, channel.unsigned_abs())).await.expect("a free channel"));
        }
        ids
    });
    let seq = AtomicI64::new(0);
    bencher.counter(ItemsCount::new(ids.len())).bench_local(|| {
        let seq = seq.fetch_add(1, Ordering::Relaxed) + 1;
        runtime.block_on(async {
            let mut waiting = JoinSet::new();
            for &id in &ids {
                let store = Arc::clone(&store);
                waiting.spawn(async move { store.append(blow(id, seq)).await });
            }
            while let Some(done) = waiting.join_next().await {
                done.expect("no panic").expect("it continues");
            }
        });
    });
}

fn blow(encounter: i64, seq: i64) -> Append {
    let row = StoredRow {
        seq,
        at_ms: seq,
        actor: "user:5".into(),
        interaction_id: Some(encounter.unsigned_abs() << 40 | seq.unsigned_abs()),
        body: "x".repeat(600),
        format_version: 1,
    };
    let notice = Notice {
        seq,
        kind: "story".into(),
        slot: format!("story:{seq}"),
        channel_id: 1,
        nonce: format!("e{encounter}s{seq}"),
        payload: "x".repeat(400),
        created_at_ms: seq,
    };
    Append { rows: vec![row], outbox: vec![notice], ..Append::new(encounter) }
}
