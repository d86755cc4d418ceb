//! The files handed out when a fight is over: its whole log, or the record of what everyone was told. Both state their format first.
//!
//! Format 3, from builds whose chains named people by their ids, is today's with ids where today's has numbers. Format 2, from builds whose chains didn't record who the GMs are, is today's without `gms`. Format 1, from before the chains, has
//! neither title nor heads; except for its dice, what such a file says about itself has to be believed.

use crate::{
    engine::{Seed, chain::Chain},
    rules::Session,
    store::{CommittedSeed, EncounterId, Store, StoreError, encounter_scope},
    table::{
        chains::{self, GmsSince, LOG, RECORD, TITLE, Title, has_numbers, open_dice, reseed_line},
        gms::gms_since,
        people::FightPeople,
        setting_keys::GMS,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{io, path::Path};

/// The format version that this build writes, and the highest it reads.
pub const EXPORT_FORMAT: i64 = 4;
/// The number of hexadecimal digits stored of the head after each line, so that the first mismatch can be found.
pub const HEAD_DIGITS: usize = 16;

/// A finished fight as a file. Nobody may have it before the fight is over: it contains the seed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportedFight {
    /// The format version.
    pub format: i64,
    /// The rule system's name.
    pub system: String,
    /// The first line of both chains; from format 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Value>,
    /// The seed of its dice: 64 hexadecimal digits.
    pub seed: String,
    /// The commitment shown when it opened: the SHA-256 of the seed's 32 bytes, in hexadecimal.
    pub commitment: String,
    /// The fight before its first row.
    pub opening: Value,
    /// Its rows, in order.
    pub rows: Vec<Value>,
    /// All its seeds, if it was reopened after its seed had been shown; `seed` and `commitment` belong to the last of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<ExportedSeed>,
    /// Who became its GM after it was opened, in order; from format 3 on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gms: Vec<ExportedGms>,
    /// The heads of the log's chain; from format 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<Heads>,
    /// The public record, if one was kept; from format 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<ChainedRecord>,
    /// What couldn't be read and why, if the database was damaged. Such a file has format 1 and no end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreadable: Option<Value>,
}

/// One of a fight's several seeds.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportedSeed {
    /// The last row decided before it.
    pub after_row: u64,
    /// The seed: 64 hexadecimal digits.
    pub seed: String,
    /// The commitment shown when it came into use.
    pub commitment: String,
}

/// A change of a fight's GMs.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportedGms {
    /// The last row before the change.
    pub after_row: u64,
    /// All GMs from then on, by their numbers; in format 3, by their ids.
    pub gms: Vec<String>,
}

/// The heads of a chain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heads {
    /// The head after the last line.
    pub head: String,
    /// The first `HEAD_DIGITS` digits of the head after each line.
    pub heads: Vec<String>,
}

/// The lines of a public record after its title, with their heads.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChainedRecord {
    /// The heads of its chain.
    pub chain: Heads,
    /// Its lines: see [`Entry`](crate::table::chains::Entry).
    pub told: Vec<Value>,
}

/// What everyone saw of a finished fight, as a file: every sentence told, and every open die, in order. It contains nothing that only the
/// GM may know, and the open dice can still be checked: secret ones come from a separate stream and leave no gap.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportedRecord {
    /// The format version.
    pub format: i64,
    /// The first line of its chain.
    pub title: Value,
    /// Its seeds, in the order they came into use.
    pub seeds: Vec<PublicSeed>,
    /// The record.
    pub record: ChainedRecord,
}

/// A seed as the public record names it. It doesn't say after which row it came into use, because that would reveal how many rows nobody
/// was told about.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublicSeed {
    /// The seed: 64 hexadecimal digits.
    pub seed: String,
    /// The commitment shown when it came into use.
    pub commitment: String,
}

/// A public record of format 1.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublicRecord {
    /// The format version.
    pub format: i64,
    /// The rule system's name.
    pub system: String,
    /// Its seeds, in the order they came into use, with the open dice from each.
    pub open_dice: Vec<OpenDice>,
    /// The sentences told.
    pub told: Vec<String>,
}

/// The open dice of one seed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenDice {
    /// The seed: 64 hexadecimal digits.
    pub seed: String,
    /// The commitment shown when it came into use: the SHA-256 of the seed's 32 bytes, in hexadecimal.
    pub commitment: String,
    /// The dice, as (sides, face).
    pub dice: Vec<(u16, u16)>,
}

impl ExportedFight {
    /// A fight with the seed it was played with, in format 1. Only for finished fights.
    pub fn of(session: &dyn Session, seed: &Seed, commitment: &str) -> ExportedFight {
        let mut log = session.export();
        let rows = match log["rows"].take() {
            Value::Array(rows) => rows,
            _ => vec![],
        };
        ExportedFight {
            format: 1,
            system: session.system().to_owned(),
            title: None,
            seed: seed.reveal(),
            commitment: commitment.to_owned(),
            opening: log["opening"].take(),
            rows,
            seeds: vec![],
            gms: vec![],
            chain: None,
            record: None,
            unreadable: None,
        }
    }

    /// A finished fight as the store has it: its rows as written, with its chains if it was opened with any.
    ///
    /// # Errors
    /// If the store fails, or contains something that isn't JSON.
    pub async fn from_store(store: &dyn Store, id: EncounterId) -> Result<ExportedFight, StoreError> {
        let read = |text: &str| serde_json::from_str(text).map_err(|why| StoreError::Unreadable(why.to_string()));
        let saved = store.load(id).await?;
        let mut rows: Vec<Value> = saved.rows.iter().map(|it| read(&it.body)).collect::<Result<_, _>>()?;
        let (mut opening, seeds): (Value, _) = (read(&saved.opening)?, store.seeds(id).await?);
        let (application, scope) = (saved.header.application_id, encounter_scope(id));
        let title: Option<Value> = store.setting(application, &scope, TITLE).await?.as_deref().map(read).transpose()?;
        let mut gms = gms_since(store.setting(application, &scope, GMS).await?.as_deref());
        if title.as_ref().is_some_and(has_numbers) {
            let mut people = FightPeople::of(&store.people(id).await?);
            people.hide(&mut opening);
            rows.iter_mut().for_each(|it| people.hide(it));
            gms.iter_mut().flat_map(|it| &mut it.1).for_each(|it| *it = people.number(*it));
        }
        let fight = ExportedFight::kept(&saved.header.system, opening, rows, &seeds);
        let Some(title) = title else { return Ok(fight) };
        let exported =
            |(after_row, ids): GmsSince| ExportedGms { after_row, gms: ids.iter().map(u64::to_string).collect() };
        let fight = ExportedFight { gms: gms.into_iter().map(exported).collect(), ..fight };
        let told = chains::record_lines(&store.outbox(id).await?).into_iter().map(|it| it.1).collect();
        Ok(fight.chained(title, Some(told)))
    }

    /// The readable part of a fight, in format 1.
    pub fn read(session: &dyn Session, seeds: &[(i64, CommittedSeed)]) -> ExportedFight {
        let mut log = session.export();
        let rows = match log["rows"].take() {
            Value::Array(rows) => rows,
            _ => vec![],
        };
        ExportedFight::kept(session.system(), log["opening"].take(), rows, seeds)
    }

    /// A fight in format 1 from its stored parts. The seeds are oldest first, each with the last row decided before it.
    pub fn kept(system: &str, opening: Value, rows: Vec<Value>, seeds: &[(i64, CommittedSeed)]) -> ExportedFight {
        let exported = |(index, (after, it)): (usize, &(i64, CommittedSeed))| ExportedSeed {
            // The first seed decided every row before the next one, including the rows that set up the fight.
            after_row: if index == 0 { 0 } else { after.unsigned_abs() },
            seed: hex::encode(it.seed.expose()),
            commitment: it.commitment.clone(),
        };
        let seeds: Vec<ExportedSeed> = seeds.iter().enumerate().map(exported).collect();
        ExportedFight {
            format: 1,
            system: system.to_owned(),
            title: None,
            seed: seeds.last().map(|it| it.seed.clone()).unwrap_or_default(),
            commitment: seeds.last().map(|it| it.commitment.clone()).unwrap_or_default(),
            opening,
            rows,
            seeds: if seeds.len() > 1 { seeds } else { vec![] },
            gms: vec![],
            chain: None,
            record: None,
            unreadable: None,
        }
    }

    /// The same with its chains: the log's, and the record's if one was kept.
    #[must_use]
    pub fn chained(mut self, title: Value, told: Option<Vec<Value>>) -> ExportedFight {
        self.chain = Some(heads_of(LOG, &self.log_lines(&title)));
        self.record = told.map(|told| ChainedRecord { chain: heads_of(RECORD, &record_lines(&title, &told)), told });
        self.format = title["format"].as_i64().unwrap_or(EXPORT_FORMAT);
        self.title = Some(title);
        self
    }

    /// A fight without a table, with a chain of its log.
    #[must_use]
    pub fn simulated(session: &dyn Session, seed: &Seed, name: &str) -> ExportedFight {
        let title = Title::of(session, name, 0, 0, seed).line();
        ExportedFight::of(session, seed, &seed.commitment()).chained(title, None)
    }

    /// What everyone saw of it, if its record was kept.
    pub fn public(&self) -> Option<ExportedRecord> {
        let seeds = self.all_seeds().into_iter().map(|it| PublicSeed { seed: it.seed, commitment: it.commitment });
        Some(ExportedRecord {
            format: self.format,
            title: self.title.clone()?,
            seeds: seeds.collect(),
            record: self.record.clone()?,
        })
    }

    /// The lines of the log's chain: title, opening, rows, each new seed after the last row decided before it and, if the title says so,
    /// who became the GMs after a row.
    pub fn log_lines(&self, title: &Value) -> Vec<(LogLine, Value)> {
        let mut lines = vec![(LogLine::Title, title.clone()), (LogLine::Opening, self.opening.clone())];
        let seeds = self.all_seeds();
        let has_gms = chains::has_gms(title);
        let gms_after = |row: u64| {
            let own = self.gms.iter().filter(move |it| has_gms && it.after_row == row);
            own.map(move |it| (LogLine::Gms(row), serde_json::json!({ "gms": it.gms })))
        };
        lines.extend(gms_after(0));
        for row in &self.rows {
            let seq = row["seq"].as_u64().unwrap_or(0);
            lines.push((LogLine::Row(seq), row.clone()));
            let next = seeds.iter().skip(1).filter(|it| it.after_row == seq);
            lines.extend(next.map(|it| (LogLine::Reseed(seq), reseed_line(&it.commitment))));
            lines.extend(gms_after(seq));
        }
        lines
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

impl PublicRecord {
    /// The record of a fight, with the sentences told.
    pub fn of(fight: &ExportedFight, told: Vec<String>) -> PublicRecord {
        let seeds = fight.all_seeds();
        let of_seed = |(index, it): (usize, &ExportedSeed)| {
            let until = seeds.get(index + 1).map_or(u64::MAX, |next| next.after_row);
            let rows = fight.rows.iter().filter(|row| {
                let seq = row["seq"].as_u64().unwrap_or(0);
                seq > it.after_row && seq <= until
            });
            let dice = rows.flat_map(open_dice).collect();
            OpenDice { seed: it.seed.clone(), commitment: it.commitment.clone(), dice }
        };
        let open_dice = seeds.iter().enumerate().map(of_seed).collect();
        PublicRecord { format: fight.format, system: fight.system.clone(), open_dice, told }
    }
}

/// What a line of a chain is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogLine {
    /// The title.
    Title,
    /// The fight before its first row.
    Opening,
    /// A row, by its number.
    Row(u64),
    /// A new seed after a row.
    Reseed(u64),
    /// Other GMs after a row.
    Gms(u64),
    /// A line of the record, from 1.
    Told(usize),
}

/// The lines of the record's chain.
pub fn record_lines(title: &Value, told: &[Value]) -> Vec<(LogLine, Value)> {
    let told = told.iter().enumerate().map(|(index, it)| (LogLine::Told(index + 1), it.clone()));
    std::iter::once((LogLine::Title, title.clone())).chain(told).collect()
}

/// The heads after each of these lines, whole.
pub fn all_heads(kind: &str, lines: &[(LogLine, Value)]) -> Vec<String> {
    let mut chain = Chain::begin(kind);
    let head = |(_, line): &(LogLine, Value)| {
        chain.push(line);
        chain.head()
    };
    lines.iter().map(head).collect()
}

/// The beginning of the head that each of the `next` lines would have right after those before.
pub(super) fn next_heads(
    kind: &str,
    before: &[(LogLine, Value)],
    next: &[(LogLine, Value)],
) -> impl Iterator<Item = String> {
    let mut chain = Chain::begin(kind);
    before.iter().for_each(|it| chain.push(&it.1));
    next.iter().map(move |(_, line)| {
        let mut chain = chain.clone();
        chain.push(line);
        chain.head()[..HEAD_DIGITS].to_owned()
    })
}

fn heads_of(kind: &str, lines: &[(LogLine, Value)]) -> Heads {
    let all = all_heads(kind, lines);
    Heads {
        head: all.last().cloned().unwrap_or_default(),
        heads: all.iter().map(|it| it[..HEAD_DIGITS].to_owned()).collect(),
    }
}
