//! The memory of a live fight, counted byte by byte: beyond its log, no more than [`OVER_ITS_LOG_MAX`], and all of it is freed when it's
//! over. The tables, the publishers, the REST client and the store are the bot's own; Discord accepts everything and keeps nothing, so that
//! only our memory is counted. A single test, because the count is for the whole process.
//!
//! `cargo test --test memory -- --nocapture` prints the figures, and the process's resident memory; `UMPIRE_FIGHTS=500` counts that many
//! fights.
#![cfg(feature = "bot")]

use cap::Cap;
use mimalloc::MiMalloc;
use std::sync::Arc;
use umpire::{
    discord::app_context::AppContext,
    store::{SqliteOptions, SqliteStore},
    table::{Handle, SystemClock},
};

#[path = "common/void_discord.rs"]
mod void_discord;

use void_discord::{Void, app, gm, open, quiet, resident};

#[global_allocator]
static ALLOCATOR: Cap<MiMalloc> = Cap::new(MiMalloc, usize::MAX);

/// The maximum memory of a fight beyond its log, in bytes. The last eight actions, as the GM's channel tells them, are among it.
const OVER_ITS_LOG_MAX: usize = 40_000;
/// The maximum that an ended fight leaves, in bytes: the growth of a few tables.
const LEFT_MAX: usize = 4_000;
/// The default number of fights to count.
const FIGHTS: u64 = 20;
/// The number of fights played before counting, so that everything created once exists.
const BEFORE: u64 = 4;

/// Bytes currently allocated, not counting the last few pictures, which all fights share and whose number is limited.
fn allocated(app: &AppContext) -> usize {
    ALLOCATOR.allocated() - app.map_renderer().kept_bytes()
}

/// The number of fights to count.
fn fights() -> u64 {
    std::env::var("UMPIRE_FIGHTS").map_or(FIGHTS, |it| it.parse().expect("UMPIRE_FIGHTS is a number"))
}

async fn log_bytes(app: &AppContext, handle: &Handle) -> usize {
    let rows = app.store().rows_since(handle.id, 0).await.expect("readable");
    rows.iter().map(|it| it.body.len()).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_live_fight_takes_little_over_its_log_and_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(SqliteOptions::new(folder.path().join("umpire.db"))).await.expect("a database");
    let void = Arc::new(Void::default());
    let app = app(Arc::new(store), void.clone(), Arc::new(SystemClock::default()));
    for number in 0..BEFORE {
        let handle = open(&app, number).await;
        gm(&handle, "encounter end", &[]).await;
    }
    quiet(&app, &void).await;

    let before = allocated(&app);
    let mut live = vec![];
    println!("resident at first: {} MB", resident());
    for number in BEFORE..BEFORE + fights() {
        live.push(open(&app, number).await);
    }
    quiet(&app, &void).await;
    let each = allocated(&app).saturating_sub(before) / live.len();
    let log = log_bytes(&app, &live[0]).await;
    println!("a live fight: {each} bytes, its log as JSON {log}; resident: {} MB", resident());

    for handle in live.drain(..) {
        gm(&handle, "encounter end", &[]).await;
    }
    quiet(&app, &void).await;
    let left = allocated(&app).saturating_sub(before) / fights() as usize;
    println!("one that has ended: {left} bytes; resident: {} MB", resident());
    assert!(each > log, "it is counted");
    assert!(each <= log + OVER_ITS_LOG_MAX, "{each} bytes, of which its log takes {log}");
    assert!(left <= LEFT_MAX, "{left} bytes stay");
}
