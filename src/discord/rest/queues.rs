//! What waits to be sent, by route, and how patient we are with it: the state that the client and the tasks of its queues share.

use super::{
    outcome::RestOutcome,
    pacing::Pacing,
    request::{RestRequest, Route},
    wire::Wire,
};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};
use tokio::{
    sync::{Notify, oneshot},
    task::AbortHandle,
};

/// Where jitter comes from: each call gives a number from 0 up to, not including, 1.
pub type Jitter = Box<dyn Fn() -> f64 + Send + Sync>;

/// How patient the REST client is, and how much it carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Requests with the bot's token in any second, over all channels. Discord allows 50; some are left for interactions.
    pub requests_per_second: u32,
    /// How often a request is tried that meets no answer or a 5xx.
    pub tries_max: u32,
    /// How often a request is put off by a 429.
    pub refusals_max: u32,
    /// The longest time that Discord may ask for in one 429; beyond it the request is given up.
    pub wait_max: Duration,
    /// The pause after the first trouble; it doubles with each, up to `pause_max`.
    pub pause_min: Duration,
    /// The longest pause after trouble.
    pub pause_max: Duration,
    /// How long one request may take.
    pub request_timeout: Duration,
    /// How many requests may wait in one queue.
    pub queue_max: usize,
    /// How many requests may wait in all queues together.
    pub waiting_max: usize,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            requests_per_second: 45,
            tries_max: 8,
            refusals_max: 30,
            wait_max: Duration::from_secs(300),
            pause_min: Duration::from_millis(400),
            pause_max: Duration::from_secs(30),
            request_timeout: Duration::from_secs(10),
            queue_max: 256,
            waiting_max: 20_000,
        }
    }
}

pub(super) struct Shared {
    pub(super) wire: Arc<dyn Wire>,
    pub(super) patience: Patience,
    pub(super) jitter: Jitter,
    /// Held for a moment at a time and never across an await.
    pub(super) state: Mutex<State>,
    /// Notified when the last request is settled.
    pub(super) idle: Notify,
}

pub(super) struct State {
    pub(super) queues: HashMap<Route, RouteQueue>,
    pub(super) pacing: Pacing,
    /// Requests not yet settled, those under way included.
    pub(super) unsettled: usize,
    pub(super) is_closing: bool,
    /// The private conversations that have been opened, by user: each stays the same, and there is one queue to open them all.
    pub(super) private: HashMap<u64, u64>,
}

/// A route's queue and the task that works it off. It exists only while there is something to do.
pub(super) struct RouteQueue {
    pub(super) queue: VecDeque<Job>,
    pub(super) task: Option<AbortHandle>,
}

/// A request on its way.
pub(super) struct Job {
    pub(super) request: RestRequest,
    pub(super) tries: u32,
    pub(super) refusals: u32,
    pub(super) tell: oneshot::Sender<RestOutcome>,
}

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // Nothing below panics while it holds the lock; if it ever did, the counts are still the best we have.
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl State {
    /// Puts a newer edit where the one that it makes needless waits, so that a message that changes all the time still gets its
    /// turn. Gives the request back if there is none.
    pub(super) fn take_place(
        &mut self,
        route: &Route,
        newer: RestRequest,
        tell: oneshot::Sender<RestOutcome>,
    ) -> Result<(), (RestRequest, oneshot::Sender<RestOutcome>)> {
        let waiting = self
            .queues
            .get_mut(route)
            .and_then(|queue| queue.queue.iter_mut().find(|job| job.request.is_superseded_by(&newer)));
        let Some(job) = waiting else { return Err((newer, tell)) };
        job.request = newer;
        let _ = std::mem::replace(&mut job.tell, tell).send(RestOutcome::Superseded);
        Ok(())
    }

    /// Settles edits that wait for a message which is about to be removed.
    pub(super) fn drop_edits_of(&mut self, removal: &RestRequest) {
        let RestRequest::Delete { channel_id, .. } = removal else { return };
        for route in [Route::Edit(*channel_id), Route::EditLater(*channel_id)] {
            let Some(queue) = self.queues.get_mut(&route) else { continue };
            while let Some(at) = queue.queue.iter().position(|job| job.request.is_superseded_by(removal)) {
                if let Some(job) = queue.queue.remove(at) {
                    let _ = job.tell.send(RestOutcome::Superseded);
                    self.unsettled -= 1;
                }
            }
        }
    }
}

/// A route's channel for the log; an interaction's token is not written down.
pub(super) fn route_in_log(route: &Route) -> String {
    match route {
        Route::Interaction(_) => "interaction".to_owned(),
        _ => route.resource(),
    }
}
