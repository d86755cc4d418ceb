//! Checks that a file's lines match its chains, and that its chains match the heads the channel showed.

use super::{
    alteration::{self, Alteration},
    export::{ChainedRecord, ExportedFight, HEAD_DIGITS, Heads, LogLine, all_heads, record_lines},
    findings::{Findings, ShownRecord, fallen, shortened},
};
use crate::{
    engine::{
        Seed,
        chain::{SHORT_DIGITS, SURE_DIGITS},
    },
    table::chains::{Entry, LOG, RECORD, Title},
};
use serde::Deserialize;
use serde_json::Value;

/// The number of hexadecimal digits in a SHA-256.
const WHOLE_DIGITS: usize = 64;

/// The GM in the title of a fight without a table: nobody is told about it, so it has no public record.
const NO_GM: &str = "0";

/// A public record with its title.
pub(super) struct Chained<'a> {
    pub(super) title: &'a Value,
    pub(super) record: &'a ChainedRecord,
}

/// One of a file's chains, computed from its lines.
struct Computed {
    /// The chain's name.
    name: &'static str,
    kind: &'static str,
    lines: Vec<(LogLine, Value)>,
    heads: Vec<String>,
}

impl Computed {
    fn of(name: &'static str, kind: &'static str, lines: Vec<(LogLine, Value)>) -> Computed {
        Computed { name, kind, heads: all_heads(kind, &lines), lines }
    }

    /// The line at a place, in words.
    fn words(&self, at: usize) -> String {
        words(self.lines[at].0)
    }

    /// What was done to the first line that doesn't have its head.
    fn altered(&self, at: usize, kept: &[String]) -> String {
        let (name, line) = (self.name, self.words(at));
        match alteration::of(self.kind, &self.lines, kept, at) {
            Alteration::Inserted(1) => format!("{line} was inserted: the chain of the {name} fits without it."),
            Alteration::Inserted(more) => {
                format!(
                    "{line} and {} more after it were inserted: the chain of the {name} fits without them.",
                    more - 1
                )
            }
            Alteration::Swapped(other) => {
                format!(
                    "{line} and {} have changed places: the chain of the {name} fits the other way round.",
                    lower(&self.words(other))
                )
            }
            Alteration::Moved(other) => {
                format!(
                    "{} was moved: the chain of the {name} fits if it stands before {}.",
                    self.words(other),
                    lower(&line)
                )
            }
            Alteration::Removed(missing) => self.removed(at, missing),
            Alteration::Changed => {
                format!("{line} has been changed: the chain of the {name} no longer matches from there on.")
            }
        }
    }

    /// If just those rows are missing whose numbers are, they're named.
    fn removed(&self, at: usize, missing: usize) -> String {
        let (name, line) = (self.name, self.words(at));
        let row = |at: usize| match self.lines.get(at)?.0 {
            LogLine::Row(seq) => Some(seq),
            LogLine::Opening => Some(0),
            _ => None,
        };
        if let (Some(before), Some(now)) = (at.checked_sub(1).and_then(row), row(at))
            && now.checked_sub(before + 1) == Some(missing as u64)
        {
            return match missing {
                1 => format!("Row {} was removed: the chain of the {name} has one more line.", now - 1),
                _ => format!(
                    "Rows {} to {} were removed: the chain of the {name} has {missing} more lines.",
                    before + 1,
                    now - 1
                ),
            };
        }
        let lines =
            if missing == 1 { "a line before it was".to_owned() } else { format!("{missing} lines before it were") };
        format!("{line} has been changed, or {lines} removed: the chain of the {name} no longer matches from there on.")
    }

    /// Compares the file's own heads with these: this detects anyone who changed a line and nothing else, and finds the line.
    fn fits(&self, file: &Heads, findings: &mut Findings) {
        let name = self.name;
        let short = |it: &String| it[..HEAD_DIGITS].to_owned();
        let differs = self.heads.iter().zip(&file.heads).position(|(ours, theirs)| short(ours) != *theirs);
        let last = self.lines.last().map_or_else(String::new, |it| words(it.0));
        findings.bad.push(match differs {
            Some(index) => self.altered(index, &file.heads),
            None if self.heads.len() < file.heads.len() => format!(
                "The end of the {name} is missing: its chain has {} more lines after {}.",
                file.heads.len() - self.heads.len(),
                lower(&last)
            ),
            None if self.heads.len() > file.heads.len() => {
                format!("{} has no entry in the chain of the {name}: it was added.", self.words(file.heads.len()))
            }
            None if self.heads.last() != Some(&file.head) => {
                format!(
                    "The head of the {name} doesn\u{2019}t match its last line: its end is missing, or the head was changed."
                )
            }
            None => {
                return findings.good.push(format!(
                    "All {} lines of the {name} are in their chain, whose head is {}.",
                    self.lines.len(),
                    file.head
                ));
            }
        });
    }
}

fn words(line: LogLine) -> String {
    match line {
        LogLine::Title => "The title (system, name, GM, options, commitment)".to_owned(),
        LogLine::Opening => "The opening".to_owned(),
        LogLine::Row(seq) => format!("Row {seq}"),
        LogLine::Reseed(seq) => format!("The new seed after row {seq}"),
        LogLine::Gms(0) => "The change of GMs before the first row".to_owned(),
        LogLine::Gms(seq) => format!("The change of GMs after row {seq}"),
        LogLine::Told(number) => format!("Line {number} of the public record"),
    }
}

fn lower(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |it| format!("{}{}", it.to_lowercase(), letters.as_str()))
}

/// Checks that a given value can be compared: hexadecimal digits, at least as many as a tracker shows.
fn given(text: &str, what: &str, findings: &mut Findings) -> Option<String> {
    let given = text.trim().trim_end_matches('\u{2026}').to_lowercase();
    let fits = (SHORT_DIGITS..=WHOLE_DIGITS).contains(&given.len()) && given.bytes().all(|it| it.is_ascii_hexdigit());
    if !fits {
        findings.bad.push(format!(
            "\u{201c}{}\u{201d} isn\u{2019}t a {what}: that has {SHORT_DIGITS} to {WHOLE_DIGITS} hexadecimal digits (0-9, a-f).",
            shortened(text)
        ));
    }
    fits.then_some(given)
}

fn weak(given: &str, what: &str, findings: &mut Findings) {
    if given.len() < SURE_DIGITS {
        findings.notes.push(format!(
            "Only {} of {WHOLE_DIGITS} digits of the {what} {given} were compared: that finds mistakes and careless changes; whoever can \
             compute for hours finds another file with the same beginning. Give all digits where you have them.",
            given.len()
        ));
    }
}

/// Compares the commitments that the channel showed with the file's seeds.
pub(super) fn seeds(hashes: &[String], shown: &ShownRecord, findings: &mut Findings) {
    for text in &shown.seed_hashes {
        let Some(given) = given(text, "hash of a seed", findings) else { continue };
        if hashes.iter().any(|it| it.starts_with(&given)) {
            findings.good.push(format!("The commitment that you give, {given}, is that of a seed of this file."));
            weak(&given, "commitment", findings);
        } else {
            findings.bad.push(format!(
                "The commitment that you give, {given}, is not that of a seed of this file, which is {}: these are not the dice that \
                 were promised.",
                if hashes.is_empty() { "none".to_owned() } else { hashes.join(", ") }
            ));
        }
    }
    if shown.seed_hashes.is_empty() {
        findings.notes.push(
            "Nothing says that this is the seed that the channel was promised: --seed-hash takes what its tracker calls \u{201c}Dice \
             committed\u{201d}."
                .to_owned(),
        );
    }
}

/// A file without chains.
pub(super) fn none(shown: &ShownRecord, findings: &mut Findings) {
    if shown.heads.is_empty() {
        findings.notes.push(
            "This export is from before Umpire kept chains: only its dice, and what the rules make of them, are checked. Names, times, and \
             whether its end is missing, cannot be."
                .to_owned(),
        );
    } else {
        findings.bad.push(
            "This export has no chain, so it has no head to compare with the one that you give: its chain was taken out, or it is of \
             another fight, from before Umpire kept chains."
                .to_owned(),
        );
    }
}

/// The whole log with its chains.
pub(super) fn whole(fight: &ExportedFight, shown: &ShownRecord, findings: &mut Findings) {
    let (Some(title), Some(chain)) = (&fight.title, &fight.chain) else {
        return findings.bad.push(format!(
            "A file of format {} has a title and a chain, and this one has not: they were taken out.",
            fight.format
        ));
    };
    if title["format"] != fight.format {
        findings.bad.push(format!(
            "The chains of a file of format {} begin with a title of that format; this one\u{2019}s says {}.",
            fight.format,
            shortened(&title["format"].to_string())
        ));
    }
    let hashes: Vec<String> = fight.all_seeds().iter().map(|it| it.commitment.trim().to_lowercase()).collect();
    if let Some(said) = read_title(title, &hashes, findings)
        && said.system != fight.system
    {
        findings.bad.push(format!("The title names the system {}, the file {}.", said.system, fight.system));
    }
    let lines = fight.log_lines(title);
    if lines.iter().filter(|it| matches!(it.0, LogLine::Gms(_))).count() != fight.gms.len() {
        findings.bad.push("The file lists a change of GMs that is not in its log.".to_owned());
    }
    let mut chains = vec![Computed::of("log", LOG, lines)];
    chains[0].fits(chain, findings);
    if let Some(record) = &fight.record {
        let computed = Computed::of("public record", RECORD, record_lines(title, &record.told));
        computed.fits(&record.chain, findings);
        chains.push(computed);
    } else if title["gm"] != NO_GM {
        findings.bad.push("The public record is missing: every fight at a table has one.".to_owned());
    }
    heads(&chains, shown, findings);
}

/// The public record alone.
pub(super) fn public(parts: &Chained<'_>, shown: &ShownRecord, findings: &mut Findings) {
    let computed = Computed::of("public record", RECORD, record_lines(parts.title, &parts.record.told));
    computed.fits(&parts.record.chain, findings);
    heads(&[computed], shown, findings);
}

/// Compares the heads that the channel showed with these chains.
fn heads(chains: &[Computed], shown: &ShownRecord, findings: &mut Findings) {
    // If as much of a head was given as only the end of a fight shows, it must match some chain's last head.
    let mut whole: Vec<(usize, bool)> = vec![];
    for text in &shown.heads {
        let Some(given) = given(text, "head of a chain", findings) else { continue };
        let found = chains
            .iter()
            .enumerate()
            .find_map(|(index, chain)| Some((index, chain.heads.iter().rposition(|it| it.starts_with(&given))?)));
        let Some((index, at)) = found else {
            findings.bad.push(format!(
                "No line of this file has the head that you give, {given}: something up to it was changed, taken out or added, or the end \
                 is missing, or it is the head of another fight."
            ));
            continue;
        };
        let (chain, is_last) = (&chains[index], at + 1 == chains[index].heads.len());
        findings.good.push(match is_last {
            true => format!("The head that you give, {given}, is that of the whole {}: nothing was changed, and nothing is missing.", chain.name),
            false => format!(
                "The head that you give, {given}, stood after {} of the {}: nothing up to there was changed.",
                lower(&chain.words(at)),
                chain.name
            ),
        });
        weak(&given, "head", findings);
        if given.len() >= SURE_DIGITS || is_last {
            whole.push((index, is_last));
        }
    }
    for (index, chain) in chains.iter().enumerate() {
        let of_it: Vec<bool> = whole.iter().filter(|it| it.0 == index).map(|it| it.1).collect();
        if !of_it.is_empty() && !of_it.contains(&true) {
            findings.bad.push(format!(
                "The {} goes on after the last head that you give from the end of a fight. The message at the end of a fight shows the head of all of it.",
                chain.name
            ));
        }
    }
    if shown.heads.is_empty() {
        findings.notes.push(
            "Nothing says that these are the chains whose heads the channel showed: anyone who edits a file can recompute its chain. \
             --head takes a head from the message at the end, or from the small print of a tracker."
                .to_owned(),
        );
    }
}

/// The title, if it's valid; its commitment must match the first seed.
fn read_title(title: &Value, hashes: &[String], findings: &mut Findings) -> Option<Title> {
    match Title::deserialize(title) {
        Ok(title) => {
            if hashes.first() != Some(&title.commitment) {
                findings.bad.push(format!(
                    "The title names another commitment than that of the first seed: {}.",
                    shortened(&title.commitment)
                ));
            }
            Some(title)
        }
        Err(why) => {
            findings.bad.push(format!("The title can\u{2019}t be read: {why}."));
            None
        }
    }
}

impl Chained<'_> {
    /// The record's title.
    pub(super) fn title(&self, hashes: &[String], findings: &mut Findings) -> Option<Title> {
        read_title(self.title, hashes, findings)
    }

    /// The record's open dice, checked against the seeds; `None` if its lines can't be read or its seeds differ.
    pub(super) fn dice(&self, seeds: &[&Seed], findings: &mut Findings) -> Option<Vec<(u16, u16)>> {
        let mut parts: Vec<Vec<(u16, u16)>> = vec![vec![]];
        for (index, line) in self.record.told.iter().enumerate() {
            let mut add = |dice: Vec<(u16, u16)>| parts.last_mut().map(|it| it.extend(dice));
            match Entry::deserialize(line) {
                Ok(Entry::Announced(it)) => drop(add(it.dice)),
                Ok(Entry::Reseed(it)) => {
                    add(it.dice);
                    if seeds.get(parts.len()).map(|it| it.commitment()).as_deref() != Some(it.reseed.as_str()) {
                        findings.bad.push(format!(
                            "Line {} of the public record brings a seed into use that the file does not have.",
                            index + 1
                        ));
                        return None;
                    }
                    parts.push(vec![]);
                }
                Err(_) => {
                    findings.bad.push(format!("Line {} of the public record can\u{2019}t be read.", index + 1));
                    return None;
                }
            }
        }
        if parts.len() != seeds.len() {
            findings.bad.push(format!(
                "The public record was told with {} seeds, and the file has {}.",
                parts.len(),
                seeds.len()
            ));
            return None;
        }
        let with_seeds: Vec<(&Seed, &[(u16, u16)])> =
            seeds.iter().copied().zip(parts.iter().map(Vec::as_slice)).collect();
        fallen(&with_seeds, findings);
        Some(parts.concat())
    }
}
