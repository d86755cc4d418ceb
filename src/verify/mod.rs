//! `umpire verify`: checks that an exported fight is what it claims to be. The seed must match the commitment shown when the fight opened,
//! every line must match its chain, and every row must come out the same when it's decided again with the dice of that seed. It trusts
//! nothing in the file, repairs nothing, and never panics. Files are compared with what the channel showed (commitments, heads), because
//! anyone who edits a file can recompute its chain. `docs/VERIFY.md` documents the format.

mod alteration;
mod chained;
mod export;
mod findings;
#[cfg(test)]
mod tests;

pub use export::{
    ChainedRecord, EXPORT_FORMAT, ExportedFight, ExportedGms, ExportedRecord, ExportedSeed, Heads, OpenDice,
    PublicRecord, PublicSeed,
};
pub use findings::{Findings, ShownRecord};

use crate::{
    engine::{Seed, Stage, log::AuditError, panics::survives},
    rules::{ReplayError, System},
};
use chained::Chained;
use findings::{fallen, shortened};
use serde::Deserialize;
use serde_json::Value;
use std::{
    io::{self, Write},
    path::Path,
};

/// Checks an exported fight on its own.
pub fn check(text: &str) -> Findings {
    check_against(text, &ShownRecord::default())
}

/// Checks an exported fight and compares it with what the channel showed.
pub fn check_against(text: &str, shown: &ShownRecord) -> Findings {
    // A last safety net: anything invalid in a file is normally refused in words where it's read.
    survives(|| checked(text, shown)).unwrap_or_else(|| Findings {
        bad: vec![
            "This file describes an impossible fight: replaying it leads to a state that can\u{2019}t exist."
                .to_owned(),
        ],
        ..Findings::default()
    })
}

fn checked(text: &str, shown: &ShownRecord) -> Findings {
    let mut findings = Findings::default();
    let file: Value = match serde_json::from_str(text) {
        Ok(file) => file,
        Err(why) => {
            findings.bad.push(format!("This isn\u{2019}t an exported fight: {why}."));
            return findings;
        }
    };
    if let Some(format) = file.get("format").filter(|it| !(1..=EXPORT_FORMAT).any(|known| **it == known)) {
        findings.bad.push(format!(
            "The file is of format {}, and this build reads formats up to {EXPORT_FORMAT}. Use the build that wrote it.",
            shortened(&format.to_string())
        ));
        return findings;
    }
    let is_old = file["format"] == 1;
    let unread = |why: serde_json::Error, findings: &mut Findings| {
        findings.bad.push(format!("This isn\u{2019}t an exported fight: {why}."));
    };
    // Old formats are recognised by their contents; each may only contain what belongs to it.
    match (file.get("rows").is_some() || file.get("opening").is_some(), is_old) {
        (false, true) => match PublicRecord::deserialize(&file) {
            Ok(record) => old_record(&record, &mut findings),
            Err(why) => unread(why, &mut findings),
        },
        (false, false) => match ExportedRecord::deserialize(&file) {
            Ok(record) => public(&record, shown, &mut findings),
            Err(why) => unread(why, &mut findings),
        },
        (true, _) => match ExportedFight::deserialize(&file) {
            Ok(fight) => whole(&fight, shown, &mut findings),
            Err(why) => unread(why, &mut findings),
        },
    }
    if is_old {
        chained::none(shown, &mut findings);
    }
    findings
}

/// The whole log of a fight.
fn whole(fight: &ExportedFight, shown: &ShownRecord, findings: &mut Findings) {
    let Some(system) = system(&fight.system, findings) else { return };
    let all = fight.all_seeds();
    let several = all.len() > 1;
    let seeds = all.iter().map(|it| Some((it.after_row, seed(it, several, findings)?)));
    let seeds = seeds.collect::<Vec<_>>().into_iter().collect::<Option<Vec<(u64, Seed)>>>();
    let hashes: Vec<String> = seeds.iter().flatten().map(|it| it.1.commitment()).collect();
    chained::seeds(&hashes, shown, findings);
    if fight.format > 1 {
        chained::whole(fight, shown, findings);
    } else if fight.title.is_some() || fight.chain.is_some() || fight.record.is_some() || !fight.gms.is_empty() {
        findings.bad.push("A file of format 1 has no chains, and this one has.".to_owned());
    }
    if let (Some(record), Some(title), Some(seeds)) = (&fight.record, &fight.title, &seeds) {
        let parts = Chained { title, record };
        let seeds: Vec<&Seed> = seeds.iter().map(|it| &it.1).collect();
        let dice = parts.dice(&seeds, findings).unwrap_or_default();
        let fell: Vec<(u16, u16)> = fight.rows.iter().flat_map(crate::table::chains::open_dice).collect();
        if !fell.starts_with(&dice) {
            findings.bad.push("The open dice in the public record don\u{2019}t match the log.".to_owned());
        }
    }
    match (&fight.unreadable, fight.format) {
        (None, _) => {}
        (Some(_), 1) => findings.notes.push(
            "This is what could be read of a fight in a damaged database: what could not be read, and all that followed, is not checked."
                .to_owned(),
        ),
        (Some(_), _) => findings.bad.push("A fight that could not be read whole has no chain, and this one has.".to_owned()),
    }
    let Some(seeds) = seeds else { return };
    let over = rows(fight, system, &seeds, findings);
    if over == Some(false) && fight.format > 1 {
        findings.bad.push(
            "The fight isn\u{2019}t over after the last row, and fights are only exported once they\u{2019}re over: the end is missing."
                .to_owned(),
        );
    }
}

/// What everyone was told of a fight.
fn public(file: &ExportedRecord, shown: &ShownRecord, findings: &mut Findings) {
    let seeds: Option<Vec<Seed>> = file
        .seeds
        .iter()
        .enumerate()
        .map(|(index, it)| {
            let it = ExportedSeed { after_row: 0, seed: it.seed.clone(), commitment: it.commitment.clone() };
            seed_of(
                &it,
                &match (file.seeds.len(), index) {
                    (1, _) => ("the fight opened".to_owned(), "The seed".to_owned()),
                    (_, 0) => ("the fight opened".to_owned(), "The first seed".to_owned()),
                    (_, index) => ("it was opened again".to_owned(), format!("Seed {}", index + 1)),
                },
                findings,
            )
        })
        .collect();
    let hashes: Vec<String> = seeds.iter().flatten().map(Seed::commitment).collect();
    chained::seeds(&hashes, shown, findings);
    let parts = Chained { title: &file.title, record: &file.record };
    let title = parts.title(&hashes, findings);
    if let Some(title) = title {
        system(&title.system, findings);
    }
    chained::public(&parts, shown, findings);
    if let Some(seeds) = seeds {
        parts.dice(&seeds.iter().collect::<Vec<_>>(), findings);
    }
}

/// The rule system with exactly this name.
fn system(name: &str, findings: &mut Findings) -> Option<System> {
    let system = System::ALL.into_iter().find(|it| it.name() == name);
    if system.is_none() {
        let names: Vec<&str> = System::ALL.iter().map(|it| it.name()).collect();
        findings.bad.push(format!(
            "This build doesn\u{2019}t know the rule system \u{201c}{}\u{201d}. It knows {}.",
            shortened(name),
            names.join(", ")
        ));
    }
    system
}

/// The seed, if it's valid; notes whether it's the committed one.
fn seed(it: &ExportedSeed, several: bool, findings: &mut Findings) -> Option<Seed> {
    let words = match it.after_row {
        _ if !several => ("the fight opened".to_owned(), "The seed".to_owned()),
        0 => ("the fight opened".to_owned(), "The first seed".to_owned()),
        row => {
            (format!("it was opened again after row {row}"), format!("The seed from row {} on", row.saturating_add(1)))
        }
    };
    seed_of(it, &words, findings)
}

fn seed_of(it: &ExportedSeed, (when, which): &(String, String), findings: &mut Findings) -> Option<Seed> {
    let Some(seed) = Seed::from_hex(&it.seed) else {
        findings.bad.push(format!("{which} is not 64 hexadecimal digits, so no die can be checked."));
        return None;
    };
    let hash = seed.commitment();
    if hash.eq_ignore_ascii_case(it.commitment.trim()) {
        findings.good.push(format!("{which} is the one that was promised when {when}: its hash is {hash}."));
    } else {
        findings.bad.push(format!(
            "{which} is not the one that was promised: its hash is {hash}, but when {when} it was {}.",
            shortened(&it.commitment)
        ));
    }
    Some(seed)
}

/// Checks that every open die of a format 1 record matches the seeds.
fn old_record(record: &PublicRecord, findings: &mut Findings) {
    if system(&record.system, findings).is_none() {
        return;
    }
    if record.open_dice.is_empty() {
        findings.bad.push("The record names no seed, so nothing in it can be checked.".to_owned());
    }
    let mut seeds = vec![];
    for part in &record.open_dice {
        let promised = ExportedSeed { after_row: 0, seed: part.seed.clone(), commitment: part.commitment.clone() };
        let Some(seed) = seed(&promised, false, findings) else { return };
        seeds.push((seed, part.dice.as_slice()));
    }
    fallen(&seeds.iter().map(|it| (&it.0, it.1)).collect::<Vec<_>>(), findings);
}

/// What may explain a row that isn't as this build decides it.
const OF_OLDER_BUILDS: &str = "If an older build judged the fight, check it with that one.";

/// Checks that every row follows from the one before, by the rules and the dice; if so, also whether the fight is then over.
fn rows(fight: &ExportedFight, system: System, seeds: &[(u64, Seed)], findings: &mut Findings) -> Option<bool> {
    if fight.opening["seq"] != 1 {
        findings.bad.push(
            "The opening is not that of a fight in which nothing has happened: its rows count from 1.".to_owned(),
        );
        return None;
    }
    let texts: Vec<String> = fight.rows.iter().map(Value::to_string).collect();
    let seeds: Vec<(u64, &Seed)> = seeds.iter().map(|it| (it.0, &it.1)).collect();
    let about = |seq: u64| {
        let row = fight.rows.iter().find(|it| it["seq"] == seq);
        row.map_or_else(String::new, |it| format!(" It says: {}", shortened(&it["input"].to_string())))
    };
    match system.replay(&fight.opening.to_string(), &texts, &seeds) {
        Ok(session) => {
            findings.good.push(format!(
                "All {} rows come out equal when they are decided again, with all their {} dice.",
                fight.rows.len(),
                fight.rows.iter().filter_map(|it| it["faces"].as_array()).map(Vec::len).sum::<usize>()
            ));
            return Some(session.stage() == Stage::Over);
        }
        Err(ReplayError::Load(why)) => findings.bad.push(format!("The log cannot be read: {why}.")),
        Err(ReplayError::Audit(AuditError::Differs { seq })) => findings.bad.push(format!(
            "Row {seq} comes out differently when it is decided again with the dice of this seed. {OF_OLDER_BUILDS}{}",
            about(seq)
        )),
        Err(ReplayError::Audit(AuditError::Refused { seq })) => {
            findings.bad.push(format!("Row {seq} is against the rules of this build. {OF_OLDER_BUILDS}{}", about(seq)));
        }
        Err(ReplayError::Audit(AuditError::Impossible { seq, what })) => {
            findings.bad.push(format!(
                "Row {seq} names something that does not exist: {}.{}",
                shortened(&what),
                about(seq)
            ));
        }
        Err(ReplayError::Audit(AuditError::Opening { what })) => {
            findings.bad.push(format!("No fight can begin with {}.", shortened(&what)));
        }
    }
    None
}

/// `umpire verify FILE`: prints a sentence for each finding, and returns whether all are good.
///
/// # Errors
/// If the file can't be read or writing to `out` fails.
pub fn command(path: &Path, shown: &ShownRecord, out: &mut dyn Write) -> io::Result<bool> {
    let named = |why: io::Error| io::Error::new(why.kind(), format!("{} cannot be read: {why}", path.display()));
    let findings = check_against(&std::fs::read_to_string(path).map_err(named)?, shown);
    for sentence in findings.good.iter().chain(&findings.notes) {
        writeln!(out, "{sentence}")?;
    }
    for sentence in &findings.bad {
        writeln!(out, "NOT AS IT SHOULD BE: {sentence}")?;
    }
    Ok(findings.bad.is_empty())
}
