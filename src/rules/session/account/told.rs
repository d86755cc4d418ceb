//! What an account of a battle tells, as plain values.

use crate::{
    engine::{DiceLuck, Seat, SideId},
    rules::session::RoundRecap,
};

/// The account of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct BattleAccount {
    /// How many rounds it had.
    pub rounds: u32,
    /// The sides of which anybody was seen.
    pub sides: Vec<SideAccount>,
    /// Everyone who was seen, by side and in the order in which they joined.
    pub fighters: Vec<FighterAccount>,
    /// What happened in each round.
    pub told: Vec<RoundRecap>,
    /// Who was put down by whom, in order.
    pub fallen: Vec<Felling>,
    /// The best blow, in a sentence.
    pub best_blow: Option<String>,
    /// The narrowest escape, in a sentence.
    pub narrowest_escape: Option<String>,
    /// The players, then the GM, and then what Umpire rolled for each side.
    pub people: Vec<PersonAccount>,
    /// What players' characters take with them, by name; of the dead with the rule that decides it.
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

/// Harm: how many hits did any, and how much they did together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HarmSum {
    /// The hits that did harm.
    pub hits: u32,
    /// Their harm in the system's points; `None` if the reader isn't told of some of it.
    pub points: Option<u32>,
    /// Whether some of it counts as it was rolled, before armour took anything off: that's all that everyone saw.
    pub as_rolled: bool,
}

/// What a reader knows of the points of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ToldHarm {
    /// All that was suffered.
    Taken,
    /// What was rolled for it.
    Rolled(u32),
    /// That it was one.
    Hit,
}

impl Default for HarmSum {
    fn default() -> HarmSum {
        HarmSum { hits: 0, points: Some(0), as_rolled: false }
    }
}

impl HarmSum {
    /// Adds a hit with these points, as far as they're told. What did no harm isn't one.
    pub(super) fn add(&mut self, points: f64, told: ToldHarm) {
        if points <= 0.0 {
            return;
        }
        self.hits += 1;
        self.as_rolled |= matches!(told, ToldHarm::Rolled(_));
        let added = match told {
            ToldHarm::Taken => Some(points.round() as u32),
            ToldHarm::Rolled(rolled) => Some(rolled),
            ToldHarm::Hit => None,
        };
        self.points = self.points.zip(added).map(|(sum, added)| sum.saturating_add(added));
    }
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

/// Who decided for a combatant, and rolled for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayedBy {
    /// A player.
    Player(Seat),
    /// The GM.
    Gm,
    /// Umpire itself, for a side.
    Umpire(SideId),
}

/// A person's part in it, or Umpire's for a side.
#[derive(Clone, Debug, PartialEq)]
pub struct PersonAccount {
    /// Who it is.
    pub who: PlayedBy,
    /// Whom they played; of Umpire the side for which it rolled.
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
