//! Many questions that are open at once: how soon a start is ready, whether it asks any of them again, and how late the clocks fire that run for
//! them, each of which answers by default and has that told. On SQLite, with the bot's own tables and publishers; Discord accepts everything and
//! keeps nothing.
//!
//! `cargo bench --bench deadlines` prints the figures for 10,000 fights with a question each; `UMPIRE_ASKED` is another number. It takes some eight
//! minutes, most of them waiting: the clocks fire one after the other, at the pace at which the questions were asked. Without `--bench`, as in
//! `cargo test`, it runs with a few.

use mimalloc::MiMalloc;
use std::{
    path::Path,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};
use tokio::task::JoinSet;
use umpire::{
    store::{SqliteOptions, SqliteStore, Store, Synchronous},
    table::Clock,
};

#[path = "../tests/common/void_discord.rs"]
mod void_discord;

use void_discord::{Later, Void, app, app_in, open_asking, quiet, resident};

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// How many fights are opened at once: the store commits them together.
const AT_ONCE: u64 = 32;
/// The grace after the start: no clock has run out by then.
const GRACE_MS: i64 = 100;

fn main() {
    let measured = std::env::args().any(|it| it == "--bench");
    let asked = match std::env::var("UMPIRE_ASKED") {
        Ok(number) => number.parse().expect("UMPIRE_ASKED is a number"),
        Err(_) if measured => 10_000,
        Err(_) => 5,
    };
    // Until a start has read all of them.
    let read_within_ms = if measured { 240_000 } else { 3_000 };
    let folder = tempfile::tempdir().expect("a folder");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let path = folder.path().join("umpire.db");
        let first_due_ms = ask(&path, asked).await;
        start(&path, asked as usize, first_due_ms - read_within_ms).await;
    });
}

async fn sqlite(path: &Path) -> Arc<dyn Store> {
    let options = SqliteOptions { synchronous: Synchronous::Normal, ..SqliteOptions::new(path) };
    Arc::new(SqliteStore::open(options).await.expect("a database"))
}

/// Opens so many fights, each with a question, has all of them shown and ends. Returns when the first answers itself.
async fn ask(path: &Path, asked: u64) -> i64 {
    let (store, void) = (sqlite(path).await, Arc::new(Void::default()));
    let bot = app(store.clone(), void.clone(), Arc::new(Later::default()));
    let began = Instant::now();
    let mut opening = JoinSet::new();
    for worker in 0..AT_ONCE {
        let bot = bot.clone();
        opening.spawn(async move {
            for number in (worker..asked).step_by(AT_ONCE as usize) {
                open_asking(&bot, number).await;
            }
        });
    }
    opening.join_all().await;
    quiet(&bot, &void).await;
    println!("{asked} questions asked within {:.1?}", began.elapsed());
    assert_eq!(void.questions(), asked, "each is asked once");
    let mut first_ms = i64::MAX;
    for handle in bot.tables().all() {
        let due_ms = handle.last_and_next_ms().await.expect("it looks").1;
        first_ms = first_ms.min(due_ms.expect("somebody is asked"));
    }
    bot.tables().close().await;
    store.close().await;
    first_ms
}

/// Starts at this time, and sees every question answer itself.
async fn start(path: &Path, asked: usize, now_ms: i64) {
    let (store, void, clock) = (sqlite(path).await, Arc::new(Void::default()), Arc::new(Later::default()));
    clock.more_ms.store(now_ms - clock.now_ms(), Ordering::Relaxed);
    let bot = app_in(store.clone(), void.clone(), clock.clone(), GRACE_MS);
    let began = Instant::now();
    bot.tables().take_up().await.expect("taken up");
    println!("ready after {:.2?}", began.elapsed());
    let mut look = tokio::time::interval(Duration::from_millis(50));
    while bot.tables().counts().resting > 0 {
        look.tick().await;
    }
    let all = bot.tables().all();
    assert_eq!(all.len(), asked);
    println!("all are live after {:.1?}; {} MB resident", began.elapsed(), resident());
    // While they're being drawn, the clocks run.
    let mut due = vec![];
    for handle in &all {
        due.push(handle.last_and_next_ms().await.expect("it looks").1.expect("somebody is asked"));
    }
    let (first, last) = (*due.iter().min().expect("one"), *due.iter().max().expect("one"));
    assert!(first > clock.now_ms(), "the first clock ran out before all were read");
    quiet(&bot, &void).await;
    println!("all are drawn after {:.1?}, {} of them anew", began.elapsed(), void.messages());
    assert_eq!(void.questions(), 0, "what was asked isn\u{2019}t asked again");
    println!("{asked} clocks fire within {:.1} s", (last - first) as f64 / 1e3);
    while clock.now_ms() < last + 1_000 {
        look.tick().await;
    }
    quiet(&bot, &void).await;
    let mut late_ms = vec![];
    for (handle, due_ms) in all.iter().zip(due) {
        let answered_ms = handle.last_and_next_ms().await.expect("it looks").0;
        assert!(answered_ms >= due_ms, "the question has answered itself");
        late_ms.push(answered_ms - due_ms);
    }
    late_ms.sort_unstable();
    let at = |share: usize| late_ms[(asked * share / 100).min(asked - 1)];
    println!("late, in ms: median {}, 99 of 100 at most {}, the latest {}", at(50), at(99), at(100));
    bot.tables().close().await;
    store.close().await;
}
