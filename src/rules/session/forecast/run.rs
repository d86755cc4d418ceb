//! The work of a forecast, batch by batch: the fight as it is, then changes to it until it's known what would make it even. Whoever has the
//! time plays a batch's pieces, on as many threads as they like, and adds them up.

use super::{ForecastCast, ForecastPlan, Forecastable};
use crate::engine::playing::{
    Style,
    forecast::{EvenSearch, ForecastTally, margin},
};
use serde::Serialize;
use std::{ops::Range, sync::Arc};

/// The fights of one piece of work: few enough that others soon get at it.
const PIECE: u32 = 5;
/// The same where somebody thinks about every move.
const PIECE_WITH_THOUGHT: u32 = 1;
/// A change is tried with this part of the fights.
const PART_FOR_CHANGES: u32 = 4;
/// But with so many at least, if the forecast has as many.
const LEAST_FOR_CHANGES: u32 = 100;

/// Fights of one line-up that are to be played next.
#[derive(Clone)]
pub struct ForecastBatch {
    /// The line-up.
    pub line_up: Arc<dyn Forecastable>,
    /// The number of fights.
    pub fights: u32,
    piece: u32,
}

impl ForecastBatch {
    /// The pieces it can be played in, by the numbers of their fights. Their tallies add up to the batch's in any order.
    pub fn pieces(&self) -> Vec<Range<u32>> {
        let starts = (0..self.fights).step_by(self.piece as usize);
        starts.map(|from| from..(from + self.piece).min(self.fights)).collect()
    }

    /// The tally of no fight, to add the pieces' to.
    pub fn nothing_yet(&self) -> ForecastTally {
        self.line_up.play(0..0)
    }
}

/// A change to the foes that was tried.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TriedChange {
    /// The change in words: "one Bandit fewer".
    pub change: String,
    /// How many were added, or taken away if it's negative.
    pub by: i8,
    /// The number of fights.
    pub fights: u32,
    /// The chance of the players' side with it, from 0 to 1.
    pub chance: f64,
    /// Its margin of error.
    pub margin: f64,
}

/// A forecast.
#[derive(Clone, Debug, PartialEq)]
pub struct ForecastReport {
    /// Who takes part.
    pub cast: ForecastCast,
    /// In what style everyone was played; `None` for each one's own.
    pub style: Option<Style>,
    /// The chance of the players' side that counts as even, from 0 to 1.
    pub target: f64,
    /// The fights.
    pub tally: ForecastTally,
    /// The changes that come nearest to even of those tried, the nearest first.
    pub nearest: Vec<TriedChange>,
}

impl ForecastReport {
    /// The chance of the players' side, from 0 to 1.
    pub fn chance(&self) -> f64 {
        self.tally.chance(self.cast.players)
    }

    /// The margin of error of a share of the fights, from 0 to 1.
    pub fn margin(&self, share: f64) -> f64 {
        margin(share, self.tally.fights)
    }
}

/// A forecast that's being worked out.
pub struct ForecastRun {
    base: Arc<dyn Forecastable>,
    plan: ForecastPlan,
    fights: u32,
    /// The fights of one piece of work.
    piece: u32,
    tally: Option<ForecastTally>,
    search: Option<EvenSearch>,
    tried: Vec<TriedChange>,
    /// The change that's being played.
    change: Option<(String, i8)>,
}

impl ForecastRun {
    /// Somebody `thinks` about every move, or nobody does.
    pub(super) fn new(base: Arc<dyn Forecastable>, plan: &ForecastPlan, fights: u32, thinks: bool) -> ForecastRun {
        let piece = if thinks { PIECE_WITH_THOUGHT } else { PIECE };
        ForecastRun { base, plan: plan.clone(), fights, piece, tally: None, search: None, tried: vec![], change: None }
    }

    /// Who takes part.
    pub fn cast(&self) -> &ForecastCast {
        self.base.cast()
    }

    /// What's to be played next; `None` if the forecast is complete. Play all of it, then call [`ForecastRun::played`].
    pub fn next_batch(&mut self) -> Option<ForecastBatch> {
        if self.tally.is_none() {
            return Some(ForecastBatch { line_up: self.base.clone(), fights: self.fights, piece: self.piece });
        }
        let by = self.search.as_ref()?.next_change()?;
        let Some((change, line_up)) = self.base.changed(by) else {
            self.search.as_mut()?.tell(None);
            return None;
        };
        self.change = Some((change, by));
        let fights = (self.fights / PART_FOR_CHANGES).max(LEAST_FOR_CHANGES).min(self.fights);
        Some(ForecastBatch { line_up, fights, piece: self.piece })
    }

    /// The last batch has been played.
    pub fn played(&mut self, tally: ForecastTally) {
        let chance = tally.chance(self.base.cast().players);
        let Some((change, by)) = self.change.take() else {
            self.search = Some(EvenSearch::new(chance, self.plan.target));
            self.tally = Some(tally);
            return;
        };
        let fights = tally.fights;
        self.tried.push(TriedChange { change, by, fights, chance, margin: margin(chance, fights) });
        if let Some(search) = &mut self.search {
            search.tell(Some(chance));
        }
    }

    /// The forecast, as far as it has been worked out.
    pub fn report(self) -> ForecastReport {
        let tally = self.tally.unwrap_or_else(|| self.base.play(0..0));
        let chances: Vec<f64> = self.tried.iter().map(|it| it.chance).collect();
        let nearest = self.search.map_or_else(Vec::new, |it| it.nearest(&chances));
        ForecastReport {
            cast: self.base.cast().clone(),
            style: self.plan.style,
            target: self.plan.target,
            tally,
            nearest: nearest.into_iter().map(|it| self.tried[it].clone()).collect(),
        }
    }

    /// Works all of it out on this thread.
    pub fn to_the_end(mut self) -> ForecastReport {
        while let Some(batch) = self.next_batch() {
            let tally = batch.line_up.play(0..batch.fights);
            self.played(tally);
        }
        self.report()
    }
}
