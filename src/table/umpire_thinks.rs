//! Works out Umpire's choices off the async threads, so that no fight waits for another's. As many think at once as there are cores.

use crate::rules::session::{Thinking, Thought};
use std::{future::pending, sync::Arc, thread::available_parallelism};
use tokio::{sync::Semaphore, task::JoinHandle};

/// The places for those who think, shared by all fights.
#[derive(Clone)]
pub(super) struct ThinkingPlaces(Arc<Semaphore>);

impl Default for ThinkingPlaces {
    fn default() -> ThinkingPlaces {
        ThinkingPlaces(Arc::new(Semaphore::new(available_parallelism().map_or(1, usize::from))))
    }
}

impl ThinkingPlaces {
    /// Does work that takes a while off the async threads, once there's a place; `None` if it panics.
    pub async fn think<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let _place = self.0.clone().acquire_owned().await; // never closed
        tokio::task::spawn_blocking(work).await.ok()
    }
}

/// One fight's thinking: at most one thing at a time.
pub(super) struct UmpireThinks {
    places: ThinkingPlaces,
    under_way: Option<(u64, JoinHandle<Thought>)>,
}

impl UmpireThinks {
    pub fn new(places: ThinkingPlaces) -> UmpireThinks {
        UmpireThinks { places, under_way: None }
    }

    /// Whether something is being worked out.
    pub fn is_busy(&self) -> bool {
        self.under_way.is_some()
    }

    /// Begins to work out the choices for the row with this number.
    pub fn begin(&mut self, seq: u64, thinking: Thinking) {
        let places = self.places.clone();
        // A panic is survived where it happens; were it not, there would be nothing to choose from.
        let task = async move { places.think(thinking).await.unwrap_or_default() };
        self.under_way = Some((seq, tokio::spawn(task)));
    }

    /// What came of it, once it's there, and the row it's for. Waits for ever if nothing is being worked out; nothing is lost if it's
    /// dropped.
    pub async fn done(&mut self) -> (u64, Thought) {
        let Some((seq, task)) = &mut self.under_way else { return pending().await };
        let (seq, thought) = (*seq, task.await.unwrap_or_default());
        self.under_way = None;
        (seq, thought)
    }
}
