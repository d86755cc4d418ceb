//! `umpire verify`: whether an exported fight is what it claims to be. The seed must belong to the commitment that was shown when the
//! fight opened, and every row must come out equal when it is decided again with the dice of that seed. It trusts nothing in the
//! file, and repairs nothing.

use crate::{
    engine::{Dice, Seed, Seeded, Used, log::AuditError},
    rules::{Session, System},
    store::FORMAT_VERSION,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    io::{self, Write},
    path::Path,
};

/// A fight that is over, as a file. Before it is over nobody may have this: it holds the seed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExportedFight {
    /// The version of the format.
    pub format: i64,
    /// The rule system's name.
    pub system: String,
    /// The seed of its dice: 64 hexadecimal digits.
    pub seed: String,
    /// What was shown when it opened: the SHA-256 of the seed's 32 bytes, in hexadecimal.
    pub commitment: String,
    /// The fight before its first row.
    pub opening: Value,
    /// Its rows, in order.
    pub rows: Vec<Value>,
    /// All its seeds, where it was opened again after its seed had been shown; `seed` and `commitment` are the last of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<ExportedSeed>,
}

/// One of several seeds of a fight.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExportedSeed {
    /// The last row that was decided without it.
    pub after_row: u64,
    /// The seed: 64 hexadecimal digits.
    pub seed: String,
    /// What was shown when it came into use.
    pub commitment: String,
}

impl ExportedFight {
    /// A fight with the seed that it was played with. Only once it is over.
    pub fn of(session: &dyn Session, seed: &Seed, commitment: &str) -> ExportedFight {
        let mut log = session.export();
        let rows = match log["rows"].take() {
            Value::Array(rows) => rows,
            _ => vec![],
        };
        ExportedFight {
            format: FORMAT_VERSION,
            system: session.system().to_owned(),
            seed: seed.reveal(),
            commitment: commitment.to_owned(),
            opening: log["opening"].take(),
            rows,
            seeds: vec![],
        }
    }

    /// The same with all the seeds that it had, oldest first.
    #[must_use]
    pub fn with_seeds(mut self, seeds: Vec<ExportedSeed>) -> ExportedFight {
        if seeds.len() > 1 {
            self.seeds = seeds;
        }
        self
    }

    /// All its seeds, oldest first.
    pub fn all_seeds(&self) -> Vec<ExportedSeed> {
        match self.seeds.is_empty() {
            true => vec![ExportedSeed { after_row: 0, seed: self.seed.clone(), commitment: self.commitment.clone() }],
            false => self.seeds.clone(),
        }
    }

    /// Writes it to a file.
    ///
    /// # Errors
    /// If that fails.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        std::fs::write(path, serde_json::to_string_pretty(self)?)
    }
}

/// What everybody saw of a fight that is over, as a file: every sentence that was told, and every open die, in the order in which they
/// fell. It holds nothing that was the GM's alone, and the open dice can be checked all the same: secret ones come from a stream of
/// their own and leave no gap.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublicRecord {
    /// The version of the format.
    pub format: i64,
    /// The rule system's name.
    pub system: String,
    /// The seeds that it had, in the order in which they came into use, with the open dice that fell from each.
    pub open_dice: Vec<OpenDice>,
    /// What was told.
    pub told: Vec<String>,
}

/// The open dice of one seed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenDice {
    /// The seed: 64 hexadecimal digits.
    pub seed: String,
    /// What was shown when it came into use: the SHA-256 of the seed's 32 bytes, in hexadecimal.
    pub commitment: String,
    /// The dice, as (sides, face).
    pub dice: Vec<(u16, u16)>,
}

impl PublicRecord {
    /// The record of a fight, with the sentences that were told.
    pub fn of(fight: &ExportedFight, told: Vec<String>) -> PublicRecord {
        let seeds = fight.all_seeds();
        let open = |face: &Value| {
            let number = |name: &str| face[name].as_u64().and_then(|it| u16::try_from(it).ok());
            (face["secret"] != true).then_some((number("sides")?, number("face")?))
        };
        let of_seed = |(index, it): (usize, &ExportedSeed)| {
            let until = seeds.get(index + 1).map_or(u64::MAX, |next| next.after_row);
            let rows = fight.rows.iter().filter(|row| {
                let seq = row["seq"].as_u64().unwrap_or(0);
                seq > it.after_row && seq <= until
            });
            let dice = rows.filter_map(|row| row["faces"].as_array()).flatten().filter_map(open).collect();
            OpenDice { seed: it.seed.clone(), commitment: it.commitment.clone(), dice }
        };
        let open_dice = seeds.iter().enumerate().map(of_seed).collect();
        PublicRecord { format: fight.format, system: fight.system.clone(), open_dice, told }
    }
}

/// What was found, a sentence each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// What is as it should be.
    pub good: Vec<String>,
    /// What is not.
    pub bad: Vec<String>,
}

/// Checks an exported fight.
pub fn check(text: &str) -> Findings {
    let mut findings = Findings { good: vec![], bad: vec![] };
    if let Ok(record) = serde_json::from_str::<PublicRecord>(text) {
        open_dice(&record, &mut findings);
        return findings;
    }
    match serde_json::from_str::<ExportedFight>(text) {
        Err(why) => findings.bad.push(format!("This is no exported fight: {why}.")),
        Ok(fight) if !(1..=FORMAT_VERSION).contains(&fight.format) => findings.bad.push(format!(
            "The fight is of format {}, and this build reads formats up to {FORMAT_VERSION}. Use the build that wrote it.",
            fight.format
        )),
        Ok(fight) => {
            let all = fight.all_seeds();
            let several = all.len() > 1;
            let seeds = all.iter().map(|it| Some((it.after_row, seed(it, several, &mut findings)?)));
            let seeds = seeds.collect::<Vec<_>>().into_iter().collect::<Option<Vec<(u64, Seed)>>>();
            rows(&fight, seeds.as_deref(), &mut findings);
        }
    }
    findings
}

/// The seed, if it is one; whether it is the one that was promised is noted.
fn seed(it: &ExportedSeed, several: bool, findings: &mut Findings) -> Option<Seed> {
    let (when, which) = match it.after_row {
        _ if !several => ("the fight opened".to_owned(), "The seed".to_owned()),
        0 => ("the fight opened".to_owned(), "The first seed".to_owned()),
        row => (format!("it was opened again after row {row}"), format!("The seed from row {} on", row + 1)),
    };
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
            it.commitment
        ));
    }
    Some(seed)
}

/// Whether every open die of a record fell as the seeds say.
fn open_dice(record: &PublicRecord, findings: &mut Findings) {
    let mut used = Used::default();
    let mut count = 0;
    for part in &record.open_dice {
        let promised = ExportedSeed { after_row: 0, seed: part.seed.clone(), commitment: part.commitment.clone() };
        let Some(seed) = seed(&promised, false, findings) else { return };
        let mut dice = Seeded::at(&seed, used);
        for (sides, face) in &part.dice {
            count += 1;
            if *sides == 0 || dice.face(*sides, false) != *face {
                return findings.bad.push(format!(
                    "Open die {count} of the record, a d{sides} that shows {face}, falls otherwise with this seed."
                ));
            }
        }
        used = dice.used();
    }
    findings.good.push(format!("All {count} open dice fell as this seed says, in this order and without a gap."));
}

/// Whether every row follows from the one before, by the rules and the dice.
fn rows(fight: &ExportedFight, seeds: Option<&[(u64, Seed)]>, findings: &mut Findings) {
    let system = match System::named(&fight.system) {
        Ok(system) => system,
        Err(why) => return findings.bad.push(why.text),
    };
    let texts: Vec<String> = fight.rows.iter().map(Value::to_string).collect();
    let session = match system.load(&fight.opening.to_string(), &texts) {
        Ok(session) => session,
        Err(why) => return findings.bad.push(format!("The log cannot be read: {why}.")),
    };
    let Some(seeds) = seeds else { return };
    let seeds: Vec<(u64, &Seed)> = seeds.iter().map(|it| (it.0, &it.1)).collect();
    let about = |seq: u64| {
        let row = fight.rows.iter().find(|it| it["seq"] == seq);
        row.map_or_else(String::new, |it| format!(" It says: {}", shortened(&it["input"].to_string())))
    };
    match session.audit_with(&seeds) {
        Ok(()) => findings.good.push(format!(
            "All {} rows come out equal when they are decided again, with all their {} dice.",
            fight.rows.len(),
            fight.rows.iter().filter_map(|it| it["faces"].as_array()).map(Vec::len).sum::<usize>()
        )),
        Err(AuditError::Differs { seq }) => findings.bad.push(format!(
            "Row {seq} comes out differently when it is decided again with the dice of this seed.{}",
            about(seq)
        )),
        Err(AuditError::Refused { seq }) => {
            findings.bad.push(format!("Row {seq} is against the rules of this build.{}", about(seq)));
        }
    }
}

/// How much of a row is quoted, in characters.
const QUOTED_CHARS: usize = 200;

fn shortened(text: &str) -> String {
    match text.char_indices().nth(QUOTED_CHARS) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}

/// `umpire verify FILE`: prints a sentence for each finding, and says whether all are good.
///
/// # Errors
/// If the file cannot be read or `out` not written to.
pub fn command(path: &Path, out: &mut dyn Write) -> io::Result<bool> {
    let named = |why: io::Error| io::Error::new(why.kind(), format!("{} cannot be read: {why}", path.display()));
    let findings = check(&std::fs::read_to_string(path).map_err(named)?);
    for sentence in &findings.good {
        writeln!(out, "{sentence}")?;
    }
    for sentence in &findings.bad {
        writeln!(out, "NOT AS IT SHOULD BE: {sentence}")?;
    }
    Ok(findings.bad.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::{self, Plan};

    fn exported() -> ExportedFight {
        let plan = Plan { system: System::Murdham, fights: 1, per_side: 2, seed: 5 };
        let (session, seed) = simulate::one(&plan).expect("a fight is played");
        ExportedFight::of(session.as_ref(), &seed, &seed.commitment())
    }

    fn checked(fight: &ExportedFight) -> Findings {
        check(&serde_json::to_string(fight).expect("a plain value"))
    }

    /// A fight as it was played verifies.
    #[test]
    fn a_fair_fight_verifies() {
        let findings = checked(&exported());
        assert_eq!((findings.good.len(), findings.bad), (2, vec![]));
    }

    /// The record of what everybody saw verifies by itself; with one die changed or left out it does not.
    #[test]
    fn the_open_dice_of_a_record_are_checked() {
        let record = PublicRecord::of(&exported(), vec!["The fight begins.".to_owned()]);
        let checked = |it: &PublicRecord| check(&serde_json::to_string(it).expect("a plain value"));
        assert_eq!((checked(&record).good.len(), checked(&record).bad), (2, vec![]));
        assert!(record.open_dice[0].dice.len() > 5, "dice fell in that fight");
        let mut loaded = record.clone();
        let (sides, face) = loaded.open_dice[0].dice[3];
        loaded.open_dice[0].dice[3].1 = face % sides + 1;
        assert!(checked(&loaded).bad[0].contains("Open die 4"), "{:?}", checked(&loaded));
        let mut swapped = record;
        swapped.open_dice[0].seed = "00".repeat(32);
        assert!(checked(&swapped).bad[0].contains("not the one that was promised"));
    }

    /// One face changed, one row left out, or another seed: each is found.
    #[test]
    fn whatever_was_changed_is_found() {
        let fair = exported();
        let mut loaded = fair.clone();
        let rolled = loaded.rows.iter_mut().find(|it| it["faces"][0].is_object()).expect("dice fell in that fight");
        let face = rolled["faces"][0]["face"].as_u64().expect("a number");
        rolled["faces"][0]["face"] = Value::from(if face == 1 { 2 } else { face - 1 });
        assert!(checked(&loaded).bad[0].contains("comes out differently"), "{:?}", checked(&loaded));

        let mut swapped = fair.clone();
        swapped.seed = "00".repeat(32);
        assert!(checked(&swapped).bad[0].contains("not the one that was promised"));

        let mut newer = fair;
        newer.format = FORMAT_VERSION + 1;
        assert!(checked(&newer).bad[0].contains("Use the build that wrote it"));
        assert!(check("{}").bad[0].contains("no exported fight"));
    }
}
