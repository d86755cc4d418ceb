//! Waiting requests by route, and the retry policy: the state shared by the client and its queues' tasks.

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

/// The source of jitter: each call returns a number from 0 up to, but not including, 1.
pub type Jitter = Box<dyn Fn() -> f64 + Send + Sync>;

/// The REST client's retry policy and capacity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Requests per second with the bot's token, over all channels. Discord allows 50; some are reserved for interactions.
    pub requests_per_second: u32,
    /// How many attempts a request gets after no response or a 5xx.
    pub tries_max: u32,
    /// How many times a request is postponed by a 429.
    pub refusals_max: u32,
    /// The longest wait that Discord may ask for in one 429; beyond it, the request is given up.
    pub wait_max: Duration,
    /// The pause after the first failure; it doubles each time, up to `pause_max`.
    pub pause_min: Duration,
    /// The longest pause after failures.
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
    /// Held only briefly and never across an await.
    pub(super) state: Mutex<State>,
    /// Notified when the last request is settled.
    pub(super) idle: Notify,
}

pub(super) struct State {
    pub(super) queues: HashMap<Route, RouteQueue>,
    pub(super) pacing: Pacing,
    /// Unsettled requests, including those being sent.
    pub(super) unsettled: usize,
    pub(super) is_closing: bool,
    /// The open direct-message channels, by user: each stays the same, and one queue opens them all.
    pub(super) private: HashMap<u64, u64>,
}

/// A route's queue and the task that empties it. It exists only while there's something to send.
pub(super) struct RouteQueue {
    pub(super) queue: VecDeque<Job>,
    pub(super) task: Option<AbortHandle>,
}

/// A request being sent.
pub(super) struct Job {
    pub(super) request: RestRequest,
    pub(super) tries: u32,
    pub(super) refusals: u32,
    pub(super) tell: oneshot::Sender<RestOutcome>,
}

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // Nothing below panics while holding the lock; if anything ever did, the counts would still be the best we have.
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl State {
    /// Puts a newer edit in the place of the waiting one it supersedes, so that a message that keeps changing still gets its turn. Returns
    /// the request if there's none.
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

    /// Settles waiting edits of a message that's about to be deleted.
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

/// A route's channel for the log; an interaction's token isn't logged.
pub(super) fn route_in_log(route: &Route) -> String {
    match route {
        Route::Interaction(_) => "interaction".to_owned(),
        _ => route.resource(),
    }
}
