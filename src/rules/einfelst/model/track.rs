//! Harm in slots: A2, A3, A26, C5: how much each level holds, and every way to distribute an amount over them.

use super::question::Choice;
use crate::engine::CombatantId;
use crate::rules::einfelst::FightState;
use serde::{Deserialize, Serialize};

/// R34: the kinds of Harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HarmKind {
    /// To the body.
    Physical,
    /// To the mind.
    Mental,
}

/// A2: the filled slots of one kind of Harm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Track {
    /// Level 1.
    pub lesser: u8,
    /// Level 2.
    pub moderate: u8,
    /// Level 3.
    pub severe: u8,
    /// C5: levels of these slots without Harm in them, because Harm that found its row full moved up into a slot that holds more.
    #[serde(default, skip_serializing_if = "is_none")]
    pub spare: u8,
}

fn is_none(number: &u8) -> bool {
    *number == 0
}

impl Track {
    /// A2: lesser slots.
    pub const LESSER: u8 = 2;
    /// A2: moderate slots.
    pub const MODERATE: u8 = 2;
    /// A2: severe slots.
    pub const SEVERE: u8 = 1;
    /// The levels of all slots below the severe one.
    pub const BELOW_SEVERE: u8 = Track::LESSER + 2 * Track::MODERATE;

    /// C5, A2: the dice that Harm costs: one for each lesser slot, two for each moderate, three for a severe one.
    pub fn penalty(self) -> u8 {
        self.levels() // a level's penalty is its number
    }

    /// The levels of the filled slots.
    pub fn levels(self) -> u8 {
        self.lesser + 2 * self.moderate + 3 * self.severe
    }

    /// A26: the Harm taken in all, whichever slots it fills.
    pub fn amount(self) -> u8 {
        self.levels().saturating_sub(self.spare)
    }

    /// With these slots added, filled by this amount of Harm.
    pub fn with(self, more: Track, amount: u8) -> Track {
        Track {
            lesser: self.lesser + more.lesser,
            moderate: self.moderate + more.moderate,
            severe: self.severe + more.severe,
            spare: self.spare + more.levels().saturating_sub(amount),
        }
    }

    /// As typed on a sheet: "2 lesser, 1 moderate (3 in all)".
    pub fn typed(self) -> String {
        let in_all = if self.spare > 0 { format!(" ({} in all)", self.amount()) } else { String::new() };
        format!("{}{in_all}", self.words())
    }

    /// "2 lesser, 1 moderate", or "none".
    pub fn words(self) -> String {
        let rows = [(self.lesser, "lesser"), (self.moderate, "moderate"), (self.severe, "severe")];
        let filled: Vec<String> = rows.iter().filter(|it| it.0 > 0).map(|it| format!("{} {}", it.0, it.1)).collect();
        if filled.is_empty() { "none".to_owned() } else { filled.join(", ") }
    }
}

/// What Harm does to the slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The slots afterwards.
    pub track: Track,
    /// C5: whether there weren't enough slots.
    pub over: bool,
    /// C5: whether some of it found its row full.
    pub moved_up: bool,
}

/// A3 Lesser first, C5: fills the lesser slots; the rest moves up into moderate ones, then into the severe one.
pub fn lesser_first(now: Track, amount: u8) -> Filled {
    let lesser = amount.min(Track::LESSER - now.lesser);
    let (mut more, mut rest) = (Track { lesser, ..Track::default() }, amount - lesser);
    let moved_up = rest > 0;
    while rest > 0 && now.moderate + more.moderate < Track::MODERATE {
        more.moderate += 1;
        rest = rest.saturating_sub(2);
    }
    while rest > 0 && now.severe + more.severe < Track::SEVERE {
        more.severe += 1;
        rest = rest.saturating_sub(3);
    }
    Filled { track: now.with(more, amount), over: rest > 0, moved_up }
}

/// A26, §3 Harm: every way to make up the amount with free slots, the one with the most lesser slots first; then A3's, if its last bit
/// moves up.
pub fn spreads(now: Track, amount: u8) -> Vec<Choice> {
    let mut all = vec![];
    for severe in 0..=Track::SEVERE - now.severe.min(Track::SEVERE) {
        for moderate in 0..=Track::MODERATE - now.moderate.min(Track::MODERATE) {
            for lesser in 0..=Track::LESSER - now.lesser.min(Track::LESSER) {
                let spread = Track { lesser, moderate, severe, spare: 0 };
                if spread.levels() == amount {
                    all.push(spread);
                }
            }
        }
    }
    let by_itself = difference(now, lesser_first(now, amount).track);
    if !all.contains(&by_itself) {
        all.push(by_itself);
    }
    all.into_iter().map(Choice::Spread).collect()
}

/// The slots that the second has and the first hasn't.
pub fn difference(from: Track, to: Track) -> Track {
    Track {
        lesser: to.lesser - from.lesser,
        moderate: to.moderate - from.moderate,
        severe: to.severe - from.severe,
        spare: 0,
    }
}

/// The slots for one kind of Harm.
pub fn track(fight: &FightState, who: CombatantId, kind: HarmKind) -> Track {
    let state = &fight.combatant(who).state;
    match kind {
        HarmKind::Physical => state.physical,
        HarmKind::Mental => state.mental,
    }
}
