//! What a check finds, and with what it compares.

use crate::engine::{Dice, Seed, Seeded, Used};

/// What the channel showed of a fight, as copied from there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownRecord {
    /// Commitments of seeds ("Dice committed"), in full or their first digits.
    pub seed_hashes: Vec<String>,
    /// Heads of chains: short ones from a tracker's small print, full ones from the final message.
    pub heads: Vec<String>,
}

/// The findings, one sentence each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// What's correct.
    pub good: Vec<String>,
    /// What's wrong.
    pub bad: Vec<String>,
    /// What this check can't tell.
    pub notes: Vec<String>,
}

/// Checks that these open dice came from these seeds, in this order and without a gap.
pub(super) fn fallen(parts: &[(&Seed, &[(u16, u16)])], findings: &mut Findings) {
    let mut used = Used::default();
    let mut count = 0;
    for (seed, all) in parts {
        let mut dice = Seeded::at(seed, used);
        for (sides, face) in *all {
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

/// How much of a row is quoted, in characters.
const QUOTED_CHARS: usize = 200;

pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(QUOTED_CHARS) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}
