//! What the fights of a forecast came to. Only whole numbers are added, so the order of the fights doesn't matter.

use crate::engine::ruleset::{OUT, share_of_worth};
use serde::Serialize;
use std::collections::BTreeMap;

/// How often a fight took how many rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct RoundCounts(BTreeMap<u32, u32>);

impl RoundCounts {
    /// The numbers of rounds that occurred, each with the number of fights, from the fewest rounds on.
    pub fn counts(&self) -> impl Iterator<Item = (u32, u32)> {
        self.0.iter().map(|(rounds, fights)| (*rounds, *fights))
    }

    /// The number of fights.
    pub fn fights(&self) -> u32 {
        self.0.values().sum()
    }

    /// The mean; 0 if there was no fight.
    pub fn mean(&self) -> f64 {
        self.counts().map(|(rounds, fights)| f64::from(rounds) * f64::from(fights)).sum::<f64>()
            / f64::from(self.fights().max(1))
    }

    /// The standard deviation.
    pub fn spread(&self) -> f64 {
        let mean = self.mean();
        let squares = self.counts().map(|(rounds, fights)| (f64::from(rounds) - mean).powi(2) * f64::from(fights));
        (squares.sum::<f64>() / f64::from(self.fights().max(1))).sqrt()
    }

    /// The least number of rounds after which this share of the fights, from 0 to 1, was over.
    pub fn within(&self, share: f64) -> u32 {
        let wanted = share * f64::from(self.fights());
        let mut seen = 0;
        let found = self.counts().find(|(_, fights)| {
            seen += fights;
            f64::from(seen) >= wanted
        });
        found.map_or(0, |it| it.0)
    }
}

/// How a fight ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FightEnd {
    /// Only this side still stands, by its place in the tally.
    Won(usize),
    /// Nobody still stands.
    Nobody,
    /// Several sides stand, and nobody can or will do anything more.
    Stalemate,
    /// It went on for too long, and was cut off.
    CutOff,
}

/// The fights of a forecast, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ForecastTally {
    /// The number of fights.
    pub fights: u32,
    /// How many each side won.
    pub wins: Vec<u32>,
    /// How many ended with nobody standing.
    pub nobody: u32,
    /// How many ended with several sides standing that could do nothing more.
    pub stalemates: u32,
    /// How many were cut off because they went on for too long.
    pub cut_off: u32,
    /// The rounds from now on.
    pub rounds: RoundCounts,
    /// In how many fights each combatant was out of the fight at the end: dead, down, or fled.
    pub out: Vec<u32>,
    /// The strength that each combatant had left, added over the fights in which they weren't out, in thousandths of an unhurt one's.
    pub left_thousandths: Vec<u64>,
}

impl ForecastTally {
    /// No fight, of so many sides and combatants.
    pub fn new(sides: usize, combatants: usize) -> ForecastTally {
        ForecastTally {
            wins: vec![0; sides],
            out: vec![0; combatants],
            left_thousandths: vec![0; combatants],
            ..ForecastTally::default()
        }
    }

    /// Counts a fight: how it ended, and the [`worth`](crate::engine::Playable::worth) left in each combatant.
    pub(super) fn count(&mut self, rounds: u32, end: FightEnd, left: &[f64]) {
        self.fights += 1;
        match end {
            FightEnd::Won(side) => self.wins[side] += 1,
            FightEnd::Nobody => self.nobody += 1,
            FightEnd::Stalemate => self.stalemates += 1,
            FightEnd::CutOff => self.cut_off += 1,
        }
        *self.rounds.0.entry(rounds).or_default() += 1;
        for ((worth, out), sum) in left.iter().zip(&mut self.out).zip(&mut self.left_thousandths) {
            match *worth > OUT {
                true => *sum += (share_of_worth(*worth) * 1_000.0).round() as u64,
                false => *out += 1,
            }
        }
    }

    /// Counts a fight that couldn't be played to an end.
    pub(super) fn failed(&mut self) {
        self.fights += 1;
        self.cut_off += 1;
    }

    /// Adds the fights of another part of the same forecast.
    pub fn add(&mut self, other: &ForecastTally) {
        self.fights += other.fights;
        self.nobody += other.nobody;
        self.stalemates += other.stalemates;
        self.cut_off += other.cut_off;
        self.wins.iter_mut().zip(&other.wins).for_each(|(it, more)| *it += more);
        self.out.iter_mut().zip(&other.out).for_each(|(it, more)| *it += more);
        self.left_thousandths.iter_mut().zip(&other.left_thousandths).for_each(|(it, more)| *it += more);
        for (rounds, fights) in other.rounds.counts() {
            *self.rounds.0.entry(rounds).or_default() += fights;
        }
    }

    /// The share of the fights that a side won, from 0 to 1.
    pub fn chance(&self, side: usize) -> f64 {
        self.share(self.wins.get(side).copied().unwrap_or_default())
    }

    /// The share that so many of the fights are, from 0 to 1.
    pub fn share(&self, fights: u32) -> f64 {
        f64::from(fights) / f64::from(self.fights.max(1))
    }

    /// The mean strength left in a combatant where they weren't out at the end, from 0 to 1; `None` if they always were.
    pub fn mean_left(&self, combatant: usize) -> Option<f64> {
        let up = self.fights.checked_sub(*self.out.get(combatant)?).filter(|it| *it > 0)?;
        Some(*self.left_thousandths.get(combatant)? as f64 / 1_000.0 / f64::from(up))
    }
}

/// The margin of error of a share that was found in so many fights, from 0 to 1: half the width of Wilson's interval, which holds the true
/// chance in 95 of 100 forecasts.
pub fn margin(share: f64, fights: u32) -> f64 {
    const Z: f64 = 1.96;
    let n = f64::from(fights.max(1));
    Z / (1.0 + Z * Z / n) * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of a forecast may be added in any order.
    #[test]
    fn parts_add_up_in_any_order() {
        let part = |rounds, end, left: f64| {
            let mut tally = ForecastTally::new(2, 1);
            tally.count(rounds, end, &[left]);
            tally
        };
        let parts = [
            part(3, FightEnd::Won(0), 0.7),
            part(5, FightEnd::Won(1), 0.0),
            part(3, FightEnd::Nobody, OUT),
            part(100, FightEnd::CutOff, 1.0),
        ];
        let add = |order: [usize; 4]| {
            let mut sum = ForecastTally::new(2, 1);
            order.iter().for_each(|it| sum.add(&parts[*it]));
            sum
        };
        let sum = add([0, 1, 2, 3]);
        assert_eq!(sum, add([3, 1, 0, 2]));
        assert_eq!((sum.fights, sum.wins.as_slice(), sum.nobody, sum.cut_off), (4, &[1, 1][..], 1, 1));
        assert_eq!((sum.out[0], sum.mean_left(0)), (2, Some(0.75)));
        assert_eq!((sum.rounds.mean(), sum.rounds.within(0.5), sum.rounds.within(0.75)), (27.75, 3, 5));
        let spread = (((3.0_f64 - 27.75).powi(2) * 2.0 + 22.75_f64.powi(2) + 72.25_f64.powi(2)) / 4.0).sqrt();
        assert!((sum.rounds.spread() - spread).abs() < 1e-9);
    }

    /// The margin of error narrows with the root of the fights and is never nothing, even for a share of 0.
    #[test]
    fn the_margin_of_error_is_wilsons() {
        let percent = |share, fights| (margin(share, fights) * 1_000.0).round() / 10.0;
        assert_eq!((percent(0.5, 1_000), percent(0.5, 100), percent(0.0, 1_000)), (3.1, 9.6, 0.2));
    }
}
