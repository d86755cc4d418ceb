//! A forecast: a fight is played on to its end again and again, by Umpire on every side, and counted. It knows all of the fight, as its GM
//! does; each side still plays by what it sees. It rolls dice of its own, which neither know the fight's nor change them.
//!
//! Every fight of a forecast has a number, and its dice follow from that alone: it doesn't matter who plays which, in what order, or on how
//! many threads. So a forecast can be worked out in pieces and given up between two of them.
//!
//! `played` plays one fight, `tally` counts them, `even` looks for what would make a fight even.

mod even;
mod played;
mod tally;

pub use even::EvenSearch;
pub use played::FightEnd;
pub use tally::{ForecastTally, RoundCounts, margin};

use super::style::Style;
use crate::engine::{
    encounter::Encounter,
    fight_state::AnswerPace,
    ids::{CombatantId, SideId},
    panics::survives,
    play_rng::PlayRng,
    ruleset::Playable,
};
use std::ops::Range;

/// A fight of which a forecast is made.
#[derive(Clone, Debug)]
pub struct Forecaster<R: Playable> {
    start: Encounter<R>,
    style: Option<Style>,
    seed: u64,
    sides: Vec<SideId>,
    who: Vec<CombatantId>,
}

impl<R: Playable> Forecaster<R> {
    /// Everyone is played in this style; with `None`, in the style in which Umpire plays them already, or simply. The same fight, style and
    /// seed give the same forecast.
    pub fn new(encounter: &Encounter<R>, style: Option<Style>, seed: u64) -> Forecaster<R> {
        let mut start = encounter.clone();
        start.paused = false;
        start.clock_since_ms = None;
        start.fight.clock = None;
        start.fight.pace = AnswerPace::NO_CLOCK;
        let now = start.now();
        let sides = now.sides.iter().map(|it| it.id).filter(|it| now.members(*it).next().is_some()).collect();
        let who = now.ids().collect();
        Forecaster { sides, who, start, style, seed }
    }

    /// The fight as it is now.
    pub fn start(&self) -> &Encounter<R> {
        &self.start
    }

    /// The sides with anyone on them, in the order of [`ForecastTally::wins`].
    pub fn sides(&self) -> &[SideId] {
        &self.sides
    }

    /// The combatants, in the order of [`ForecastTally::out`].
    pub fn combatants(&self) -> &[CombatantId] {
        &self.who
    }

    /// Plays the fights with these numbers and counts them.
    pub fn play(&self, numbers: Range<u32>) -> ForecastTally {
        let mut tally = ForecastTally::new(self.sides.len(), self.who.len());
        for number in numbers {
            let seed = PlayRng::new(self.seed ^ (u64::from(number) << 20)).bits();
            let mut now = self.start.clone();
            let mut dice = PlayRng::new(seed);
            // A fight in which the rules fail has no end that counts.
            match survives(|| played::to_the_end(&mut now, &mut dice, self.style.as_ref(), seed)) {
                Some(end) => self.count(&mut tally, &now, end),
                None => tally.failed(),
            }
        }
        tally
    }

    fn count(&self, tally: &mut ForecastTally, now: &Encounter<R>, end: FightEnd) {
        let rounds = now.now().turns.round.saturating_sub(self.start.now().turns.round);
        let winner = |side: SideId| self.sides.iter().position(|it| *it == side);
        let left: Vec<f64> = self.who.iter().map(|it| played::worth(now.now(), *it)).collect();
        tally.count(rounds, end.map_winner(winner), &left);
    }
}
