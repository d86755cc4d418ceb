//! A thousand live fights on the local stand-in with Discord's rate limits on, in which people act twenty times a second over all: how long the
//! first reply takes, how many requests an action costs, and whether Discord refuses any.
//!
//! The actions are `/attack` and `/end` in turn, in three hundred of the fights one after the other, so that each of these has one every fifteen
//! seconds. They come at their time whether or not earlier ones have been answered. The fights are opened by a bot that needn't care about limits; the one that's measured takes them up as after any restart. The stand-in,
//! the typing clients and the bot share this machine. Without `--bench`, as in `cargo test`, it runs a handful of actions and measures nothing.

#[path = "stand_in/mod.rs"]
mod stand_in;

use stand_in::{act, at_the_table, database, open_fight, processor_time, spread, thread};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::task::JoinSet;
use umpire::{
    discord::{bot::Bot, rest::Patience},
    localtable::{
        self, Call, Id, TableSettings,
        driver::{FirstAnswer, TableUser},
    },
    store::Synchronous,
};

/// The people who act: as many can wait for a reply at the same time.
const SEATS: usize = 32;

/// How much to run.
struct Plan {
    fights: usize,
    /// The fights in which people act.
    active: usize,
    actions: usize,
    /// The time from one action to the next.
    every: Duration,
}

fn main() {
    let plan = match std::env::args().any(|it| it == "--bench") {
        true => Plan { fights: 1_000, active: 300, actions: 1_200, every: Duration::from_millis(50) },
        false => Plan { fights: 3, active: 2, actions: 4, every: Duration::from_millis(1) },
    };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(measure(&plan));
}

async fn measure(plan: &Plan) {
    let (_directory, store) = database(Synchronous::Normal).await;
    let table = localtable::open(TableSettings::default()).await.expect("a table");
    let unhurried = Patience { requests_per_second: 100_000, ..Patience::default() };
    let bot = at_the_table(&table, store.clone(), unhurried).await;
    let mut channels = vec![];
    for number in 0..plan.fights {
        channels.push(Id(thread(&table, number).await));
    }
    // Whoever sits down is told everything that's there, and every new channel, so they do so in between.
    let seats = (0..SEATS).map(|_| table.seat("Gwen").expect("a seat")).collect();
    for channel in &channels {
        open_fight(&table, &bot, channel.0).await;
    }
    until_quiet(&bot).await;
    bot.shutdown().await;
    table.bot_online(false).await.expect("gone");

    table.enforce_limits(true);
    let (began, before) = (Instant::now(), table.calls_so_far());
    let bot = at_the_table(&table, store.clone(), Patience::default()).await;
    assert_eq!(bot.app.tables().all().len(), plan.fights, "all are live");
    let quiet = until_quiet(&bot).await;
    println!(
        "{} fights taken up and quiet after {:.1} s and {} requests",
        plan.fights,
        (quiet - began).as_secs_f64(),
        table.calls_so_far() - before
    );

    let before = table.calls_so_far();
    let mut times = all_act(plan, seats, &channels).await;
    let ended = Instant::now();
    let quiet = until_quiet(&bot).await;
    let calls = table.calls_since(before);
    assert_eq!(calls.len(), table.calls_so_far() - before, "the table remembers all of them");
    let counted = calls.iter().filter(|it| counts(it)).count();
    let refused = calls.iter().filter(|it| it.status == 429).count();
    let [median, p99, longest] = spread(&mut times);
    println!(
        "{} actions, one every {} ms: first reply, in ms: median {median:.1}, p99 {p99:.1}, longest {longest:.1}",
        times.len(),
        plan.every.as_millis()
    );
    println!(
        "{:.2} requests an action; {refused} refused; the last was sent {:.1} s after the last action",
        counted as f64 / times.len() as f64,
        (quiet - ended).as_secs_f64()
    );
    assert_eq!(refused, 0, "Discord refuses none");
    bot.shutdown().await;
    table.shutdown().await;
    store.close().await;
}

/// All actions, each at its time. Returns how long each first reply took, counted from that time.
async fn all_act(plan: &Plan, mut seats: Vec<TableUser>, channels: &[Id]) -> Vec<Duration> {
    let (mut working, mut times) = (JoinSet::new(), vec![]);
    let began = Instant::now();
    for number in 0..plan.actions {
        let due = began + plan.every * u32::try_from(number).expect("few");
        tokio::time::sleep_until(due.into()).await;
        while let Some(done) = working.try_join_next() {
            let (seat, took) = done.expect("no panic");
            seats.push(seat);
            times.push(took);
        }
        let mut seat = seats.pop().expect("somebody has nothing to wait for");
        seat.go_to(channels[number % plan.active]);
        let (path, options) = act(number / plan.active);
        working.spawn(async move {
            let done = seat.command(path, &options).await.unwrap_or_else(|why| panic!("/{path}: {why}"));
            assert!(matches!(done, FirstAnswer::Done | FirstAnswer::Thinking), "{done:?}");
            (seat, due.elapsed())
        });
    }
    times.extend(working.join_all().await.into_iter().map(|it| it.1));
    times
}

/// Returns once the bot has had nothing to send and next to nothing to do for a second, with when that second began.
async fn until_quiet(bot: &Bot) -> Instant {
    const LOOK: Duration = Duration::from_millis(50);
    let mut since = Instant::now();
    while since.elapsed() < Duration::from_secs(1) {
        let worked = processor_time();
        tokio::time::sleep(LOOK).await;
        if bot.app.rest().load().unsettled > 0 || processor_time() - worked > LOOK / 4 {
            since = Instant::now();
        }
    }
    since
}

/// Whether Discord counts a request towards the bot's limits: replies to interactions have none.
fn counts(call: &Arc<Call>) -> bool {
    !call.path.starts_with("/interactions/") && !call.path.starts_with("/webhooks/")
}
