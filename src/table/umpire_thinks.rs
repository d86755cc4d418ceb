//! Works out Umpire's choices off the async threads, so that no fight waits for another's. As many think at once as there are cores, but
//! behind everything else: whoever presses something while others think is answered first.

use super::umpire::MoveDue;
use crate::rules::session::{Thinking, Thought};
use std::{
    future::pending,
    sync::Arc,
    thread::{Builder, available_parallelism},
};
use tokio::{sync::Semaphore, task::JoinHandle};

/// The places for those who think, shared by all fights and their forecasts.
#[derive(Clone)]
pub(super) struct ThinkingPlaces {
    places: Arc<Semaphore>,
    count: usize,
}

impl Default for ThinkingPlaces {
    fn default() -> ThinkingPlaces {
        let count = available_parallelism().map_or(1, usize::from);
        ThinkingPlaces { places: Arc::new(Semaphore::new(count)), count }
    }
}

impl ThinkingPlaces {
    /// The places that one forecast may take at a time: it leaves one, if there's more than one.
    pub fn for_a_forecast(&self) -> usize {
        self.count.saturating_sub(1).max(1)
    }

    /// Works something out as soon as there's a place. `None` if it panics, or if there's no thread for it.
    pub async fn think<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let place = self.places.clone().acquire_owned().await; // never closed
        let work = move || {
            // Kept until it's done, even if nobody waits for it any more.
            let _place = place;
            behind_others(work)
        };
        tokio::task::spawn_blocking(work).await.ok().flatten()
    }
}

/// How far the priority of a thread that thinks is lowered: from 0, not at all, to 19. Beside a thread that isn't, it gets a quarter of a core,
/// and its place at once if that one has something to do; nobody has to wait for what's thought about for ever, even on a busy machine.
#[cfg(target_os = "linux")]
const LOWERED_BY: i32 = 5;

/// Lowers this thread's priority, unless whoever started the program has done so already.
#[cfg(target_os = "linux")]
fn lower() -> Result<(), rustix::io::Errno> {
    match rustix::process::getpriority_process(None)? {
        already if already >= LOWERED_BY => Ok(()),
        _ => rustix::process::setpriority_process(None, LOWERED_BY),
    }
}

/// Works something out on a thread with a low priority, and waits for it: one that's lowered can't be raised again, so tokio's own isn't.
fn behind_others<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let thinks = move || {
        // On Linux, of this thread alone.
        #[cfg(target_os = "linux")]
        if let Err(error) = lower() {
            tracing::debug!(%error, "thinking has the usual priority");
        }
        work()
    };
    Builder::new().name("thinks".to_owned()).spawn(thinks).ok()?.join().ok()
}

/// One fight's thinking: at most one thing at a time.
pub(super) struct UmpireThinks {
    places: ThinkingPlaces,
    under_way: Option<(MoveDue, JoinHandle<Thought>)>,
}

impl UmpireThinks {
    pub fn new(places: ThinkingPlaces) -> UmpireThinks {
        UmpireThinks { places, under_way: None }
    }

    /// Whether something is being worked out.
    pub fn is_busy(&self) -> bool {
        self.under_way.is_some()
    }

    /// Begins to work out the choices for a move.
    pub fn begin(&mut self, due: MoveDue, thinking: Thinking) {
        let places = self.places.clone();
        // A panic is survived where it happens; were it not, there would be nothing to choose from.
        let task = async move { places.think(thinking).await.unwrap_or_default() };
        self.under_way = Some((due, tokio::spawn(task)));
    }

    /// What came of it, once it's there, and what it's for. Waits for ever if nothing is being worked out; nothing is lost if it's
    /// dropped.
    pub async fn done(&mut self) -> (MoveDue, Thought) {
        let Some((due, task)) = &mut self.under_way else { return pending().await };
        let (due, thought) = (*due, task.await.unwrap_or_default());
        self.under_way = None;
        (due, thought)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::process::getpriority_process;

    /// Whoever thinks leaves the core to others; these keep their priority. What panics leaves its place.
    #[tokio::test]
    async fn thinking_is_behind_others() {
        let before = getpriority_process(None).expect("a priority");
        let places = ThinkingPlaces::default();
        for _ in 0..3 {
            let thinks = places.think(|| getpriority_process(None).expect("a priority")).await;
            assert_eq!(thinks, Some(LOWERED_BY.max(before)));
        }
        for _ in 0..2 * places.count {
            assert_eq!(places.think(|| panic!("a bug")).await, None::<()>);
        }
        assert_eq!(places.think(|| 1).await, Some(1));
        let others = tokio::task::spawn_blocking(|| getpriority_process(None).expect("a priority")).await;
        assert_eq!(others.expect("no panic"), before);
    }
}
