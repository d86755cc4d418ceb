//! Works forecasts out off the async threads, in small pieces and beside Umpire's own thinking. Of each fight there's one at a time, and it's
//! given up as soon as the fight is no longer as it was. One core is left to the tables, if there's more than one.

use super::next_row::AsOfRow;
use crate::{
    engine::playing::forecast::ForecastTally,
    rules::{
        UserError,
        session::{ForecastBatch, ForecastReport, ForecastRun},
    },
    store::{EncounterId, Snowflake},
    table::umpire_thinks::ThinkingPlaces,
};
use std::{
    collections::BTreeSet,
    ops::Range,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};
use tokio::task::JoinSet;

/// What a forecast is made of; there's one at a time of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::table) enum ForecastSubject {
    /// A live fight.
    Fight(EncounterId),
    /// Whatever this person has prepared.
    PreparedBy(Snowflake),
}

/// Why there's no forecast.
#[derive(Debug, thiserror::Error)]
pub enum ForecastError {
    /// One is being worked out already.
    #[error("A forecast is already being worked out here. Wait for it, then ask again.")]
    Running,
    /// The fight has gone on in the meantime.
    #[error("The fight has changed, so its forecast was stopped.")]
    Changed,
    /// The fight or the plan doesn't allow one.
    #[error(transparent)]
    Refused(#[from] UserError),
    /// A bug of ours.
    #[error("a part of a forecast failed")]
    Failed,
}

/// The forecasts of all tables.
#[derive(Clone, Default)]
pub(in crate::table) struct Forecasts {
    places: ThinkingPlaces,
    running: Arc<Mutex<BTreeSet<ForecastSubject>>>,
}

/// The only forecast of its subject, until dropped.
pub(in crate::table) struct RunningForecast {
    all: Forecasts,
    subject: ForecastSubject,
}

impl Drop for RunningForecast {
    fn drop(&mut self) {
        self.all.running().remove(&self.subject);
    }
}

impl Forecasts {
    /// None yet; they share the places of those who think.
    pub fn new(places: ThinkingPlaces) -> Forecasts {
        Forecasts { places, running: Arc::default() }
    }

    fn running(&self) -> MutexGuard<'_, BTreeSet<ForecastSubject>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A forecast of this begins.
    ///
    /// # Errors
    /// If there's one already.
    pub fn begin(&self, subject: ForecastSubject) -> Result<RunningForecast, ForecastError> {
        match self.running().insert(subject) {
            true => Ok(RunningForecast { all: self.clone(), subject }),
            false => Err(ForecastError::Running),
        }
    }
}

impl RunningForecast {
    /// Works the forecast out; `of` is the live fight that it's made of, if it is one.
    ///
    /// # Errors
    /// If the fight goes on in the meantime, or a part of the forecast fails.
    pub async fn work_out(self, mut run: ForecastRun, of: Option<AsOfRow>) -> Result<ForecastReport, ForecastError> {
        while let Some(batch) = run.next_batch() {
            let tally = self.played(&batch, of.as_ref()).await?;
            run.played(tally);
        }
        Ok(run.report())
    }

    /// Plays a batch.
    async fn played(&self, batch: &ForecastBatch, of: Option<&AsOfRow>) -> Result<ForecastTally, ForecastError> {
        let pieces: Arc<Pieces> = Arc::new(Pieces { all: batch.pieces(), taken: AtomicUsize::new(0) });
        let mut workers = JoinSet::new();
        for _ in 0..self.all.places.for_a_forecast() {
            workers.spawn(work(self.all.places.clone(), batch.clone(), pieces.clone(), of.cloned()));
        }
        // The first error ends it: without the set, the other workers stop after the piece they're at.
        let mut tally = batch.nothing_yet();
        while let Some(done) = workers.join_next().await {
            tally.add(&done.map_err(|_| ForecastError::Failed)??);
        }
        Ok(tally)
    }
}

/// The pieces of a batch, each taken once.
struct Pieces {
    all: Vec<Range<u32>>,
    taken: AtomicUsize,
}

impl Pieces {
    fn next(&self) -> Option<Range<u32>> {
        self.all.get(self.taken.fetch_add(1, Ordering::Relaxed)).cloned()
    }
}

/// Plays one piece after the other. Each takes a place anew, so that whoever else waits for one gets it in between.
async fn work(
    places: ThinkingPlaces,
    batch: ForecastBatch,
    pieces: Arc<Pieces>,
    of: Option<AsOfRow>,
) -> Result<ForecastTally, ForecastError> {
    let mut tally = batch.nothing_yet();
    while let Some(piece) = pieces.next() {
        let line_up = batch.line_up.clone();
        let (of, fights) = (of.clone(), piece.len());
        let goes_on = move || !of.as_ref().is_some_and(AsOfRow::is_past);
        let part = places.think(move || line_up.play_while(piece, &goes_on)).await.ok_or(ForecastError::Failed)?;
        if (part.fights as usize) < fights {
            return Err(ForecastError::Changed);
        }
        tally.add(&part);
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::{Actor, Scripted, Seat},
        rules::{Newcomer, Request, System, session::ForecastPlan},
        table::forecast::NextRow,
    };

    fn run() -> ForecastRun {
        let mut fight = System::Td2e.open(&[]).expect("opens");
        for name in ["Players", "Foes"] {
            let template = fight.templates().first().cloned();
            let side = Some(name.to_owned());
            let newcomer = Newcomer { name: name.to_owned(), side, template, ..Newcomer::default() };
            for request in [Request::Side { name: name.to_owned() }, Request::Join(newcomer)] {
                let proposal = fight.propose(Actor::Gm(Seat(1)), &request, &mut Scripted::default(), 0);
                fight.commit(proposal.expect("accepted"));
            }
        }
        let plan = ForecastPlan { fights: Some(60), ..ForecastPlan::usual(3) };
        fight.forecast(&plan).unwrap_or_else(|why| panic!("{}", why.text))
    }

    /// However many work on it, it comes out as it would on one thread; a second one of the same fight has to wait, one of another doesn't.
    #[tokio::test]
    async fn a_forecast_is_worked_out_in_pieces() {
        let forecasts = Forecasts::default();
        let one = forecasts.begin(ForecastSubject::Fight(1)).expect("the first");
        assert!(matches!(forecasts.begin(ForecastSubject::Fight(1)), Err(ForecastError::Running)));
        assert!(forecasts.begin(ForecastSubject::PreparedBy(1)).is_ok());
        assert_eq!(one.work_out(run(), None).await.expect("worked out"), run().to_the_end());
        assert!(forecasts.begin(ForecastSubject::Fight(1)).is_ok(), "it's over");
    }

    /// It's given up when the fight goes on, and then another may begin.
    #[tokio::test]
    async fn a_forecast_is_given_up_when_the_fight_goes_on() {
        let (forecasts, next) = (Forecasts::default(), NextRow::default());
        next.is(5);
        let one = forecasts.begin(ForecastSubject::Fight(1)).expect("the first");
        let as_of = AsOfRow::new(5, next.clone());
        assert!(!as_of.is_past());
        next.is(6);
        assert!(matches!(one.work_out(run(), Some(as_of)).await, Err(ForecastError::Changed)));
        assert!(forecasts.begin(ForecastSubject::Fight(1)).is_ok(), "it's over");
    }
}
