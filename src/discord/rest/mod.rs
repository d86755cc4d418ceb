//! The REST client: everything the bot sends except an interaction's first reply. It paces itself by Discord's headers, waits when told to,
//! retries when Discord has problems, lets the newest edit of a message win, and keeps one channel's problems from holding up another. It
//! knows nothing about fights and composes nothing.
//!
//! **Why not serenity's client.** With its ratelimiter on, `proxy` is ignored and each 429 holds a lock while it sleeps; with it off, its
//! typed calls return no headers, and its errors keep neither `Retry-After` nor the headers of a 429. So the REST client speaks Discord's
//! JSON itself, over the same `reqwest::Client` (see [`super::connecting`]), and reads the headers of every response.
//!
//! **How it works.** Each [`Route`] (one kind of request in one channel) has a queue and, while that isn't empty, one task that sends its
//! requests one by one: a channel's messages stay in order, and edits don't hold up messages. [`pacing`](self) decides when each request
//! may go. Each queue is limited, and so is their total; whatever doesn't fit is refused at once, with an error.
//!
//! **No duplicates.** New messages carry a nonce that Discord enforces, so retrying after a broken connection is safe, even after a restart
//! within a few minutes. Discord bans an address for ten minutes after 10,000 responses of 401, 403 and 429 (docs, "Invalid Request
//! Limit"): 401 and 403 are never retried, and after a 429 the client waits.

mod look_up;
mod outcome;
mod pacing;
mod queues;
mod request;
mod route_queue;
mod wire;

#[cfg(test)]
mod socket_tests;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::sync::{Notify, oneshot};
use tokio::task::AbortHandle;

use super::limits::NONCE_MAX;
use super::message::Message;
use crate::{config::ApiBase, telemetry::Secret};
pub use look_up::LookUp;
pub use outcome::{GaveUp, Gone, RestOutcome};
use pacing::Pacing;
pub use queues::{Jitter, Patience};
use queues::{Job, RouteQueue, Shared, State, route_in_log};
pub use request::{InteractionToken, RestRequest, Route};
pub use wire::{DiscordWire, RestResponse, Wire, WireError, authorization};

/// Sends requests to Discord. It's cheap to clone; clones share their state.
#[derive(Clone)]
pub struct RestClient {
    shared: Arc<Shared>,
}

/// The future outcome of a request. The request is sent whether or not this is awaited; if nobody awaits it, a failure is still logged.
#[must_use = "an outcome that nobody looks at is how a tracker goes stale"]
pub struct PendingRequest {
    outcome: oneshot::Receiver<RestOutcome>,
}

impl Future for PendingRequest {
    type Output = RestOutcome;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<RestOutcome> {
        // If the sender is gone, the queue was cleared at the end of the drain.
        Pin::new(&mut self.outcome).poll(cx).map(|told| told.unwrap_or(RestOutcome::GaveUp(GaveUp::Closing)))
    }
}

impl PendingRequest {
    /// The outcome; `None` if the request is still on its way.
    pub fn look(&mut self) -> Option<RestOutcome> {
        match self.outcome.try_recv() {
            Ok(outcome) => Some(outcome),
            Err(oneshot::error::TryRecvError::Empty) => None,
            Err(oneshot::error::TryRecvError::Closed) => Some(RestOutcome::GaveUp(GaveUp::Closing)),
        }
    }

    fn settled(outcome: RestOutcome) -> Self {
        let (tell, receiver) = oneshot::channel();
        let _ = tell.send(outcome);
        Self { outcome: receiver }
    }
}

/// How a drain ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drained {
    /// Requests that didn't get through in time. The next process may send those with a nonce again.
    pub left: usize,
}

/// The REST client's current load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// Requests not yet settled.
    pub unsettled: usize,
    /// Routes that have requests.
    pub routes: usize,
}

impl RestClient {
    /// A REST client over `wire`. Time is tokio's; jitter comes from `jitter` ([`rand::random`] in the bot).
    #[must_use]
    pub fn new(wire: Arc<dyn Wire>, patience: Patience, jitter: Jitter) -> Self {
        let pacing = Pacing::new(patience.requests_per_second);
        let state = State { queues: HashMap::new(), pacing, unsettled: 0, is_closing: false, private: HashMap::new() };
        Self { shared: Arc::new(Shared { wire, patience, jitter, state: Mutex::new(state), idle: Notify::new() }) }
    }

    /// The bot's own REST client: to `base`, over `client`, with random jitter.
    ///
    /// # Errors
    /// If the token has characters that can't be in a header.
    pub fn to_discord(
        client: reqwest::Client,
        base: ApiBase,
        token: &Secret,
        patience: Patience,
        skew: Arc<super::clock_skew::ClockSkew>,
        traffic: super::traffic::Traffic,
    ) -> Result<Self, WireError> {
        let wire = DiscordWire::new(client, base, token, skew, traffic)?;
        Ok(Self::new(Arc::new(wire), patience, Box::new(rand::random)))
    }

    /// A new message in a channel. `nonce` identifies it within the channel, for Discord and for a later process that retries.
    pub fn send(&self, channel_id: u64, message: Message, nonce: impl Into<Arc<str>>) -> PendingRequest {
        self.post(RestRequest::Send { channel_id, message: Arc::new(message), nonce: nonce.into(), can_wait: false })
    }

    /// The same, but the channel's other messages go first, with the last slots of the rate limit reserved for them.
    pub fn send_later(&self, channel_id: u64, message: Message, nonce: impl Into<Arc<str>>) -> PendingRequest {
        self.post(RestRequest::Send { channel_id, message: Arc::new(message), nonce: nonce.into(), can_wait: true })
    }

    /// Withdraws such a message if it hasn't been tried yet: its outcome is [`RestOutcome::Superseded`]. Any other is sent.
    pub fn take_back(&self, channel_id: u64, nonce: &str) {
        let mut state = self.shared.state();
        let Some(queue) = state.queues.get_mut(&Route::SendLater(channel_id)) else { return };
        let has_it = |request: &RestRequest| matches!(request, RestRequest::Send { nonce: it, .. } if **it == *nonce);
        let is_it = |job: &Job| job.tries == 0 && has_it(&job.request);
        let Some(job) = queue.queue.iter().position(is_it).and_then(|at| queue.queue.remove(at)) else { return };
        let _ = job.tell.send(RestOutcome::Superseded);
        state.unsettled -= 1;
        if state.unsettled == 0 {
            self.shared.idle.notify_waiters();
        }
    }

    /// A new message with a fresh nonce, which no later process asks about.
    pub fn send_once(&self, channel_id: u64, message: Message) -> PendingRequest {
        self.send(channel_id, message, format!("{:024x}", rand::random::<u128>() >> 32))
    }

    /// Changes one of our messages. An earlier edit of it that's still waiting is superseded.
    pub fn edit(&self, channel_id: u64, message_id: u64, message: Message) -> PendingRequest {
        self.post(RestRequest::Edit { channel_id, message_id, message: Arc::new(message), can_wait: false })
    }

    /// The same, but the channel's other edits go first, with the last slots of the rate limit reserved for them.
    pub fn edit_later(&self, channel_id: u64, message_id: u64, message: Message) -> PendingRequest {
        self.post(RestRequest::Edit { channel_id, message_id, message: Arc::new(message), can_wait: true })
    }

    /// Deletes a message. An edit of it that's still waiting is superseded.
    pub fn delete(&self, channel_id: u64, message_id: u64) -> PendingRequest {
        self.post(RestRequest::Delete { channel_id, message_id })
    }

    /// Another reply to an interaction.
    pub fn follow_up(&self, interaction: InteractionToken, message: Message) -> PendingRequest {
        self.post(RestRequest::FollowUp { interaction, message: Arc::new(message) })
    }

    /// Changes a reply to an interaction; `None` is the first reply.
    pub fn edit_reply(
        &self,
        interaction: InteractionToken,
        message_id: Option<u64>,
        message: Message,
    ) -> PendingRequest {
        self.post(RestRequest::EditReply { interaction, message_id, message: Arc::new(message) })
    }

    /// Deletes a reply to an interaction; `None` is the first one, or, for a press that redrew its message, that message.
    pub fn delete_reply(&self, interaction: InteractionToken, message_id: Option<u64>) -> PendingRequest {
        self.post(RestRequest::DeleteReply { interaction, message_id })
    }

    /// Opens the direct-message channel with a user.
    pub fn open_private(&self, user_id: u64) -> PendingRequest {
        if let Some(channel_id) = self.shared.state().private.get(&user_id).copied() {
            return PendingRequest::settled(RestOutcome::Opened { channel_id });
        }
        self.post(RestRequest::OpenPrivate { user_id })
    }

    /// Looks something up. Look-ups have a third of the bot's limit, so that a crowd of them holds up nothing that people wait for.
    pub fn look_up(&self, what: LookUp) -> PendingRequest {
        self.post(RestRequest::LookUp(what))
    }

    /// Accepts any request. It needs a running tokio. When this returns, the request is queued, so requests of one route are sent in the
    /// order of these calls.
    pub fn post(&self, request: RestRequest) -> PendingRequest {
        if let Some(detail) = breach(&request) {
            tracing::error!(route = request.route().label(), %detail, "a message over Discord's limits was not sent");
            return PendingRequest::settled(RestOutcome::Rejected { status: 0, code: 0, detail });
        }
        let route = request.route();
        let mut state = self.shared.state();
        if state.is_closing {
            return PendingRequest::settled(RestOutcome::GaveUp(GaveUp::Closing));
        }
        let (tell, outcome) = oneshot::channel();
        let Err((request, tell)) = state.take_place(&route, request, tell) else {
            return PendingRequest { outcome };
        };
        let in_queue = state.queues.get(&route).map_or(0, |queue| queue.queue.len());
        if in_queue >= self.shared.patience.queue_max || state.unsettled >= self.shared.patience.waiting_max {
            tracing::warn!(route = route.label(), resource = %route_in_log(&route), "too much is waiting already; a request was refused");
            return PendingRequest::settled(RestOutcome::GaveUp(GaveUp::QueueFull));
        }
        state.drop_edits_of(&request);
        state.unsettled += 1;
        let queue =
            state.queues.entry(route.clone()).or_insert_with(|| RouteQueue { queue: VecDeque::new(), task: None });
        queue.queue.push_back(Job { request, tries: 0, refusals: 0, tell });
        if queue.task.as_ref().is_none_or(AbortHandle::is_finished) {
            let work = route_queue::work(Arc::clone(&self.shared), route);
            queue.task = Some(tokio::spawn(work).abort_handle());
        }
        PendingRequest { outcome }
    }

    /// The current load.
    #[must_use]
    pub fn load(&self) -> Load {
        let state = self.shared.state();
        Load { unsettled: state.unsettled, routes: state.queues.len() }
    }

    /// How many requests wait, by their route's template.
    #[must_use]
    pub fn waiting(&self) -> BTreeMap<&'static str, usize> {
        let state = self.shared.state();
        let mut waiting = BTreeMap::new();
        for job in state.queues.values().flat_map(|it| &it.queue) {
            *waiting.entry(job.request.template()).or_default() += 1;
        }
        waiting
    }

    /// Accepts nothing new and waits until everything is settled, at most until `deadline`; whatever is left is given up.
    pub async fn drain(&self, deadline: Duration) -> Drained {
        self.shared.state().is_closing = true;
        let settled = async {
            loop {
                let rung = self.shared.idle.notified();
                if self.shared.state().unsettled == 0 {
                    return;
                }
                rung.await;
            }
        };
        // In time or not, the remaining requests are what counts.
        let _ = tokio::time::timeout(deadline, settled).await;
        let mut state = self.shared.state();
        let left = std::mem::take(&mut state.unsettled);
        for (_, queue) in state.queues.drain() {
            if let Some(task) = queue.task {
                task.abort();
            }
        }
        if left > 0 {
            tracing::warn!(left, "closing with requests that did not get through");
        }
        Drained { left }
    }
}

/// Anything about a request that Discord would refuse, found before it's sent.
fn breach(request: &RestRequest) -> Option<String> {
    if let RestRequest::Send { nonce, .. } = request
        && (nonce.is_empty() || nonce.chars().count() > NONCE_MAX)
    {
        return Some(format!("the nonce {nonce:?} has not 1 to {NONCE_MAX} characters"));
    }
    request.message()?.check().err().map(|over| over.to_string())
}
