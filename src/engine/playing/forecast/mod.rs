//! A forecast: a fight is played on to its end again and again, by Umpire on every side, and counted. It knows all of the fight, as its GM
//! does; each side still plays by what it sees. It rolls dice of its own, which neither know the fight's nor change them.
//!
//! Every fight of a forecast has a number, and its dice follow from that alone: it doesn't matter who plays which, in what order, or on how
//! many threads. So a forecast can be worked out in pieces, and given up before any action in them.
//!
//! `tally` counts the fights, `even` looks for what would make a fight even. How one is played is in `playing::whole`.

mod even;
mod tally;

pub use even::EvenSearch;
pub use tally::{ForecastTally, RoundCounts, margin};

use super::{
    style::Style,
    whole::{PlayOut, PlayedOut, Styles, play_out},
};
use crate::engine::{
    encounter::Encounter,
    fight_state::AnswerPace,
    ids::{CombatantId, SideId},
    panics::survives,
    play_rng::PlayRng,
    ruleset::{Playable, standing},
};
use std::ops::Range;
use tally::FightEnd;

/// A fight is cut off at the round that comes so many after the one it stands in.
const MOST_ROUNDS: u32 = 100;
/// The most decisions after which it's cut off.
const MOST_DECISIONS: u64 = 5_000;

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

    /// Plays the fights with these numbers and counts them, as long as it's told to go on: it asks before every action. A fight that it didn't
    /// finish isn't counted.
    pub fn play(&self, numbers: Range<u32>, goes_on: &dyn Fn() -> bool) -> ForecastTally {
        let mut tally = ForecastTally::new(self.sides.len(), self.who.len());
        for number in numbers {
            // A fight in which the rules fail has no end that counts.
            let played = survives(|| self.play_one(number, goes_on));
            if !goes_on() {
                break;
            }
            match played {
                Some(played) => self.count(&mut tally, &played),
                None => tally.failed(),
            }
        }
        tally
    }

    fn play_one(&self, number: u32, goes_on: &dyn Fn() -> bool) -> PlayedOut<R> {
        let everyones = |_: SideId| self.style.as_ref().unwrap_or(&Style::Simple);
        let mut dice = PlayRng::new(PlayRng::new(self.seed ^ (u64::from(number) << 20)).bits());
        let how = PlayOut {
            styles: if self.style.is_some() { Styles::OfSides(&everyones) } else { Styles::OfCombatants },
            seed: dice.bits(),
            most_rounds: self.round().saturating_add(MOST_ROUNDS),
            most_decisions: MOST_DECISIONS,
            goes_on,
        };
        play_out(&self.start, &how, &mut dice)
    }

    fn round(&self) -> u32 {
        self.start.now().turns.round
    }

    fn count(&self, tally: &mut ForecastTally, played: &PlayedOut<R>) {
        let fight = &played.fight;
        let mut left = standing(fight);
        let end = match (left.next(), left.next()) {
            _ if played.is_cut => FightEnd::CutOff,
            (None, _) => FightEnd::Nobody,
            (Some(side), None) => {
                self.sides.iter().position(|it| *it == side).map_or(FightEnd::Stalemate, FightEnd::Won)
            }
            (Some(_), Some(_)) => FightEnd::Stalemate,
        };
        let worth = |who: &CombatantId| fight.find(*who).map_or(0.0, |it| R::worth(fight, it.id));
        let left: Vec<f64> = self.who.iter().map(worth).collect();
        tally.count(fight.turns.round.saturating_sub(self.round()), end, &left);
    }
}
