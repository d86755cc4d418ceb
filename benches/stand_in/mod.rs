//! Fights on the local stand-in, for the benches that measure the whole bot.
#![allow(dead_code)] // not every bench uses all of it

use serde_json::json;
use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};
use umpire::{
    config::{ApiBase, PaceName, PaceSettings},
    discord::{
        bot::{self, Bot, BotSettings},
        rest::Patience,
        start_fight::laid,
    },
    engine::{AnswerPace, Seat as SeatId},
    localtable::LocalTable,
    rules::{Newcomer, Request, System},
    store::{SqliteOptions, SqliteStore, Store, Synchronous},
    table::{Caller, Command, InputOrigin, NewFight, SystemClock},
    telemetry::Secret,
};

/// The two fighters, one on each side. The GM plays both.
const FIGHTERS: [&str; 2] = ["Ajax", "Hector"];

/// A new database, and the directory that holds it.
pub async fn database(synchronous: Synchronous) -> (tempfile::TempDir, Arc<dyn Store>) {
    let directory = tempfile::tempdir().expect("a directory");
    let options = SqliteOptions { synchronous, ..SqliteOptions::new(directory.path().join("umpire.db")) };
    let store = SqliteStore::open(options).await.expect("a new database");
    (directory, Arc::new(store))
}

/// The median, the 99th percentile and the longest, in milliseconds.
pub fn spread(times: &mut [Duration]) -> [f64; 3] {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() as f64 * share) as usize).min(times.len() - 1)].as_secs_f64() * 1e3;
    [at(0.5), at(0.99), at(1.0)]
}

/// Ajax attacks and ends his turn, then Hector does, round after round.
pub fn act(turn: usize) -> (&'static str, Vec<(&'static str, &'static str)>) {
    let [first, second] = FIGHTERS;
    let (who, other) = if (turn / 2).is_multiple_of(2) { (first, second) } else { (second, first) };
    match turn % 2 {
        0 => ("attack", vec![("target", other), ("as", who)]),
        _ => ("end", vec![("as", who)]),
    }
}

/// A bot at the table, with the patience that it has with Discord.
pub async fn at_the_table(table: &LocalTable, store: Arc<dyn Store>, patience: Patience) -> Bot {
    let settings = BotSettings {
        token: Secret::new(table.bot_token()),
        api: ApiBase::parse(&table.base_url()).expect("loopback"),
        shards: None,
        interactions_listen: None,
        store,
        clock: Arc::new(SystemClock::default()),
        seeds: Arc::new(|| [7; 32]),
        patience,
        pace: pace(),
        drain: Duration::ZERO,
        only_guild: None,
        metrics: Arc::default(),
        kept_for: umpire::discord::housekeeping::KeptFor {
            left_servers: Duration::MAX,
            untouched_fights: Duration::MAX,
        },
        about: Default::default(),
        rest_after: std::time::Duration::from_secs(3_600),
        throttle: umpire::discord::throttle::ThrottleLimits::none(),
        thinking: Default::default(),
        tracker_delays: Default::default(),
    };
    let bot = bot::start(settings).await.expect("the bot starts");
    table.bot_is_ready().await.expect("the bot is ready");
    bot
}

/// Creates a thread, as the bot itself can, and returns its id.
pub async fn thread(table: &LocalTable, number: usize) -> u64 {
    /// One for all: it takes a while to make.
    static CLIENT: LazyLock<reqwest::Client> = LazyLock::new(reqwest::Client::new);
    let channel = table.channel_id("table").expect("a channel");
    let made = CLIENT
        .post(format!("{}/api/v10/channels/{channel}/threads", table.base_url()))
        .header("Authorization", format!("Bot {}", table.bot_token()))
        .json(&json!({ "name": format!("fight {number}"), "type": 11 }))
        .send()
        .await
        .expect("an answer");
    let made: serde_json::Value = made.json().await.expect("JSON");
    made["id"].as_str().and_then(|it| it.parse().ok()).unwrap_or_else(|| panic!("a thread: {made}"))
}

/// Opens and begins a fight between two tough fighters who ask no questions; returns its id.
pub async fn open_fight(table: &LocalTable, bot: &Bot, channel: u64) -> i64 {
    open_fight_of(table, bot, channel, &FIGHTERS).await
}

/// The same, of whom only these ask no questions, in a place with a map.
pub async fn open_fight_of(table: &LocalTable, bot: &Bot, channel: u64, quiet: &[&str]) -> i64 {
    let gm = SeatId(table.user_id("Gwen").expect("a GM").0);
    let mut requests = laid(AnswerPace { prompt_ms: None });
    for (name, side) in FIGHTERS.iter().zip(["Players", "Foes"]) {
        let (template, side) = (Some("human".to_owned()), Some(side.to_owned()));
        requests.push(Request::Join(Newcomer { name: (*name).to_owned(), side, template, ..Newcomer::default() }));
    }
    requests.push(Request::SetFight { name: "initiative".to_owned(), value: "Players".to_owned() });
    let new = NewFight {
        application_id: bot.app.application_id(),
        guild_id: Some(table.guild_id().0),
        channel_id: channel,
        system: System::Murdham,
        name: "Troy".to_owned(),
        // A fighter who loses heart doesn't attack.
        options: vec![("morale".to_owned(), "nobody".to_owned())],
        gm,
    };
    let handle = bot.app.tables().open_laid(new, [7; 32], &requests).await.expect("opened");
    let caller = Caller { seat: gm, has_gm_role: false };
    let mut commands = vec![];
    for name in FIGHTERS {
        commands.push(Command::new("gm set", &[("name", name), ("field", "max-health"), ("value", "200")]));
        commands.push(Command::new("gm set", &[("name", name), ("field", "health"), ("value", "200")]));
    }
    for name in quiet {
        commands.push(Command::new("orders", &[("as", name), ("order", "never ask me")]));
    }
    if quiet.len() < FIGHTERS.len() {
        commands.push(Command::new("gm board", &[("zones", "Gate,Yard"), ("borders", "Gate-Yard")]));
        commands.extend(FIGHTERS.map(|name| Command::new("gm place", &[("name", name), ("at", "Gate")])));
    }
    commands.push(Command::new("encounter begin", &[]));
    for command in commands {
        let done = handle.command(caller.clone(), command.clone(), InputOrigin::default()).await;
        done.unwrap_or_else(|why| panic!("{command:?}: {why}"));
    }
    handle.id
}

fn pace() -> PaceSettings {
    PaceSettings {
        default: PaceName::None,
        prompt_ms: 30_000,
        relaxed_ms: 120_000,
        post_ms: 86_400_000,
        restart_grace_ms: 20_000,
        call_turns: false,
    }
}

/// The processor time of all threads so far, on Linux: the first number in each of these files, in nanoseconds. Elsewhere 0.
pub fn processor_time() -> Duration {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let stats = threads.filter_map(|it| std::fs::read_to_string(it.path().join("schedstat")).ok());
    let spent = stats.filter_map(|it| it.split_whitespace().next()?.parse::<u64>().ok());
    Duration::from_nanos(spent.sum())
}
