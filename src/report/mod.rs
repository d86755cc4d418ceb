//! `umpire report`: the account of a battle, as text and as a picture, made from its whole log. As players knew it, unless somebody asks for
//! the GM's; at a table, the same comes at the end of a fight. It checks nothing: that's `umpire verify`'s.

#[cfg(test)]
mod tests;
mod words;

pub use words::{AccountLine, PUT_DOWN, chart, lines, luck_words, told_rounds};

use crate::{
    engine::{panics::survives, view::Viewer},
    pictures::{PictureError, Theme},
    rules::{LoadError, System, session::BattleAccount},
    verify::{EXPORT_FORMAT, ExportedFight},
};
use serde_json::Value;
use std::{
    io::{self, Write},
    path::Path,
};

/// Why there's no account.
#[derive(Debug, thiserror::Error)]
pub enum ReportProblem {
    /// The text isn't JSON, or not that of a fight.
    #[error("This isn\u{2019}t an exported fight: {0}.")]
    Unread(#[from] serde_json::Error),
    /// It's what everyone was told.
    #[error(
        "This is the players\u{2019} file, which only has what was told. The account is made from the whole log, which the GM gets at the end of a fight and with /encounter log."
    )]
    OnlyTold,
    /// It's from another build.
    #[error(
        "The file is of format {0}, and this build reads formats up to {EXPORT_FORMAT}. Use the build that wrote it."
    )]
    Format(Value),
    /// There's no such system.
    #[error("This build doesn\u{2019}t know the rule system \u{201c}{0}\u{201d}.")]
    System(String),
    /// The rows don't fold.
    #[error("Its log can\u{2019}t be played: {0}. `umpire verify` says more.")]
    Log(#[from] LoadError),
    /// The rules panicked at it.
    #[error("This file describes an impossible fight. `umpire verify` says more.")]
    Impossible,
}

/// A fight's account, with its name.
#[derive(Debug)]
pub struct Report {
    /// The fight's name; its system's if it has none.
    pub name: String,
    /// The account.
    pub account: BattleAccount,
}

/// The account of an exported fight, as this viewer may know it.
///
/// # Errors
/// What's wrong with the file.
pub fn of(text: &str, viewer: Viewer) -> Result<Report, ReportProblem> {
    let file: Value = serde_json::from_str(text)?;
    let is_told = file.get("rows").is_none() && (file.get("record").is_some() || file.get("told").is_some());
    if is_told {
        return Err(ReportProblem::OnlyTold);
    }
    if let Some(format) = file.get("format").filter(|it| !(1..=EXPORT_FORMAT).any(|known| **it == known)) {
        return Err(ReportProblem::Format(format.clone()));
    }
    of_fight(&serde_json::from_value(file)?, viewer)
}

/// The account of a fight.
///
/// # Errors
/// What's wrong with it.
pub fn of_fight(fight: &ExportedFight, viewer: Viewer) -> Result<Report, ReportProblem> {
    let known = System::ALL.into_iter().find(|it| it.name() == fight.system);
    let system = known.ok_or_else(|| ReportProblem::System(fight.system.clone()))?;
    let rows: Vec<String> = fight.rows.iter().map(Value::to_string).collect();
    let session = system.load(&fight.opening.to_string(), &rows)?;
    // A file from elsewhere can make the rules panic.
    let account = survives(|| session.account(viewer)).ok_or(ReportProblem::Impossible)?;
    let name = fight.title.as_ref().and_then(|it| it["name"].as_str());
    Ok(Report { name: name.unwrap_or(system.name()).to_owned(), account })
}

/// `umpire report FILE`: prints the account, and draws it if a picture is asked for. Returns whether that worked.
///
/// # Errors
/// If a file can't be read or written, or the picture can't be drawn.
pub fn command(file: &Path, picture: Option<&Path>, viewer: Viewer, out: &mut dyn Write) -> io::Result<bool> {
    let named = |path: &Path, what: &str| {
        let said = format!("{} cannot be {what}", path.display());
        move |why: io::Error| io::Error::new(why.kind(), format!("{said}: {why}"))
    };
    let text = std::fs::read_to_string(file).map_err(named(file, "read"))?;
    let report = match of(&text, viewer) {
        Ok(report) => report,
        Err(why) => {
            writeln!(out, "{}: {why}", file.display())?;
            return Ok(false);
        }
    };
    let rounds = match report.account.rounds {
        1 => "1 round".to_owned(),
        rounds => format!("{rounds} rounds"),
    };
    let whose = if viewer == Viewer::Gm { "as its GM knew it" } else { "as its players knew it" };
    writeln!(out, "{}, {rounds}, {whose}", report.name)?;
    let by_round = told_rounds(&report.account);
    let is_told = |it: &AccountLine| by_round.is_empty() || it.label != PUT_DOWN;
    for it in by_round.iter().chain(lines(&report.account).iter().filter(|it| is_told(it))) {
        writeln!(out, "{}: {}", it.label, it.text())?;
    }
    if let Some(path) = picture {
        let png =
            chart(&report.account).png(Theme::Dark).map_err(|why: PictureError| io::Error::other(why.to_string()))?;
        std::fs::write(path, png).map_err(named(path, "written"))?;
        writeln!(out, "{} shows it.", path.display())?;
    }
    Ok(true)
}
