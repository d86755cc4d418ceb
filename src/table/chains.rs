//! A fight's two hash chains: one of its log, and one of the public record, which is what everyone was told, with the open dice. Each
//! begins with the fight's title and grows in the same transaction as what's written. The channel shows their heads during the fight, so
//! that afterwards anyone can tell whether the log, or the record, is the one that was played. The log's rows are kept as they were
//! written, so its chain follows from them; a line of the record is stored in the outbox with its story. A fight opened before there were
//! chains has none.
//!
//! Nothing secret may change the record's chain: it has no line for a row that nobody is told about.

use crate::{
    engine::{Seed, chain::Chain, view::Audience},
    rules::{Session, Story, story::stored::StoryView},
    store::{CommittedSeed, FightPerson, Outgoing, StoredRow},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{notice_kind::NoticeKind, people::FightPeople};

/// The key of the setting that stores a fight's [`Title`] from the start.
pub const TITLE: &str = "title";
/// The version of new chains. From version 3 on, the log's chain has a line for each change of GMs; from version 4 on, both chains name people
/// by numbers of the fight.
pub const CHAINS: u32 = 4;
/// The first version whose chains name nobody by their id.
const WITH_NUMBERS: u32 = 4;
/// The first version whose log chain records who the GMs are.
pub const WITH_GMS: u32 = 3;
/// The kind of the log's chain.
pub const LOG: &str = "umpire log 2";
/// The kind of the public record's chain.
pub const RECORD: &str = "umpire record 2";

/// The first line of both chains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Title {
    /// The chains' version.
    pub format: u32,
    /// The rule system's name.
    pub system: String,
    /// The fight's name.
    pub name: String,
    /// The number of the GM who opened it; before version 4, their id.
    pub gm: String,
    /// When it was opened, in milliseconds since the epoch.
    pub opened_at_ms: i64,
    /// The system's options, by name.
    pub options: Vec<(String, String)>,
    /// The commitment of the dice's seed, as shown.
    pub commitment: String,
}

impl Title {
    /// The title of a new fight; `gm` is their number.
    pub fn of(session: &dyn Session, name: &str, gm: u64, opened_at_ms: i64, seed: &Seed) -> Title {
        Title {
            format: CHAINS,
            system: session.system().to_owned(),
            name: name.to_owned(),
            gm: gm.to_string(),
            opened_at_ms,
            options: session.option_fields(),
            commitment: seed.commitment(),
        }
    }

    /// The title as a line of the chains.
    pub fn line(&self) -> Value {
        serde_json::to_value(self).expect("plain values")
    }
}

/// A line of the public record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Entry {
    /// The channel was told something.
    Announced(Announcement),
    /// The fight was reopened with another seed.
    Reseed(Reseed),
}

/// Something the channel was told in one go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Announcement {
    /// When, in milliseconds since the epoch.
    pub at_ms: i64,
    /// The number of its story.
    pub story: u64,
    /// How many of the story's earlier sentences still stand.
    pub from: usize,
    /// The sentences that follow those.
    pub lines: Vec<String>,
    /// Whether what the story told was taken back.
    pub withdrawn: bool,
    /// The open dice rolled since the previous line, as (sides, face).
    pub dice: Vec<(u16, u16)>,
}

/// A new seed, from which the following lines' dice come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reseed {
    /// Its commitment, as shown.
    pub reseed: String,
    /// The open dice rolled since the previous line, from the previous seed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<(u16, u16)>,
}

/// The line in the log's chain for a new seed.
pub fn reseed_line(commitment: &str) -> Value {
    let reseed = Reseed { reseed: commitment.to_owned(), dice: vec![] };
    serde_json::to_value(reseed).expect("plain values")
}

/// Who became the GMs, and after which row.
pub type GmsSince = (u64, Vec<u64>);

/// The line in the log's chain for a change of GMs.
pub fn gms_line(gms: &[u64]) -> Value {
    let ids: Vec<String> = gms.iter().map(u64::to_string).collect();
    serde_json::json!({ "gms": ids })
}

/// Whether a log chain that begins with this title records who the GMs are.
pub fn has_gms(title: &Value) -> bool {
    title["format"].as_u64().is_some_and(|it| it >= u64::from(WITH_GMS))
}

/// Whether chains that begin with this title name people by numbers of the fight.
pub fn has_numbers(title: &Value) -> bool {
    title["format"].as_u64().is_some_and(|it| it >= u64::from(WITH_NUMBERS))
}

/// A fight's chains so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chains {
    log: Chain,
    record: Chain,
    /// Open dice that aren't in the record yet.
    dice: Vec<(u16, u16)>,
    /// The last story told, as the record has it.
    last: Option<(u64, Vec<String>)>,
    /// Lines of the record waiting for an outbox row to be stored with.
    waiting: Vec<Value>,
    /// Whether the log's chain records who the GMs are.
    has_gms: bool,
    /// The numbers of its people: the store finds somebody's fights by them, also where the chains name people by their ids.
    people: FightPeople,
    /// Whether the chains name people by their numbers.
    has_numbers: bool,
}

impl Chains {
    fn begin(title: &Value, opening: Value, people: &[FightPerson]) -> Chains {
        let mut chains = Chains {
            log: Chain::begin(LOG),
            record: Chain::begin(RECORD),
            dice: vec![],
            last: None,
            waiting: vec![],
            has_gms: has_gms(title),
            people: FightPeople::of(people),
            has_numbers: has_numbers(title),
        };
        let opening = chains.hidden(opening);
        chains.log.push(title);
        chains.log.push(&opening);
        chains.record.push(title);
        chains
    }

    /// An opening or a row as the log's chain has it. Everybody in it is met.
    fn hidden(&mut self, log: Value) -> Value {
        let mut hidden = log.clone();
        self.people.hide(&mut hidden);
        if self.has_numbers { hidden } else { log }
    }

    /// The chains of a resumed fight, from everything the store has about it. `None` if it was opened without chains.
    pub fn taken_up(
        title: Option<&str>,
        opening: &str,
        rows: &[StoredRow],
        seeds: &[(i64, CommittedSeed)],
        gms: &[GmsSince],
        (outbox, people): (&[Outgoing], &[FightPerson]),
    ) -> Option<Chains> {
        let title = serde_json::from_str(title?).ok()?;
        let mut chains = Chains::begin(&title, serde_json::from_str(opening).ok()?, people);
        let lines = record_lines(outbox);
        let told_until = lines.last().map_or(0, |it| it.0);
        chains.gms_after(0, gms);
        for row in rows {
            chains.row(&row.body);
            if row.seq <= told_until {
                chains.dice.clear();
            }
            for (_, seed) in seeds.iter().skip(1).filter(|it| it.0 == row.seq) {
                chains.log.push(&reseed_line(&seed.commitment));
            }
            chains.gms_after(row.seq.unsigned_abs(), gms);
        }
        for (_, line) in lines {
            chains.record.push(&line);
            if let Ok(Entry::Announced(announcement)) = serde_json::from_value(line) {
                chains.note(&announcement);
            }
        }
        Some(chains)
    }

    /// Adds a row of the log.
    pub fn row(&mut self, body: &str) {
        let row = self.hidden(serde_json::from_str(body).unwrap_or_default());
        self.log.push(&row);
        self.dice.extend(open_dice(&row));
    }

    /// Adds a new seed, which takes effect after the last row.
    pub fn reseed(&mut self, commitment: &str) {
        self.log.push(&reseed_line(commitment));
        let reseed = Reseed { reseed: commitment.to_owned(), dice: std::mem::take(&mut self.dice) };
        let line = serde_json::to_value(reseed).expect("plain values");
        self.record.push(&line);
        self.waiting.push(line);
    }

    fn gms_after(&mut self, row: u64, gms: &[GmsSince]) {
        gms.iter().filter(|it| it.0 == row).for_each(|it| self.gms(&it.1));
    }

    /// Adds a change of GMs after the last row. The record has no line for it, because nobody is told about it there.
    pub fn gms(&mut self, gms: &[u64]) {
        if self.has_gms {
            let named = self.numbered(gms);
            self.log.push(&gms_line(&named));
        }
    }

    /// These people as the log's chain names them.
    pub fn numbered(&mut self, people: &[u64]) -> Vec<u64> {
        let numbers = people.iter().map(|it| self.people.number(*it)).collect();
        if self.has_numbers { numbers } else { people.to_vec() }
    }

    /// Those who have got a number since this was last asked: they belong into the store, with what names them.
    pub fn take_new_people(&mut self) -> Vec<FightPerson> {
        self.people.take_new()
    }

    /// Whether the log's chain records who the GMs are.
    pub fn has_gms(&self) -> bool {
        self.has_gms
    }

    /// Adds a story told in the channel.
    pub fn tell(&mut self, story: &Story, number: u64, at_ms: i64) {
        let open = story.lines.iter().filter(|it| it.audience == Audience::Everyone);
        let text = |text: &str| match self.has_numbers {
            true => self.people.hide_mentions(text),
            false => text.to_owned(),
        };
        let now: Vec<String> = open.map(|it| it.text.as_str()).map(text).collect();
        let before = self.last.as_ref().filter(|it| it.0 == number).map_or(&[][..], |it| &it.1);
        let from = before.iter().zip(&now).take_while(|(before, now)| before == now).count();
        let announcement = Announcement {
            at_ms,
            story: number,
            from,
            lines: now[from..].to_vec(),
            withdrawn: story.withdrawn,
            dice: std::mem::take(&mut self.dice),
        };
        self.note(&announcement);
        let line = serde_json::to_value(announcement).expect("plain values");
        self.record.push(&line);
        self.waiting.push(line);
    }

    fn note(&mut self, announcement: &Announcement) {
        let before = self.last.take().filter(|it| it.0 == announcement.story).map(|it| it.1).unwrap_or_default();
        let kept = before.into_iter().take(announcement.from);
        self.last = Some((announcement.story, kept.chain(announcement.lines.iter().cloned()).collect()));
    }

    /// The lines of the record to store with the next outbox row.
    pub fn to_keep(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.waiting)
    }

    /// The head of the log's chain. Only for the GM: it changes with every row, including secret ones.
    pub fn log(&self) -> &Chain {
        &self.log
    }

    /// The head of the public record's chain.
    pub fn record(&self) -> &Chain {
        &self.record
    }
}

/// The lines of the public record stored in a fight's outbox, each with the last row of the log written by then.
pub fn record_lines(outbox: &[Outgoing]) -> Vec<(i64, Value)> {
    let rows = outbox.iter().filter(|it| NoticeKind::of(&it.notice).is_none_or(|it| !it.is_for_the_gm()));
    let read = rows.filter_map(|it| Some((it.notice.seq, StoryView::read(&it.notice.payload).ok()?.record)));
    read.flat_map(|(seq, lines)| lines.into_iter().map(move |it| (seq, it))).collect()
}

/// The open dice of a row of the log.
pub fn open_dice(row: &Value) -> Vec<(u16, u16)> {
    dice(row).filter(|it| !it.0).map(|it| it.1).collect()
}

/// The dice of a row of the log, as (sides, face), each with whether it was rolled in secret.
pub fn dice(row: &Value) -> impl Iterator<Item = (bool, (u16, u16))> {
    let of = |face: &Value| {
        let number = |name: &str| face[name].as_u64().and_then(|it| u16::try_from(it).ok());
        Some((face["secret"] == true, (number("sides")?, number("face")?)))
    };
    row["faces"].as_array().into_iter().flatten().filter_map(of)
}
