//! How fast the referee is, on one core: whole fights of four against four by random legal play with the full log written as JSON
//! in memory (fights per second), the decisions in them (per second), and the fold of a log of 500 actions. Nothing is tuned for it.

use divan::{Bencher, counter::ItemsCount};
use umpire::{
    rules::System,
    simulate::{self, Plan},
};

/// How many fights one measurement plays.
const FIGHTS: u32 = 10;
/// How many actions the folded log holds at least.
const ACTIONS: usize = 500;

fn main() {
    divan::main();
}

fn plan(per_side: u8) -> Plan {
    Plan { system: System::Murdham, fights: FIGHTS, per_side, seed: 1 }
}

/// Items are fights.
#[divan::bench(args = [1, 4], max_time = 10)]
fn fights(bencher: Bencher, per_side: u8) {
    let plan = plan(per_side);
    bencher.counter(ItemsCount::new(FIGHTS)).bench(|| simulate::run(&plan).expect("it plays"));
}

/// Items are decisions: actions, passes and answers.
#[divan::bench(args = [1, 4], max_time = 10)]
fn decisions(bencher: Bencher, per_side: u8) {
    let plan = plan(per_side);
    let decisions = simulate::run(&plan).expect("it plays").decisions;
    bencher.counter(ItemsCount::new(decisions as usize)).bench(|| simulate::run(&plan).expect("it plays"));
}

/// A log of 500 actions, read from its JSON and folded: what a restart does for one fight.
#[divan::bench(max_time = 5)]
fn read_and_fold(bencher: Bencher) {
    let (opening, rows) = log_of_500();
    bencher.bench(|| System::Murdham.load(&opening, &rows).expect("it reads"));
}

/// The same log, only folded.
#[divan::bench(max_time = 5)]
fn fold(bencher: Bencher) {
    use umpire::{
        engine::{Encounter, Log, Row},
        rules::murdham::Murdham,
    };
    let (opening, rows) = log_of_500();
    let opening: Encounter<Murdham> = serde_json::from_str(&opening).expect("it reads");
    let rows: Vec<Row<Murdham>> = rows.iter().map(|it| serde_json::from_str(it).expect("it reads")).collect();
    bencher.with_inputs(|| (opening.clone(), rows.clone())).bench_values(|(opening, rows)| Log::fold(opening, rows));
}

/// The beginning of a random fight, up to its 500th action.
fn log_of_500() -> (String, Vec<String>) {
    (1..)
        .find_map(|seed| {
            let plan = Plan { system: System::Murdham, fights: 1, per_side: 8, seed };
            let (session, _) = simulate::one(&plan).expect("it plays");
            let rows = session.export()["rows"].as_array()?.clone();
            let is_act = |it: &&serde_json::Value| it["input"]["Act"].is_object();
            let last = rows.iter().enumerate().filter(|(_, it)| is_act(it)).nth(ACTIONS - 1)?.0;
            Some((session.opening(), rows[..=last].iter().map(ToString::to_string).collect()))
        })
        .expect("some fight is long enough")
}
