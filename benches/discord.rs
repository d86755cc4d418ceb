//! End to end on the local stand-in: acting commands per second, each counted when its acknowledgement arrives, which is after the commit,
//! compared with a bare `/ping` through the same bot in the same run. One fight and 64 at once, `synchronous` FULL and NORMAL. Then how long
//! acknowledgements take with and without a forecast of another fight running beside them.
//!
//! An acting command is `/attack` (half of them, rolled, with its story) or `/end`, alternately, so that each is legal. The stand-in for
//! Discord, the typing clients and the bot share this machine, for the ping as well as for the attack. The database is in `TMPDIR`: on a
//! RAM disk FULL costs nothing, so set it to the disk you want to measure. Without `--bench`, as in `cargo test`, it runs a handful of
//! commands and measures nothing.

#[path = "stand_in/mod.rs"]
mod stand_in;

use stand_in::{act, at_the_table, database, open_fight, processor_time, spread, thread};
use std::time::Instant;
use tokio::task::JoinSet;
use umpire::{
    discord::rest::Patience,
    localtable::{
        self, TableSettings,
        driver::{FirstAnswer, TableUser},
    },
    rules::session::ForecastPlan,
    store::Synchronous,
};

/// The numbers of simultaneous fights.
const FIGHTS: [usize; 2] = [1, 64];
/// How much to run.
struct Plan {
    fights: [usize; 2],
    /// The total number of commands, for one fight and for many.
    commands: [usize; 2],
    /// The number of commands of each fight beside a forecast.
    beside: usize,
}

fn main() {
    let quick = !std::env::args().any(|it| it == "--bench");
    let plan = match quick {
        true => Plan { fights: [1, 2], commands: [40, 8], beside: 8 },
        false => Plan { fights: FIGHTS, commands: [240, 3_840], beside: 200 },
    };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    println!(
        "{:<8}{:>8}{:>14}{:>16}{:>8}{:>22}{:>22}",
        "", "fights", "/ping per s", "actions per s", "ratio", "processor us per ping", "processor us per action"
    );
    for (name, synchronous) in [("FULL", Synchronous::Full), ("NORMAL", Synchronous::Normal)] {
        runtime.block_on(measure(&plan, name, synchronous));
    }
    println!("\nacknowledgements in {BESIDE} fights, NORMAL, in ms{:>23}{:>10}{:>10}", "median", "p99", "longest");
    runtime.block_on(beside_a_forecast(&plan));
}

/// The number of fights in which people act beside a forecast, one command after the other.
const BESIDE: usize = 4;

/// How long acknowledgements take with and without a forecast of another fight, in turn, so that neither has the better hour.
async fn beside_a_forecast(plan: &Plan) {
    let (_directory, store) = database(Synchronous::Normal).await;
    let table = localtable::open(TableSettings::default()).await.expect("a table");
    let bot = at_the_table(&table, store.clone(), Patience::default()).await;
    let mut seats = vec![];
    for number in 0..BESIDE {
        let channel = thread(&table, number).await;
        open_fight(&table, &bot, channel).await;
        let mut seat = table.seat("Gwen").expect("a seat");
        seat.go_to(localtable::Id(channel));
        seats.push(seat);
    }
    let foreseen = open_fight(&table, &bot, thread(&table, BESIDE).await).await;
    let foreseen = bot.app.tables().get(foreseen).expect("a live fight");
    let (mut alone, mut beside) = (vec![], vec![]);
    for round in 0..4 {
        let app = bot.app.clone();
        let forecast = (round % 2 == 1).then(|| {
            let foreseen = foreseen.clone();
            tokio::spawn(async move {
                loop {
                    let plan = ForecastPlan { fights: Some(10_000), ..ForecastPlan::usual(1) };
                    app.tables().forecast(&foreseen, plan).await.expect("it answers").expect("it's worked out");
                }
            })
        });
        let times = if forecast.is_some() { &mut beside } else { &mut alone };
        let mut working = JoinSet::new();
        for mut seat in seats {
            let commands = plan.beside / 4;
            working.spawn(async move {
                let mut times = vec![];
                for turn in round * commands..(round + 1) * commands {
                    let (path, options) = act(turn);
                    let began = Instant::now();
                    let done = seat.command(path, &options).await.unwrap_or_else(|why| panic!("/{path}: {why}"));
                    times.push(began.elapsed());
                    assert_eq!(done, FirstAnswer::Done);
                }
                (seat, times)
            });
        }
        seats = vec![];
        while let Some(done) = working.join_next().await {
            let (seat, more) = done.expect("no panic");
            seats.push(seat);
            times.extend(more);
        }
        if let Some(forecast) = forecast {
            assert!(!forecast.is_finished(), "it runs all the while");
            forecast.abort();
        }
    }
    let (alone, beside) = (spread(&mut alone), spread(&mut beside));
    for (name, times) in [("alone", alone), ("beside a forecast", beside)] {
        println!("  {name:<58}{:>10.1}{:>10.1}{:>10.1}", times[0], times[1], times[2]);
    }
    println!(
        "  {:<58}{:>10.2}{:>10.2}{:>10.2}",
        "ratio",
        beside[0] / alone[0],
        beside[1] / alone[1],
        beside[2] / alone[2]
    );
    bot.shutdown().await;
    table.shutdown().await;
    store.close().await;
}

async fn measure(plan: &Plan, name: &str, synchronous: Synchronous) {
    let (_directory, store) = database(synchronous).await;
    for (fights, commands) in plan.fights.into_iter().zip(plan.commands) {
        // A separate table and bot each time, so that no measurement pays for the messages of the one before.
        let table = localtable::open(TableSettings::default()).await.expect("a table");
        let bot = at_the_table(&table, store.clone(), Patience::default()).await;
        let (mut seats, mut ids) = (vec![], vec![]);
        for number in 0..fights {
            let channel = thread(&table, number).await;
            ids.push(open_fight(&table, &bot, channel).await);
            let mut seat = table.seat("Gwen").expect("a seat");
            seat.go_to(localtable::Id(channel));
            seats.push(seat);
        }
        let each = commands / fights;
        let (pings, seats) = all(seats, each, ping).await;
        let (actions, _) = all(seats, each, act).await;
        println!(
            "{name:<8}{fights:>8}{:>14.0}{:>16.0}{:>8.2}{:>22.0}{:>22.0}",
            pings.per_second,
            actions.per_second,
            actions.per_second / pings.per_second,
            pings.processor_us,
            actions.processor_us
        );
        for id in ids {
            let rows = store.rows_since(id, 0).await.expect("readable");
            let accepted = rows.iter().filter(|it| it.interaction_id.is_some()).count();
            assert_eq!(accepted, each, "every action was accepted: {:?}", rows.last());
        }
        bot.shutdown().await;
        table.shutdown().await;
    }
    store.close().await;
}

/// The `turn`-th command of a seat.
type Typed = fn(turn: usize) -> (&'static str, Vec<(&'static str, &'static str)>);

fn ping(_turn: usize) -> (&'static str, Vec<(&'static str, &'static str)>) {
    ("ping", vec![])
}

/// How fast commands were acknowledged.
struct Speed {
    per_second: f64,
    /// Processor time of the whole process for each command, in microseconds: other work on the machine hardly counts.
    processor_us: f64,
}

/// Every seat types its commands, all seats at once. Returns how fast, and the seats.
async fn all(seats: Vec<TableUser>, each: usize, typed: Typed) -> (Speed, Vec<TableUser>) {
    let commands = (seats.len() * each) as f64;
    let (began, worked) = (Instant::now(), processor_time());
    let mut working = JoinSet::new();
    for mut seat in seats {
        working.spawn(async move {
            for turn in 0..each {
                let (path, options) = typed(turn);
                let done = seat.command(path, &options).await;
                assert_eq!(done.unwrap_or_else(|why| panic!("/{path} {options:?}: {why}")), FirstAnswer::Done);
            }
            seat
        });
    }
    let mut seats = vec![];
    while let Some(seat) = working.join_next().await {
        seats.push(seat.expect("no panic"));
    }
    let per_second = commands / began.elapsed().as_secs_f64();
    let worked = processor_time().saturating_sub(worked);
    (Speed { per_second, processor_us: worked.as_secs_f64() * 1e6 / commands }, seats)
}
