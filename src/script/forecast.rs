//! `umpire forecast FIGHT.play`: plays the script, then plays the fight on from there again and again, and prints who wins how often.

use super::run_file;
use crate::{
    engine::playing::forecast::ForecastTally,
    rules::{
        LoadError, Session, System, UserError,
        session::{ForecastBatch, ForecastPlan, ForecastReport, ForecastRun, TriedChange},
    },
    table::forecast::in_words,
};
use serde::Serialize;
use std::{
    io::{self, Write},
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
    thread::{self, available_parallelism},
    time::Instant,
};

/// Plays the script and prints the forecast of the fight it leaves, in words or as JSON. Whether there is one.
///
/// # Errors
/// If writing to `out` fails.
pub fn command(file: &Path, plan: &ForecastPlan, json: bool, out: &mut dyn Write) -> io::Result<bool> {
    let outcome = run_file(file);
    if !outcome.holds() {
        outcome.failures.iter().try_for_each(|it| writeln!(out, "{it}"))?;
        writeln!(out, "The script doesn\u{2019}t hold, so there\u{2019}s no forecast of its fight.")?;
        return Ok(false);
    }
    let Some(log) = &outcome.log else {
        writeln!(
            out,
            "{}: this script opens no fight. It needs a line \u{201c}encounter SYSTEM\u{201d}.",
            outcome.file
        )?;
        return Ok(false);
    };
    let began = Instant::now();
    let run = match taken_up(log).and_then(|it| Ok(it.forecast(plan)?)) {
        Ok(run) => run,
        Err(why) => {
            writeln!(out, "{}: {why}", outcome.file)?;
            return Ok(false);
        }
    };
    let report = worked_out(run, available_parallelism().map_or(1, usize::from));
    let seconds = began.elapsed().as_secs_f64();
    if json {
        serde_json::to_writer_pretty(&mut *out, &ForecastJson::of(&report, plan, seconds))?;
        writeln!(out)?;
        return Ok(true);
    }
    for line in in_words(&report) {
        writeln!(out, "{}", line.replace('\u{a0}', " "))?;
    }
    writeln!(out, "({seconds:.2} s, seed {})", plan.seed)?;
    Ok(true)
}

/// Why there's no forecast.
#[derive(Debug, thiserror::Error)]
enum NoForecast {
    #[error(transparent)]
    Refused(#[from] UserError),
    #[error(transparent)]
    Load(#[from] LoadError),
}

/// The fight of an exported log.
fn taken_up(log: &serde_json::Value) -> Result<Box<dyn Session>, NoForecast> {
    let system = System::named(log["system"].as_str().unwrap_or_default())?;
    let rows: Vec<String> = log["rows"].as_array().into_iter().flatten().map(ToString::to_string).collect();
    Ok(system.load(&log["opening"].to_string(), &rows)?)
}

/// Works a forecast out on so many threads.
pub fn worked_out(mut run: ForecastRun, threads: usize) -> ForecastReport {
    while let Some(batch) = run.next_batch() {
        let tally = played(&batch, threads);
        run.played(tally);
    }
    run.report()
}

/// Plays a batch on so many threads.
pub fn played(batch: &ForecastBatch, threads: usize) -> ForecastTally {
    let (pieces, taken) = (batch.pieces(), AtomicUsize::new(0));
    let work = || {
        let mut tally = batch.nothing_yet();
        while let Some(piece) = pieces.get(taken.fetch_add(1, Ordering::Relaxed)) {
            tally.add(&batch.line_up.play(piece.clone()));
        }
        tally
    };
    thread::scope(|scope| {
        let working: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut tally = batch.nothing_yet();
        for it in working {
            // A fight in which the rules fail is survived where it's played.
            tally.add(&it.join().expect("no fight panics"));
        }
        tally
    })
}

/// A forecast as JSON. Shares and margins are from 0 to 1.
#[derive(Serialize)]
struct ForecastJson<'a> {
    fights: u32,
    style: Option<String>,
    seed: u64,
    target: f64,
    under_way: bool,
    sides: Vec<SideJson<'a>>,
    nobody: u32,
    stalemates: u32,
    cut_off: u32,
    mean_rounds: f64,
    rounds_deviation: f64,
    rounds: Vec<(u32, u32)>,
    combatants: Vec<CombatantJson<'a>>,
    nearest: &'a [TriedChange],
    blind_spots: &'a [String],
    seconds: f64,
}

#[derive(Serialize)]
struct SideJson<'a> {
    name: &'a str,
    players: bool,
    wins: u32,
    chance: f64,
    margin: f64,
}

#[derive(Serialize)]
struct CombatantJson<'a> {
    name: &'a str,
    side: &'a str,
    out: f64,
    mean_left: Option<f64>,
}

impl<'a> ForecastJson<'a> {
    fn of(it: &'a ForecastReport, plan: &ForecastPlan, seconds: f64) -> ForecastJson<'a> {
        let side = |(place, name): (usize, &'a String)| SideJson {
            name,
            players: place == it.cast.players,
            wins: it.tally.wins[place],
            chance: it.tally.chance(place),
            margin: it.margin(it.tally.chance(place)),
        };
        let combatant = |(place, (name, side)): (usize, &'a (String, usize))| CombatantJson {
            name,
            side: &it.cast.sides[*side],
            out: it.tally.share(it.tally.out[place]),
            mean_left: it.tally.mean_left(place),
        };
        ForecastJson {
            fights: it.tally.fights,
            style: it.style.as_ref().map(ToString::to_string),
            seed: plan.seed,
            target: it.target,
            under_way: it.cast.is_under_way,
            sides: it.cast.sides.iter().enumerate().map(side).collect(),
            nobody: it.tally.nobody,
            stalemates: it.tally.stalemates,
            cut_off: it.tally.cut_off,
            mean_rounds: it.tally.rounds.mean(),
            rounds_deviation: it.tally.rounds.spread(),
            rounds: it.tally.rounds.counts().collect(),
            combatants: it.cast.combatants.iter().enumerate().map(combatant).collect(),
            nearest: &it.nearest,
            blind_spots: &it.cast.blind_spots,
            seconds,
        }
    }
}
