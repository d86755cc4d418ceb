//! Play scripts: fights written down the way they'd be typed in the channel, with expected results. They run against the same code as
//! Discord's commands. `docs/PLAY-SCRIPTS.md` documents the format. Nothing here decides a rule.

mod check;
mod dice;
pub mod expect;
pub mod forecast;
pub mod odds;
mod odds_expected;
mod outcome;
pub mod parse;
mod passing;
pub mod ready;
mod rest;
mod run;
mod story_text;
pub mod typed;
mod values;

pub use outcome::{Failure, ScriptOutcome};

use futures_util::FutureExt;
use std::{
    collections::BTreeSet,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Plays the script in a file. A file that can't be read counts as a failure.
pub fn run_file(path: &Path) -> ScriptOutcome {
    let file = path.display().to_string();
    match std::fs::read_to_string(path) {
        Ok(text) => run_text(&file, &text),
        Err(why) => {
            let failures = vec![Failure { file: file.clone(), line: 0, text: format!("cannot be read: {why}") }];
            ScriptOutcome { file, failures, scene: None, log: None, transcript: String::new(), cited: BTreeSet::new() }
        }
    }
}

/// Plays a script; `file` is only its name.
pub fn run_text(file: &str, text: &str) -> ScriptOutcome {
    run::Play::whole(file, text).now_or_never().expect("a store in memory never waits")
}

/// `umpire script FILE…`: plays all the files, prints each channel, or everything as JSON, and returns whether all hold.
///
/// # Errors
/// If writing to `out` fails.
pub fn command(files: &[PathBuf], json: bool, out: &mut dyn Write) -> io::Result<bool> {
    let outcomes: Vec<ScriptOutcome> = files.iter().map(|it| run_file(it)).collect();
    let failures: Vec<&Failure> = outcomes.iter().flat_map(|it| &it.failures).collect();
    if json {
        serde_json::to_writer_pretty(&mut *out, &outcomes)?;
        writeln!(out)?;
        return Ok(failures.is_empty());
    }
    for outcome in &outcomes {
        writeln!(out, "=== {}\n{}", outcome.file, outcome.transcript)?;
    }
    for failure in &failures {
        writeln!(out, "{failure}")?;
    }
    let held = outcomes.iter().filter(|it| it.holds()).count();
    writeln!(out, "{held} of {} scripts hold.", outcomes.len())?;
    Ok(failures.is_empty())
}
