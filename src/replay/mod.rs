//! `umpire replay`: a finished fight as one page that anybody opens in a browser, plays through and checks, without a network and without
//! Umpire. It's made from what everyone was told, with how the fight stood if the whole log is there; nothing that only the GM may know gets
//! into it.

mod maps;
mod moments;
mod page;

use crate::{
    engine::panics::survives,
    verify::{ExportedFight, ExportedRecord},
};
use moments::{Moment, moments};
use serde::Serialize;
use serde_json::Value;
use std::{
    ffi::OsStr,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Why there's no replay.
#[derive(Debug, thiserror::Error)]
pub enum ReplayProblem {
    /// The text isn't JSON, or not that of a fight.
    #[error("This isn\u{2019}t an exported fight: {0}.")]
    Unread(#[from] serde_json::Error),
    /// It has no public record to be told from.
    #[error(
        "This fight has no public record, so there\u{2019}s nothing to replay: it\u{2019}s from before Umpire kept one, or it wasn\u{2019}t played at a table."
    )]
    NoRecord,
}

/// What the page is filled with.
#[derive(Serialize)]
struct Replay {
    record: ExportedRecord,
    moments: Vec<Moment>,
    /// What the moments' maps are made of.
    parts: Vec<String>,
}

/// The replay of an exported fight: of its whole log, or of what everyone was told.
///
/// # Errors
/// The text isn't one, or has no record.
pub fn of(text: &str) -> Result<String, ReplayProblem> {
    let file: Value = serde_json::from_str(text)?;
    if file.get("rows").is_some() {
        return of_fight(&serde_json::from_value(file)?);
    }
    if file.get("record").is_none() {
        return Err(ReplayProblem::NoRecord);
    }
    Ok(page::with(&Replay { record: serde_json::from_value(file)?, moments: vec![], parts: vec![] }))
}

/// The replay of a finished fight.
///
/// # Errors
/// It has no record.
pub fn of_fight(fight: &ExportedFight) -> Result<String, ReplayProblem> {
    let record = fight.public().ok_or(ReplayProblem::NoRecord)?;
    // A file from elsewhere can make the rules panic: then it's told without how the fight stood.
    let (moments, parts) = survives(|| moments(fight)).flatten().unwrap_or_default();
    Ok(page::with(&Replay { record, moments, parts }))
}

/// `umpire replay FILE`: writes the page beside the file, or to `to`, and says where. Returns whether that worked.
///
/// # Errors
/// If a file can't be read or written.
pub fn command(file: &Path, to: Option<PathBuf>, out: &mut dyn Write) -> io::Result<bool> {
    let named = |path: &Path, what: &str| {
        let path = path.display().to_string();
        let what = what.to_owned();
        move |why: io::Error| io::Error::new(why.kind(), format!("{path} cannot be {what}: {why}"))
    };
    let text = std::fs::read_to_string(file).map_err(named(file, "read"))?;
    match of(&text) {
        Ok(page) => {
            let to = to.unwrap_or_else(|| file.with_extension("html"));
            std::fs::write(&to, &page).map_err(named(&to, "written"))?;
            let name = to.file_name().unwrap_or(OsStr::new("it")).display();
            writeln!(
                out,
                "{} is {} kB. Open {name} in any browser; it needs no network.",
                to.display(),
                page.len().div_ceil(1_000)
            )?;
            Ok(true)
        }
        Err(why) => {
            writeln!(out, "{}: {why}", file.display())?;
            Ok(false)
        }
    }
}
