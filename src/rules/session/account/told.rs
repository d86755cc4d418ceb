//! What an account of a battle tells, as plain values.

use crate::engine::{DiceLuck, Seat};

/// The account of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct BattleAccount {
    /// How many rounds it had.
    pub rounds: u32,
    /// The sides of which anybody was seen.
    pub sides: Vec<SideAccount>,
    /// Everyone who was seen, by side and in the order in which they joined.
    pub fighters: Vec<FighterAccount>,
    /// Who was put down by whom, in order.
    pub fallen: Vec<Felling>,
    /// The best blow, in a sentence.
    pub best_blow: Option<String>,
    /// The narrowest escape, in a sentence.
    pub narrowest_escape: Option<String>,
    /// The players, and then everyone else together.
    pub people: Vec<PersonAccount>,
    /// What players' characters take with them, by name.
    pub lasting: Vec<(String, Vec<String>)>,
}

/// How a side fared.
#[derive(Clone, Debug, PartialEq)]
pub struct SideAccount {
    /// Its name.
    pub name: String,
    /// The share of their health that its members had left, before the fight and at the end of each round; `None` as long as nobody of it
    /// had been seen.
    pub health: Vec<Option<f64>>,
    /// Whether some of them only count by how they looked.
    pub by_looks: bool,
}

/// What somebody did and suffered.
#[derive(Clone, Debug, PartialEq)]
pub struct FighterAccount {
    /// The name.
    pub name: String,
    /// The side's place among the sides.
    pub side: usize,
    /// The harm they did to others.
    pub dealt: HarmSum,
    /// The harm they suffered.
    pub taken: HarmSum,
}

/// Harm, in the system's points where they may be known, and as a number of wounds where they may not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HarmSum {
    /// Points of those whose numbers are open.
    pub points: u32,
    /// Wounds of others.
    pub wounds: u32,
}

/// Somebody was put down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Felling {
    /// When.
    pub round: u32,
    /// By whom; `None` if by nobody who's known.
    pub by: Option<String>,
    /// Who.
    pub whom: String,
}

/// A person's part in it.
#[derive(Clone, Debug, PartialEq)]
pub struct PersonAccount {
    /// The player; `None` for everyone whom no player plays.
    pub seat: Option<Seat>,
    /// Whom they played.
    pub names: Vec<String>,
    /// Their dice, as far as they were open.
    pub luck: DiceLuck,
    /// How long they took to act.
    pub acted: TimeTaken,
    /// How long they took to answer.
    pub answered: TimeTaken,
    /// How many questions they were asked.
    pub questions: u32,
}

/// How long somebody took, over several times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeTaken {
    /// How many times.
    pub times: u32,
    /// Altogether, in milliseconds.
    pub total_ms: i64,
}

impl TimeTaken {
    pub(super) fn add(&mut self, ms: i64) {
        self.times += 1;
        self.total_ms += ms.max(0);
    }

    /// On average, in milliseconds; `None` if there was no time.
    pub fn mean_ms(&self) -> Option<i64> {
        (self.times > 0).then(|| self.total_ms / i64::from(self.times))
    }
}
