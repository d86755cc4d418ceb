//! How fast the referee is on one core: whole fights of four against four with random legal play and the full log written as JSON in
//! memory, the decisions and rows in them, and the fold of a log of 500 actions. Single-threaded, and doesn't touch the disk.
//!
//! `cargo bench --bench fights` prints divan's table and then the numbers for `docs/NUMBERS.md`, per second of processor time if the system
//! reports it (so that a busy machine doesn't matter), otherwise of wall-clock time. `--plays 40` plays that many fights of Murdham and
//! nothing else, for a profiler. Without `--bench`, as in `cargo test`, it plays once and measures nothing.

use divan::{Bencher, counter::ItemsCount};
use std::time::{Duration, Instant};
use umpire::{
    engine::{Encounter, Log, LogRow, playing::Style},
    rules::{System, murdham::Murdham},
    simulate::{
        self, LineUps, SimulationPlan, Tally,
        styles::{MatchTally, StyleMatch},
    },
};

/// The same as in the program.
#[cfg(feature = "bot")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The number of fights per divan measurement.
const FIGHTS: u32 = 10;
/// The number of fights in the summary.
const SUMMARY_FIGHTS: u32 = 2_000;
/// The number of fights without rows, of each style and system.
const FIGHTS_WITHOUT_ROWS: u32 = 400;
/// The number of folds in the summary.
const SUMMARY_FOLDS: u32 = 200;
/// The minimum number of actions in the folded log.
const ACTIONS: usize = 500;

fn main() {
    let mut arguments = std::env::args().skip_while(|it| it != "--plays").skip(1);
    if let Some(fights) = arguments.next() {
        let fights = fights.parse().expect("how many fights");
        println!("{:?}", simulate::run(&SimulationPlan { fights, ..plan(System::Murdham, 4) }).expect("it plays"));
        return;
    }
    divan::main();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments == ["--bench"] {
        // Neither a test, which cargo starts without arguments, nor a selection of benches.
        summary();
    }
}

fn plan(system: System, per_side: u8) -> SimulationPlan {
    SimulationPlan { system, fights: FIGHTS, per_side, seed: 1 }
}

/// Items are fights.
#[divan::bench(args = [1, 4], max_time = 10)]
fn fights(bencher: Bencher, per_side: u8) {
    let plan = plan(System::Murdham, per_side);
    bencher.counter(ItemsCount::new(FIGHTS)).bench(|| simulate::run(&plan).expect("it plays"));
}

/// Items are decisions: actions, passes and answers.
#[divan::bench(args = [1, 4], max_time = 10)]
fn decisions(bencher: Bencher, per_side: u8) {
    let plan = plan(System::Murdham, per_side);
    let decisions = simulate::run(&plan).expect("it plays").decisions;
    bencher.counter(ItemsCount::new(decisions as usize)).bench(|| simulate::run(&plan).expect("it plays"));
}

/// Reads a log of 500 actions from its JSON and folds it: what a restart does for one fight.
#[divan::bench(max_time = 5)]
fn read_and_fold(bencher: Bencher) {
    let (opening, rows) = log_of_500();
    bencher.bench(|| System::Murdham.load(&opening, &rows).expect("it reads"));
}

/// Only folds the same log.
#[divan::bench(max_time = 5)]
fn fold(bencher: Bencher) {
    let (opening, rows) = typed(&log_of_500());
    bencher.with_inputs(|| (opening.clone(), rows.clone())).bench_values(|(opening, rows)| Log::fold(opening, rows));
}

/// The start of a random fight, up to its 500th action: its opening and its rows, as the store keeps them.
fn log_of_500() -> (String, Vec<String>) {
    (1..)
        .find_map(|seed| {
            let plan = SimulationPlan { system: System::Murdham, fights: 1, per_side: 8, seed };
            let (session, _) = simulate::one(&plan).expect("it plays");
            let rows = session.export()["rows"].as_array()?.clone();
            let is_act = |it: &&serde_json::Value| it["input"]["Act"].is_object();
            let last = rows.iter().enumerate().filter(|(_, it)| is_act(it)).nth(ACTIONS - 1)?.0;
            Some((session.opening(), rows[..=last].iter().map(ToString::to_string).collect()))
        })
        .expect("some fight is long enough")
}

fn typed((opening, rows): &(String, Vec<String>)) -> (Encounter<Murdham>, Vec<LogRow<Murdham>>) {
    let rows = rows.iter().map(|it| serde_json::from_str(it).expect("it reads")).collect();
    (serde_json::from_str(opening).expect("it reads"), rows)
}

/// The numbers for `docs/NUMBERS.md`.
fn summary() {
    println!("\nfights of 4 against 4 by random legal play, every row written as JSON:");
    println!(
        "{:<12}{:>10}{:>10}{:>10}{:>8}{:>12}{:>10}{:>8}   per second of",
        "", "decisions", "rows", "kB", "fights", "decisions", "rows", "MB"
    );
    for system in System::ALL {
        let plan = SimulationPlan { fights: SUMMARY_FIGHTS, ..plan(system, 4) };
        let mut tally = Tally::default();
        let (spent, clock) = spent(|| tally = simulate::run(&plan).expect("it plays"));
        let fights = f64::from(plan.fights);
        let (decisions, rows, bytes) = (tally.decisions as f64, tally.rows as f64, tally.log_bytes as f64);
        let each = |count: f64| count / fights;
        let rate = |count: f64| count / spent.as_secs_f64();
        println!(
            "{:<12}{:>10.0}{:>10.0}{:>10.0}{:>8.0}{:>12.0}{:>10.0}{:>8.1}   {clock}",
            system.name(),
            each(decisions),
            each(rows),
            each(bytes) / 1e3,
            rate(fights),
            rate(decisions),
            rate(rows),
            rate(bytes) / 1e6,
        );
    }

    without_rows();
    let log = log_of_500();
    let (opening, rows) = typed(&log);
    let inputs: Vec<_> = (0..SUMMARY_FOLDS).map(|_| (opening.clone(), rows.clone())).collect();
    let mut folded = Vec::with_capacity(inputs.len());
    let (spent_folding, _) =
        self::spent(|| folded.extend(inputs.into_iter().map(|(opening, rows)| Log::fold(opening, rows))));
    let (spent_reading, _) = self::spent(|| {
        for _ in 0..SUMMARY_FOLDS {
            System::Murdham.load(&log.0, &log.1).expect("it reads");
        }
    });
    let each_ms = |spent: Duration| spent.as_secs_f64() * 1e3 / f64::from(SUMMARY_FOLDS);
    println!("a log of {ACTIONS} actions ({} rows):", rows.len());
    println!("  fold       {:>12.2} ms", each_ms(spent_folding));
    println!("  read, fold {:>12.2} ms", each_ms(spent_reading));
}

/// Decisions per second where nobody reads the log: what playouts and forecasts are made of.
fn without_rows() {
    println!("\nthe same without rows, decisions per second:");
    for system in System::ALL {
        let rate = |style: Style| {
            let plan = SimulationPlan { fights: FIGHTS_WITHOUT_ROWS, ..plan(system, 4) };
            let clock = || processor_time().unwrap_or_default();
            let styles = [style.clone(), style];
            let played = StyleMatch { plan, line_ups: LineUps::ByLot, styles, playouts: 0, clock };
            let mut tally = MatchTally::default();
            let (spent, _) = spent(|| tally = simulate::styles::run(&played).expect("it plays"));
            tally.decisions as f64 / spent.as_secs_f64()
        };
        println!("{:<12}{:>12.0} random {:>12.0} simple", system.name(), rate(Style::Random), rate(Style::Simple));
    }
}

/// How long the work took, and by which clock.
fn spent(work: impl FnOnce()) -> (Duration, &'static str) {
    let (began, at) = (processor_time(), Instant::now());
    work();
    match (began, processor_time()) {
        (Some(began), Some(ended)) => (ended - began, "processor time"),
        _ => (at.elapsed(), "the clock on the wall"),
    }
}

/// This thread's processor time so far. On Linux, it's the first number in this file, in nanoseconds.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(stat.split_whitespace().next()?.parse().ok()?))
}
