//! How long a forecast takes on two threads: 1,000 fights of four against four in each system, without the changes that would make it even and
//! with them. `cargo bench --bench forecast` prints the table for `docs/NUMBERS.md`: seconds of wall clock, and of processor time in all
//! threads together, which a busy machine or one with fewer cores hardly changes. Without `--bench`, as in `cargo test`, it makes one small
//! forecast of each and measures nothing.

use std::{
    thread::available_parallelism,
    time::{Duration, Instant},
};
use umpire::{
    engine::{Actor, Scripted, Seat},
    rules::{
        Newcomer, Request, Session, System,
        session::{ForecastPlan, ForecastRun},
    },
    script::forecast::{played, worked_out},
};

/// The same as in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The threads, since the target is for two cores.
const THREADS: usize = 2;

fn main() {
    let fights = if std::env::args().any(|it| it == "--bench") { 1_000 } else { 20 };
    let cores = available_parallelism().map_or(1, usize::from);
    println!(
        "{fights} fights of four against four on {THREADS} threads, in seconds of wall clock and of processor time"
    );
    match cores < THREADS {
        true => println!("The wall clock says nothing: this machine has {cores} core."),
        false => println!("This machine has {cores} cores; the wall clock counts if nothing else runs on two of them."),
    }
    println!("{:<12}{:>16}{:>20}{:>10}{:>10}", "", "the fight", "with changes", "rounds", "cut off");
    for system in System::ALL {
        let mut first = run(system, fights);
        let batch = first.next_batch().expect("the fight as it is");
        let (tally, alone) = timed(|| played(&batch, THREADS));
        let (report, whole) = timed(|| worked_out(run(system, fights), THREADS));
        assert_eq!(report.tally, tally, "{}: a forecast is the same every time", system.name());
        let (mean, cut_off) = (tally.rounds.mean(), tally.cut_off);
        println!("{:<12}{alone:>16}{whole:>20}{mean:>10.1}{cut_off:>10}", system.name());
    }
}

/// What was worked out, and how long it took: "0.41 (0.80)", by the wall clock and in processor time.
fn timed<T>(work: impl FnOnce() -> T) -> (T, String) {
    let (began, spent) = (Instant::now(), processor_time());
    let done = work();
    let wall = began.elapsed().as_secs_f64();
    let spent = spent.and_then(|it| Some(processor_time()?.saturating_sub(it)));
    (done, format!("{wall:.2} ({})", spent.map_or("?".to_owned(), |it| format!("{:.2}", it.as_secs_f64()))))
}

/// The processor time of this process so far, also of its threads that have ended. On Linux, two fields of this file have it, in hundredths
/// of a second: 14 and 15, counted past the name in brackets.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let hundredths = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    Some(Duration::from_millis((hundredths(14)? + hundredths(15)?) * 10))
}

/// A forecast of the first four of the system's ready-made ones against as many of the same.
fn run(system: System, fights: u32) -> ForecastRun {
    let mut fight = system.open(&[]).expect("opens");
    for side in ["Players", "Foes"] {
        ask(fight.as_mut(), &Request::Side { name: side.to_owned() });
        for template in fight.templates().into_iter().take(4) {
            let (name, side) = (format!("{side} {template}"), Some(side.to_owned()));
            let newcomer = Newcomer { name, side, template: Some(template), count: 1, ..Newcomer::default() };
            ask(fight.as_mut(), &Request::Join(newcomer));
        }
    }
    let plan = ForecastPlan { fights: Some(fights), ..ForecastPlan::usual(1) };
    fight.forecast(&plan).unwrap_or_else(|why| panic!("{}: {}", system.name(), why.text))
}

fn ask(fight: &mut dyn Session, request: &Request) {
    let proposal = fight.propose(Actor::Gm(Seat(1)), request, &mut Scripted::default(), 0);
    fight.commit(proposal.unwrap_or_else(|why| panic!("{request:?}: {}", why.text)));
}
