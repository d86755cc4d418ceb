//! What passes over a script's fight without anybody's doing: time, and restarts.

use super::run::{Play, Stop};
use crate::{engine::view::Viewer, table::EncounterService};

/// The most deadlines that one wait can pass.
const MOST_TICKS: usize = 1_000;

impl Play {
    /// Lets time pass; every deadline on the way fires exactly when it's due.
    pub(super) async fn wait(&mut self, number: usize, ms: i64) -> Result<(), Stop> {
        let until_ms = self.now_ms + ms;
        for _ in 0..MOST_TICKS {
            let next = |it: &EncounterService| [it.next_deadline_ms(), it.umpire_due_ms()].into_iter().flatten().min();
            let due_ms = self.service.as_ref().and_then(next).filter(|it| *it <= until_ms);
            let Some(due_ms) = due_ms else {
                self.now_ms = until_ms;
                return Ok(());
            };
            self.now_ms = self.now_ms.max(due_ms);
            let now_ms = self.now_ms;
            let Some(service) = &mut self.service else { return Ok(()) };
            let kept = service.tick(now_ms).await;
            if let Err(why) = kept.and(service.umpire_moves(now_ms).await) {
                self.listen(number).await?;
                return self.stop(number, format!("a deadline could not be kept: {why}"));
            }
            self.listen(number).await?;
        }
        self.stop(number, format!("more than {MOST_TICKS} deadlines passed in this wait"))
    }

    /// Drops everything in memory and loads it from the store; the dice and the clock continue.
    pub(super) async fn restart(&mut self, number: usize) -> Result<(), Stop> {
        let Some(mut service) = self.service.take() else { return Ok(()) };
        let dice = service.script_dice().map(std::mem::take);
        let before = service.scene(Viewer::Gm);
        let id = service.header().id;
        drop(service);
        match EncounterService::load(self.store.clone(), id).await {
            Ok(service) => {
                let mut service = service.scripted(dice.unwrap_or_default());
                if let Some(seed) = self.seed {
                    service.seed_dice(seed);
                }
                let same = service.scene(Viewer::Gm) == before;
                self.service = Some(service);
                match same {
                    true => Ok(()),
                    false => self.stop(number, "expected the fight to be as it was, found another after loading it"),
                }
            }
            Err(why) => self.stop(number, format!("the fight could not be loaded again: {why}")),
        }
    }
}
