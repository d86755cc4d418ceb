//! A local table, a bot at it, a clock that only moves when the test moves it, and a store that outlives the bot.

use serde_json::Value;
use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};
use umpire::{
    config::{ApiBase, PaceName, PaceSettings, ShardRange},
    discord::{
        app_context::AppContext,
        bot::{self, Bot, BotSettings},
        housekeeping::KeptFor,
        rest::Patience,
        thinking_times::ThinkingTimes,
        throttle::ThrottleLimits,
        tracker_delays::TrackerDelays,
    },
    localtable::{
        self, LocalTable, Strict, TableSettings, TimeSource, Turned,
        driver::{FirstAnswer, TableUser},
    },
    metrics::Metrics,
    store::MemoryStore,
    telemetry::Secret,
};

/// A moment in 2026.
const NOW_MS: i64 = 1_790_000_000_000;

const DAY: Duration = Duration::from_secs(24 * 3_600);
/// How long the bot keeps what nobody needs.
pub const KEPT_FOR: KeptFor =
    KeptFor { left_servers: DAY.saturating_mul(30), untouched_fights: DAY.saturating_mul(60) };

/// The local table's clock as the bot's clock.
struct SameClock(Turned);

impl umpire::table::Clock for SameClock {
    fn now_ms(&self) -> i64 {
        self.0.now_ms()
    }
}

/// The whole setup.
pub struct Stage {
    pub table: LocalTable,
    pub clock: Turned,
    pub store: Arc<MemoryStore>,
    /// The number of fights opened so far.
    fights: Arc<AtomicU8>,
    /// Whether the next bot calls players to their turn, which takes a second of real time.
    pub call_turns: bool,
    /// Where the bots' doings are counted.
    pub metrics: Arc<Metrics>,
    /// How fast people may use the next bot: by default faster than any test.
    pub throttle: ThrottleLimits,
    /// The connections of the next bot; all that Discord recommends if `None`.
    pub shards: Option<ShardRange>,
    /// Whether the next bot receives interactions over HTTP, too.
    pub over_http: bool,
    /// Where the next bot finds Discord's API; the table itself if `None`.
    pub api: Option<String>,
    /// How long nobody must have touched a fight of the next bot before it rests.
    pub rest_after: Duration,
    /// How much later the next bot's trackers show what's told elsewhere already; no test needs to wait for it.
    pub tracker_delays: TrackerDelays,
    /// The next bot's patience with Discord.
    patience: Patience,
    bot: Option<Bot>,
}

/// The seed of a stage's n-th fight, so that every run rolls the same dice; `UMPIRE_SEED=number` for others.
fn seed(fight: u8) -> [u8; 32] {
    let number: u8 = std::env::var("UMPIRE_SEED").ok().and_then(|it| it.parse().ok()).unwrap_or(1);
    println!("UMPIRE_SEED={number}");
    let mut seed = [number; 32];
    seed[31] = number.wrapping_add(fight);
    seed
}

impl Stage {
    /// A table with a bot.
    pub async fn set() -> Stage {
        Stage::strict(Strict::default()).await
    }

    /// The same, with Discord set differently. Its rate limits always apply.
    pub async fn strict(strict: Strict) -> Stage {
        Stage::laid(strict, false, Patience::default(), false).await
    }

    /// A table whose bot has this much patience with Discord.
    pub async fn patient(patience: Patience) -> Stage {
        Stage::laid(Strict::default(), false, patience, false).await
    }

    /// A table whose bot calls players to their turn.
    pub async fn calling() -> Stage {
        Stage::laid(Strict::default(), true, Patience::default(), false).await
    }

    /// The same, where the trackers wait as long as they do at a table.
    pub async fn waiting_as_at_a_table() -> Stage {
        let mut stage = Stage::calling().await;
        stage.bot_goes().await;
        stage.tracker_delays = TrackerDelays::default();
        stage.bot_comes().await;
        stage
    }

    /// A table whose bot is in a second server as well.
    pub async fn of_two_servers() -> Stage {
        Stage::laid(Strict::default(), false, Patience::default(), true).await
    }

    async fn laid(strict: Strict, call_turns: bool, patience: Patience, second_guild: bool) -> Stage {
        let clock = Turned::at(NOW_MS);
        let strict = Strict { rate_limits: true, ..strict };
        let time = TimeSource::Turned(clock.clone());
        let settings = TableSettings { clock: time, strict, second_guild, ..TableSettings::default() };
        let table = localtable::open(settings).await.expect("a table");
        let store = Arc::new(MemoryStore::new());
        let mut stage = Stage {
            table,
            clock,
            store,
            fights: Arc::default(),
            call_turns,
            metrics: Arc::default(),
            throttle: ThrottleLimits::none(),
            shards: None,
            over_http: false,
            api: None,
            rest_after: Duration::from_secs(3_600),
            tracker_delays: TrackerDelays::none(),
            patience,
            bot: None,
        };
        stage.bot_comes().await;
        stage
    }

    /// Starts the bot, and waits until Discord reaches it.
    pub async fn bot_comes(&mut self) {
        self.bot_starts().await;
        self.table.bot_is_ready().await.expect("the bot is ready");
    }

    /// Starts the bot.
    pub async fn bot_starts(&mut self) {
        self.bot = Some(bot::start(self.bot_settings()).await.expect("the bot starts"));
    }

    /// The settings of the next bot.
    pub fn bot_settings(&self) -> BotSettings {
        BotSettings {
            token: Secret::new(self.table.bot_token()),
            api: ApiBase::parse(self.api.as_ref().unwrap_or(&self.table.base_url())).expect("loopback"),
            shards: self.shards,
            interactions_listen: self.over_http.then(|| "127.0.0.1:0".to_owned()),
            store: self.store.clone(),
            clock: Arc::new(SameClock(self.clock.clone())),
            seeds: {
                let fights = self.fights.clone();
                Arc::new(move || seed(fights.fetch_add(1, Ordering::Relaxed)))
            },
            patience: self.patience,
            pace: pace(self.call_turns),
            drain: Duration::from_secs(2),
            only_guild: None,
            metrics: self.metrics.clone(),
            kept_for: KEPT_FOR,
            rest_after: self.rest_after,
            about: Default::default(),
            throttle: self.throttle,
            thinking: ThinkingTimes::all(Duration::from_secs(60)),
            tracker_delays: self.tracker_delays,
        }
    }

    /// Shuts the bot down properly.
    pub async fn bot_goes(&mut self) {
        self.bot.take().expect("a bot").shutdown().await;
        self.table.bot_online(false).await.expect("gone");
    }

    /// Ends before the same test lays another table: that may get this one's port, and a bot that's still running would call it.
    pub async fn ends(mut self) {
        self.bot_goes().await;
    }

    /// Shuts the bot down while something else happens. Afterwards nothing is left of the bot, if it shut down properly.
    pub async fn bot_goes_while<T>(&mut self, meanwhile: impl Future<Output = T>) -> (T, Option<Arc<AppContext>>) {
        let bot = self.bot.take().expect("a bot");
        let app = Arc::downgrade(&bot.app);
        let (it, ()) = tokio::join!(meanwhile, bot.shutdown());
        self.table.bot_online(false).await.expect("gone");
        (it, app.upgrade())
    }

    /// The bot.
    pub fn bot(&self) -> &Bot {
        self.bot.as_ref().expect("a bot")
    }

    /// A person at the table.
    pub fn seat(&self, name: &str) -> TableUser {
        self.table.seat(name).expect("a seat")
    }

    /// Moves the clock, and lets every fight notice.
    pub async fn turn(&self, by_ms: i64) {
        self.clock.advance(by_ms);
        let tables = self.bot().app.tables();
        tables.look_after().await;
        for handle in tables.awake() {
            // The first look lets it see that its deadline has passed, the second waits until that is dealt with.
            for _ in 0..2 {
                handle.look(|_| ()).await.expect("a live fight");
                tokio::task::yield_now().await;
            }
        }
    }

    /// Checks every call against the specification, and every mention against who is prompted.
    pub fn judge(&self) {
        crate::forged_components::pings_only_the_prompted(&self.table);
        crate::judge::judge(&self.table);
    }

    /// See [`brawl_at`].
    pub async fn brawl(&self, options: &str) -> (TableUser, TableUser, TableUser) {
        brawl_at(&self.table, options).await
    }
}

/// A begun fight in which everybody near is asked to guard, unless the options say otherwise, starting with the Players' step: Ana's Sybilla and Bob's Theobald against a Leader and two Bandits.
pub async fn brawl_at(table: &LocalTable, options: &str) -> (TableUser, TableUser, TableUser) {
    let seat = |name: &str| table.seat(name).expect("a seat");
    let (mut gwen, mut ana, mut bob) = (seat("Gwen"), seat("Ana"), seat("Bob"));
    let options = format!("guards=always {options}");
    let start = [("name", "Brawl"), ("options", options.trim())];
    run(&mut gwen, "encounter start", &start).await;
    run(&mut ana, "join", &[("template", "sybilla")]).await;
    run(&mut bob, "join", &[("template", "theobald")]).await;
    run(&mut gwen, "gm add", &[("template", "leader"), ("side", "Foes")]).await;
    run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes"), ("count", "2")]).await;
    run(&mut gwen, "gm fight", &[("name", "initiative"), ("value", "Players")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    (gwen, ana, bob)
}

/// The commands that ask once before they do something that can't be taken back.
const ASK_ONCE: [&str; 7] = [
    "encounter begin",
    "encounter end",
    "encounter undo",
    "gm undo",
    "character delete",
    "party delete",
    "encounter delete",
];

/// Runs a command and returns the private reply. If it asks whether they're sure, they are.
pub async fn run(seat: &mut TableUser, command: &str, options: &[(&str, &str)]) -> String {
    let before = last_id(seat);
    let told = run_once(seat, command, options).await;
    if !ASK_ONCE.contains(&command) {
        return told;
    }
    let asked = seat.messages().into_iter().rfind(|it| id(it) > before && is_private(it));
    let sure = |it: &Value| ["Do it", "Delete"].into_iter().find(|sure| labels(it).iter().any(|label| label == sure));
    match asked.as_ref().and_then(|it| Some((it, sure(it)?))) {
        Some((asked, sure)) => {
            seat.press(asked, sure).await.unwrap_or_else(|why| panic!("{sure}: {why}"));
            reply_after(seat, before)
        }
        None => told,
    }
}

/// Runs a command and returns the private reply, which may be a question.
pub async fn run_once(seat: &mut TableUser, command: &str, options: &[(&str, &str)]) -> String {
    let before = last_id(seat);
    match seat.command(command, options).await.unwrap_or_else(|why| panic!("/{command} {options:?}: {why}")) {
        FirstAnswer::Done => reply_after(seat, before),
        // A busy machine takes longer than Discord waits for a reply.
        FirstAnswer::Thinking => {
            let is_there =
                |it: &Value| id(it) > before && is_private(it) && it["flags"].as_u64().unwrap_or(0) & LOADING == 0;
            seat.sees("the reply", is_there).await.unwrap_or_else(|why| panic!("/{command}: {why}"));
            reply_after(seat, before)
        }
        other => panic!("/{command}: {other:?}"),
    }
}

/// Discord's flag of a reply that says that the bot is thinking. Docs, "Message Flags".
const LOADING: u64 = 1 << 7;

/// The newest private reply after a message.
pub fn reply_after(seat: &TableUser, before: u64) -> String {
    let new = seat.messages().into_iter().filter(|it| id(it) > before && is_private(it));
    let words = |it: &Value| match it["content"].as_str().unwrap_or_default() {
        "" => it["embeds"][0]["description"].as_str().unwrap_or_default().to_owned(),
        content => content.to_owned(),
    };
    new.map(|it| words(&it)).next_back().unwrap_or_default()
}

/// The newest message's id.
pub fn last_id(seat: &TableUser) -> u64 {
    seat.messages().iter().map(id).max().unwrap_or(0)
}

/// A message's id.
pub fn id(message: &Value) -> u64 {
    message["id"].as_str().and_then(|it| it.parse().ok()).unwrap_or(0)
}

/// Whether only one seat sees it.
pub fn is_private(message: &Value) -> bool {
    message["flags"].as_u64().unwrap_or(0) & 64 != 0
}

/// Whether a message contains this, in its text or its boxes.
pub fn says(text: &str) -> impl Fn(&Value) -> bool {
    let text = text.to_owned();
    move |message| {
        let content = message["content"].as_str().unwrap_or_default();
        content.contains(&text)
            || without_players(content).contains(&text)
            || message["embeds"].to_string().contains(&text)
            || message["embeds"][0]["description"].as_str().is_some_and(|it| it.contains(&text))
    }
}

/// All that a message says: its text, and that of the boxes below its pictures.
pub fn words(message: &Value) -> String {
    let boxes = message["embeds"].as_array().into_iter().flatten().map(|it| &it["description"]);
    let all: Vec<&str> = std::iter::once(&message["content"]).chain(boxes).filter_map(Value::as_str).collect();
    all.join("\n")
}

/// Where the record of a fight is that's attached to the message at its end.
pub fn export_of(account: &Value) -> &str {
    let mut files = account["attachments"].as_array().into_iter().flatten();
    let file = files.find(|it| it["filename"].as_str().is_some_and(|it| it.ends_with(".json")));
    file.and_then(|it| it["url"].as_str()).expect("an export")
}

/// The tracker without who plays whom: "Sybilla and Theobald" for "Sybilla (<@1>) and Theobald (<@2>)".
fn without_players(content: &str) -> String {
    let mut parts = content.split(" (<@");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, it| before + it.split_once(">)").map_or(it, |it| it.1))
}

/// The labels of a message's buttons and the options of its menus.
pub fn labels(message: &Value) -> Vec<String> {
    let rows = message["components"].as_array().into_iter().flatten();
    let parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    parts
        .flat_map(|part| match part["options"].as_array() {
            Some(options) => options.iter().map(|it| it["label"].clone()).collect::<Vec<_>>(),
            None => vec![part["label"].clone()],
        })
        .filter_map(|it| it.as_str().map(str::to_owned))
        .collect()
}

fn pace(call_turns: bool) -> PaceSettings {
    PaceSettings {
        default: PaceName::Live,
        prompt_ms: 30_000,
        relaxed_ms: 120_000,
        post_ms: 86_400_000,
        restart_grace_ms: 20_000,
        call_turns,
    }
}

/// Collects this thread's warnings and errors from now on, as long as the guard lives.
pub fn listen() -> (Arc<std::sync::Mutex<Vec<u8>>>, tracing::subscriber::DefaultGuard) {
    #[derive(Clone)]
    struct Paper(Arc<std::sync::Mutex<Vec<u8>>>);
    impl std::io::Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("no writer panics").extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let log = Paper(Arc::default());
    let paper = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::WARN)
        .with_ansi(false)
        .with_writer(move || paper.clone())
        .finish();
    (log.0, tracing::subscriber::set_default(subscriber))
}

/// The collected lines that contain this.
pub fn heard(log: &std::sync::Mutex<Vec<u8>>, what: &str) -> Vec<String> {
    let log = String::from_utf8(log.lock().expect("no writer panics").clone()).expect("text");
    log.lines().filter(|it| it.contains(what)).map(str::to_owned).collect()
}
