//! How long the first reply takes to every kind of press and command that a table makes often, in 64 fights on the local stand-in whose people do
//! something every second, with the database's setting of the local table (FULL). With `--bench` it fails if one of a hundred takes longer
//! than a tenth of a second, of any kind. Without, as in `cargo test`, everything is pressed a few times and nothing is measured.
//!
//! An unoptimised build bears fewer fights: `REPLIES_FIGHTS` says how many.
//!
//! The database is in `TMPDIR`: on a RAM disk FULL costs nothing, so set it to the disk you want to measure.

#[path = "stand_in/mod.rs"]
mod stand_in;

use serde_json::Value;
use stand_in::{act, at_the_table, database, open_fight_of, spread, thread};
use std::{
    collections::BTreeMap,
    future::Future,
    time::{Duration, Instant},
};
use tokio::task::JoinSet;
use umpire::{
    discord::rest::Patience,
    localtable::{
        self, TableSettings,
        driver::{FirstAnswer, TableUser},
    },
    store::Synchronous,
};

/// The longest that 99 of 100 first replies of each kind may take.
const TARGET_MS: f64 = 100.0;

/// How much to run: the fights, the turns in each, and how long somebody takes between two presses or commands.
struct Plan {
    fights: usize,
    turns: usize,
    pause: Duration,
}

/// The first replies, by what they answer.
type Times = BTreeMap<&'static str, Vec<Duration>>;

/// A person who takes their time, and how long they've waited for first replies.
struct Person {
    seat: TableUser,
    pause: Duration,
    times: Times,
}

fn main() {
    let measures = std::env::args().any(|it| it == "--bench");
    let fights = std::env::var("REPLIES_FIGHTS").ok().and_then(|it| it.parse().ok()).unwrap_or(64);
    let plan = match measures {
        true => Plan { fights, turns: 10, pause: Duration::from_secs(1) },
        false => Plan { fights: 2, turns: 4, pause: Duration::ZERO },
    };
    let mut times = tokio::runtime::Runtime::new().expect("a runtime").block_on(replies(&plan));
    println!("first replies in {} fights, FULL, in ms{:>29}{:>10}{:>10}", plan.fights, "median", "p99", "longest");
    let mut late = vec![];
    for (kind, times) in &mut times {
        let [median, p99, longest] = spread(times);
        println!("  {kind:<58}{median:>10.1}{p99:>10.1}{longest:>10.1}");
        late.extend((p99 > TARGET_MS).then_some(*kind));
    }
    assert!(!measures || late.is_empty(), "more than {TARGET_MS} ms: {}", late.join(", "));
}

/// How many saved characters there are.
const CHARACTERS: usize = 16;

async fn replies(plan: &Plan) -> Times {
    let (_directory, store) = database(Synchronous::Full).await;
    let table = localtable::open(TableSettings::default()).await.expect("a table");
    let bot = at_the_table(&table, store.clone(), Patience::default()).await;
    let mut working = JoinSet::new();
    for number in 0..plan.fights {
        let channel = thread(&table, number).await;
        open_fight_of(&table, &bot, channel, &["Ajax"]).await;
        let mut seat = table.seat("Gwen").expect("a seat");
        seat.go_to(localtable::Id(channel));
        // Nobody may keep as many characters as there are fights.
        let name = format!("Nestor {}", number % CHARACTERS);
        let file = format!("[[character]]\nsystem = \"murdham\"\nname = \"{name}\"\n[character.sheet]\nwit = 9\n");
        if number < CHARACTERS {
            let import = seat.command_with_file("character import", &[], ("file", "nestor.toml", file.as_bytes()));
            import.await.expect("saved");
        }
        let (turns, pause) = (plan.turns, plan.pause);
        let offset = pause.mul_f64(number as f64 / plan.fights as f64);
        working.spawn(async move {
            tokio::time::sleep(offset).await;
            let mut person = Person { seat, pause, times: Times::new() };
            for turn in 0..turns {
                person.takes(turn, &name).await;
            }
            person.times
        });
    }
    let mut all = Times::new();
    while let Some(done) = working.join_next().await {
        for (kind, times) in done.expect("no panic") {
            all.entry(kind).or_default().extend(times);
        }
    }
    bot.shutdown().await;
    table.shutdown().await;
    store.close().await;
    all
}

impl Person {
    /// One turn with everything that people press and type in one.
    async fn takes(&mut self, turn: usize, character: &str) {
        let (attack, options) = act(2 * turn);
        let target = options.iter().find(|it| it.0 == "target").expect("a target").1;
        self.timed("suggestions while typing", async |seat| {
            seat.autocomplete(attack, &[], ("target", "")).await.expect("suggested");
        })
        .await;
        let menu = self.press("Act as\u{2026}", is_tracker, "Act as\u{2026}").await;
        let menu = self.newest(is_private, &menu).await;
        self.press("a choice in a menu", same(&menu), "Attack").await;
        self.command("/attack", attack, &options).await;
        if target == "Hector" {
            let page = self.press("GM answers\u{2026}", has("GM answers\u{2026}"), "GM answers\u{2026}").await;
            let page = self.newest(|it| is_private(it) && !labels(it).is_empty(), &page).await;
            let answer = labels(&page).into_iter().find(|it| it.contains("(default")).expect("a default");
            self.press("an answer", same(&page), &answer).await;
        }
        self.press("Details", has("Details"), "Details").await;
        self.press("GM\u{2026}", is_tracker, "GM\u{2026}").await;
        self.press("Map", is_tracker, "Map").await;
        self.command("/help", "help", &[]).await;
        let mut form = None;
        self.timed("a form opened", async |seat| {
            let opened = seat.command("character edit", &[("name", character)]).await.expect("answered");
            form = Some(opened);
        })
        .await;
        let form = match form {
            Some(FirstAnswer::Modal(form)) => form,
            other => panic!("a form, not {other:?}"),
        };
        let wit = if turn.is_multiple_of(2) { "10" } else { "9" };
        self.timed("a form sent", async |seat| {
            seat.submit(&form, &[("wit", wit)]).await.expect("answered");
        })
        .await;
        let (end, options) = act(2 * turn + 1);
        self.command("/end", end, &options).await;
    }

    /// Times how long something is unanswered, and then pauses.
    async fn timed(&mut self, kind: &'static str, does: impl AsyncFnOnce(&mut TableUser)) {
        let began = Instant::now();
        does(&mut self.seat).await;
        self.times.entry(kind).or_default().push(began.elapsed());
        tokio::time::sleep(self.pause).await;
    }

    async fn command(&mut self, kind: &'static str, name: &str, options: &[(&str, &str)]) {
        self.timed(kind, async |seat| {
            seat.command(name, options).await.unwrap_or_else(|why| panic!("/{name}: {why}"));
        })
        .await;
    }

    /// Presses the newest message's button that's like this. Returns that message.
    async fn press(&mut self, kind: &'static str, is_it: impl Fn(&Value) -> bool, label: &str) -> Value {
        self.seat.sees(kind, &is_it).await.expect("it's there");
        let message = self.seat.messages().into_iter().rfind(&is_it).expect("it's still there");
        self.timed(kind, async |seat| {
            seat.press(&message, label).await.unwrap_or_else(|why| panic!("{label}: {why}"));
        })
        .await;
        message
    }

    /// The newest message like this that's later than another.
    fn newest(&self, is_it: impl Fn(&Value) -> bool, after: &Value) -> impl Future<Output = Value> {
        let after = id(after);
        async move { self.seat.sees("the answer", |it| id(it) > after && is_it(it)).await.expect("shown") }
    }
}

fn id(message: &Value) -> u64 {
    message["id"].as_str().and_then(|it| it.parse().ok()).unwrap_or(0)
}

fn same(message: &Value) -> impl Fn(&Value) -> bool {
    let id = id(message);
    move |it| self::id(it) == id
}

fn is_private(message: &Value) -> bool {
    message["flags"].as_u64().unwrap_or(0) & 64 != 0
}

fn is_tracker(message: &Value) -> bool {
    !is_private(message) && labels(message).iter().any(|it| it == "Act as\u{2026}")
}

fn has(label: &'static str) -> impl Fn(&Value) -> bool {
    move |it| !is_private(it) && labels(it).iter().any(|known| known == label)
}

/// The labels of a message's buttons.
fn labels(message: &Value) -> Vec<String> {
    let rows = message["components"].as_array().into_iter().flatten();
    let parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    parts.filter_map(|it| it["label"].as_str().map(str::to_owned)).collect()
}
