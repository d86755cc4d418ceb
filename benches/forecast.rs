//! How long a forecast takes on all cores: 1,000 fights of four against four in each system, without the changes that would make it even and
//! with them. Wall-clock time. `cargo bench --bench forecast` prints the table for `docs/NUMBERS.md`; without `--bench`, as in `cargo test`,
//! it makes one small forecast of each and measures nothing.

use std::time::Instant;
use umpire::{
    engine::{Actor, Scripted, Seat},
    rules::{
        Newcomer, Request, Session, System,
        session::{ForecastPlan, ForecastRun},
    },
    script::forecast::{on_all_cores, played},
};

/// The same as in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let fights = if std::env::args().any(|it| it == "--bench") { 1_000 } else { 20 };
    println!("{fights} fights of four against four, on all cores, in seconds");
    println!("{:<12}{:>12}{:>16}{:>10}{:>10}", "", "the fight", "with changes", "rounds", "cut off");
    for system in System::ALL {
        let mut first = run(system, fights);
        let began = Instant::now();
        let tally = played(&first.next_batch().expect("the fight as it is"));
        let alone = began.elapsed();
        let began = Instant::now();
        let report = on_all_cores(run(system, fights));
        let whole = began.elapsed();
        assert_eq!(report.tally, tally, "{}: a forecast is the same every time", system.name());
        println!(
            "{:<12}{:>12.2}{:>16.2}{:>10.1}{:>10}",
            system.name(),
            alone.as_secs_f64(),
            whole.as_secs_f64(),
            tally.rounds.mean(),
            tally.cut_off
        );
    }
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
