//! What fights cost that nobody touches: the memory of 100,000 that rest and 1,000 that are live, over the bot without a fight; how long a start
//! takes with them, and with 10,000 that don't rest; and how long the first press on one takes. On SQLite, with the bot's own tables and
//! publishers; Discord accepts everything and keeps nothing.
//!
//! `cargo bench --bench resting` prints the figures; `UMPIRE_RESTING`, `UMPIRE_LIVE` and `UMPIRE_OPEN` are other numbers. Each measurement is a
//! process of its own, so that none counts what another has left. Without `--bench`, as in `cargo test`, it runs with a few.

use mimalloc::MiMalloc;
use std::{
    path::Path,
    process::Command as Program,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};
use tokio::task::JoinSet;
use umpire::{
    discord::app_context::AppContext,
    store::{
        Append, CommittedSeed, EncounterId, FORMAT_VERSION, FightPerson, NewEncounter, SavedFight, SeedBytes,
        SqliteOptions, SqliteStore, Status, Store, StoreError, Synchronous, encounter_scope,
    },
    table::{Handle, SystemClock, live_fights::REST_AFTER_MS},
};

#[path = "../tests/common/void_discord.rs"]
mod void_discord;

use void_discord::{APPLICATION, Later, Void, app, gm, open, open_empty, quiet, resident};

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Tells the program that it's to measure one thing.
const MEASURES: &str = "UMPIRE_MEASURES";
/// The key of the note about a fight that rests.
const RESTS: &str = "rests";
/// How many fights are written at once: the store commits them together.
const AT_ONCE: usize = 64;
/// How many first presses are timed.
const PRESSES: usize = 500;

fn main() {
    let measured = std::env::args().any(|it| it == "--bench");
    let count = |name: &str, all: u64, few: u64| match std::env::var(name) {
        Ok(number) => number.parse().unwrap_or_else(|_| panic!("{name} is a number")),
        Err(_) if measured => all,
        Err(_) => few,
    };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    if let Ok(what) = std::env::var(MEASURES) {
        let mut args = what.split(':');
        let (kind, path) = (args.next().expect("what"), args.next().expect("a database"));
        return runtime.block_on(measure(kind, Path::new(path), count("UMPIRE_LIVE", 1_000, 3) as usize));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let [empty, rested, live] = ["empty", "resting", "open"].map(|it| folder.path().join(it));
    let woken = count("UMPIRE_LIVE", 1_000, 3);
    let (resting, many) = (count("UMPIRE_RESTING", 100_000, 20), count("UMPIRE_OPEN", 10_000, 20));
    runtime.block_on(async {
        sqlite(&empty).await.close().await;
        write(&rested, resting, (woken, true)).await;
        write(&live, many, (many, false)).await;
    });
    println!("{resting} fights rest, {many} don't.");
    for (kind, path) in [("empty", &empty), ("resting", &rested), ("open", &live)] {
        let what = format!("{kind}:{}", path.display());
        let args: Vec<String> = std::env::args().skip(1).collect();
        let program = std::env::current_exe().expect("this program");
        let done = Program::new(program).args(args).env(MEASURES, what).status().expect("it runs");
        assert!(done.success(), "{kind}");
    }
}

async fn sqlite(path: &Path) -> Arc<dyn Store> {
    let options = SqliteOptions { synchronous: Synchronous::Normal, ..SqliteOptions::new(path) };
    Arc::new(SqliteStore::open(options).await.expect("a database"))
}

/// A fight as the store has it, to be written many times.
struct Template {
    saved: SavedFight,
    settings: Vec<(String, String)>,
    people: Vec<FightPerson>,
}

impl Template {
    async fn of(store: &dyn Store, id: EncounterId) -> Template {
        Template {
            saved: store.load(id).await.expect("a fight"),
            settings: store.settings(APPLICATION, &encounter_scope(id)).await.expect("settings"),
            people: store.people(id).await.expect("people"),
        }
    }

    /// The same fight in another channel; without the note that it rests if it doesn't.
    fn numbered(&self, number: u64, rests: bool) -> NewEncounter {
        let (header, mut rows) = (&self.saved.header, self.saved.rows.clone());
        rows.iter_mut().for_each(|it| it.interaction_id = None);
        NewEncounter {
            application_id: APPLICATION,
            // Three fights a server.
            guild_id: Some(1_000_000 + number / 3),
            channel_id: 10_000_000 + number,
            system: header.system.clone(),
            name: header.name.clone(),
            created_at_ms: header.created_at_ms,
            status: header.status,
            seed: CommittedSeed { seed: SeedBytes::new([7; 32]), commitment: header.commitment.clone() },
            opening: self.saved.opening.clone(),
            format_version: FORMAT_VERSION,
            rows,
            settings: self.settings.iter().filter(|it| rests || it.0 != RESTS).cloned().collect(),
            people: self.people.clone(),
        }
    }
}

/// Plays a fight and lets it rest, and writes it so many times: `played` times with its log, and as it was opened the other times, because that
/// makes no difference while it rests.
async fn write(path: &Path, count: u64, (played, rests): (u64, bool)) {
    let store = sqlite(path).await;
    let clock = Arc::new(Later::default());
    let void = Arc::new(Void::default());
    let bot = app(store.clone(), void.clone(), clock.clone());
    let (long, short) = (open(&bot, 0).await, open_empty(&bot, 1).await);
    quiet(&bot, &void).await;
    clock.more_ms.store(REST_AFTER_MS, Ordering::Relaxed);
    let mut look = tokio::time::interval(Duration::from_millis(10));
    while bot.tables().counts().live > 0 {
        bot.tables().look_after().await;
        look.tick().await;
    }
    bot.tables().close().await;
    let (long, short) = (Template::of(store.as_ref(), long.id).await, Template::of(store.as_ref(), short.id).await);
    for it in [&long, &short] {
        let over = Append { status: Some(Status::Over), ..Append::new(it.saved.header.id) };
        store.append(over).await.expect("it\u{2019}s over");
    }
    let mut writing: JoinSet<Result<(), StoreError>> = JoinSet::new();
    for number in 0..count {
        if writing.len() >= AT_ONCE {
            writing.join_next().await.expect("one").expect("no panic").expect("written");
        }
        let new = if number < played { &long } else { &short }.numbered(number, rests);
        let store = store.clone();
        writing.spawn(async move { store.create_encounter(new).await.map(drop) });
    }
    while let Some(written) = writing.join_next().await {
        written.expect("no panic").expect("written");
    }
    store.close().await;
}

/// Starts a bot and says what it takes.
async fn measure(kind: &str, path: &Path, live: usize) {
    let store = sqlite(path).await;
    let void = Arc::new(Void::default());
    let app = app(store, void.clone(), Arc::new(SystemClock::default()));
    let began = Instant::now();
    app.tables().take_up().await.expect("taken up");
    let ready = began.elapsed();
    let counts = app.tables().counts();
    println!(
        "{kind}: ready after {ready:.2?}, {} live and {} at rest; {} MB resident",
        counts.live,
        counts.resting,
        resident()
    );
    match kind {
        "open" => {
            let mut look = tokio::time::interval(Duration::from_millis(10));
            while app.tables().counts().resting > 0 {
                look.tick().await;
            }
            println!("{kind}: all are live after {:.2?}; {} MB resident", began.elapsed(), resident());
        }
        "resting" => {
            let mut all = app.tables().all();
            all.sort_by_key(|it| it.channel_id); // those with a log come first
            presses(&app, &void, &all[..live.min(all.len())]).await;
        }
        _ => {}
    }
    app.tables().close().await;
}

/// Somebody comes to each of these fights.
async fn presses(app: &AppContext, void: &Void, fights: &[Handle]) {
    let mut took = vec![];
    for handle in fights {
        assert!(!handle.is_awake(), "it rests");
        let began = Instant::now();
        gm(handle, "gm set", &[("name", "Hildred"), ("field", "hp"), ("value", "5")]).await;
        took.push(began.elapsed());
    }
    took.truncate(PRESSES);
    took.sort_unstable();
    let at = |share: usize| took[(took.len() * share / 100).min(took.len() - 1)];
    println!("a first press: {:.2?}, 99 of 100 within {:.2?}, the slowest {:.2?}", at(50), at(99), at(100));
    quiet(app, void).await;
    let counts = app.tables().counts();
    println!("resting: {} live and {} at rest; {} MB resident", counts.live, counts.resting, resident());
}
