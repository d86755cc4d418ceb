//! What a fight's GM knows of it, in the form of the lines of a public record: every sentence, open or not, and the dice of both streams.

use crate::{
    engine::view::Audience,
    rules::{Session, Story},
    table::chains,
    verify::ExportedFight,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// A die: its sides, and the face it fell on.
type Die = (u16, u16);

/// A line of it. Dice stand with the first thing that's told after they fell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Known {
    Told(Told),
    /// A new seed comes into use.
    Reseed {
        reseed: String,
        dice: Vec<Die>,
        secret: Vec<Die>,
    },
}

impl Known {
    /// The row of the log that told it.
    pub(super) fn row(&self) -> Option<u64> {
        match self {
            Known::Told(it) => Some(it.row),
            Known::Reseed { .. } => None,
        }
    }
}

/// Something that was told in one go.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Told {
    at_ms: i64,
    #[serde(skip)]
    row: u64,
    /// The row that began it.
    story: u64,
    /// How many of its earlier sentences still stand.
    from: usize,
    lines: Vec<String>,
    /// Which of these sentences not everyone could read.
    hidden: Vec<usize>,
    withdrawn: bool,
    /// Whether everyone was told of it in other words, or not at all.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    apart: bool,
    /// The stories that this one takes back.
    takes_back: Vec<u64>,
    dice: Vec<Die>,
    secret: Vec<Die>,
}

/// All of a fight; `session` has played its log.
pub(super) fn whole(fight: &ExportedFight, session: &dyn Session) -> Vec<Known> {
    let mut stories: BTreeMap<u64, (i64, Vec<Story>, bool)> =
        session.retold().into_iter().map(|it| (it.seq, (it.at_ms, it.stories, it.is_apart))).collect();
    let mut all = vec![];
    let mut last: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    let (mut open, mut secret) = (vec![], vec![]);
    let seeds = fight.all_seeds();
    for row in &fight.rows {
        let Some(seq) = row["seq"].as_u64() else { continue };
        for (is_secret, die) in chains::dice(row) {
            if is_secret { secret.push(die) } else { open.push(die) }
        }
        let (at_ms, told, apart) = stories.remove(&seq).unwrap_or_default();
        for story in told {
            let now: Vec<String> = story.lines.iter().map(|it| it.text.clone()).collect();
            let before = last.get(&story.began_seq).map_or(&[][..], Vec::as_slice);
            let from = before.iter().zip(&now).take_while(|(before, now)| before == now).count();
            let is_hidden = |at: &usize| story.lines[from + at].audience != Audience::Everyone;
            all.push(Known::Told(Told {
                at_ms,
                row: seq,
                story: story.began_seq,
                from,
                lines: now[from..].to_vec(),
                hidden: (0..now.len() - from).filter(is_hidden).collect(),
                withdrawn: story.withdrawn,
                apart,
                takes_back: story.takes_back,
                dice: std::mem::take(&mut open),
                secret: std::mem::take(&mut secret),
            }));
            last.insert(story.began_seq, now);
        }
        for seed in seeds.iter().skip(1).filter(|it| it.after_row == seq) {
            let (dice, secret) = (std::mem::take(&mut open), std::mem::take(&mut secret));
            all.push(Known::Reseed { reseed: seed.commitment.clone(), dice, secret });
        }
    }
    all
}
