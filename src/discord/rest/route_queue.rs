//! The task that empties one route's queue: it waits for its turn, sends, and handles the response. It ends when the queue is empty.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::{
    outcome::{self, GaveUp, Gone, Reading, RestOutcome},
    queues::{Job, Shared, route_in_log},
    request::{RestRequest, Route},
};

/// Works until this route has nothing left to do.
pub(super) async fn work(shared: Arc<Shared>, route: Route) {
    while let Some(job) = next(&shared, &route).await {
        let carried = timeout(shared.patience.request_timeout, shared.wire.carry(&job.request)).await;
        let reading = match carried {
            Ok(Ok(answer)) => {
                let reading = outcome::read(&job.request, &answer);
                // The limit on editing old messages is the message's own and can last an hour; the channel's other edits go on.
                if reading != Reading::Settled(RestOutcome::TooOld) {
                    shared.state().pacing.note(&route, &answer, Instant::now());
                }
                reading
            }
            Ok(Err(error)) => {
                tracing::debug!(route = route.label(), %error, "no answer");
                Reading::Again
            }
            Err(_too_slow) => Reading::Again,
        };
        match reading {
            Reading::Settled(outcome) => settle(&shared, &route, job, outcome),
            Reading::Wait { retry_after_ms, is_global } => {
                put_off(&shared, &route, job, Duration::from_millis(retry_after_ms), is_global);
            }
            Reading::Again => try_again(&shared, &route, job).await,
        }
    }
}

/// The next request, once it may go. Until then it stays in the queue, where a newer edit can still replace it.
async fn next(shared: &Shared, route: &Route) -> Option<Job> {
    loop {
        let wait_until = {
            let mut state = shared.state();
            let queue = state.queues.get_mut(route)?;
            let Some(first) = queue.queue.front() else {
                // Under the same lock as `post`, so that no request joins a queue whose task has just ended.
                state.queues.remove(route);
                return None;
            };
            let counts_globally = first.request.needs_bot_token();
            match state.pacing.take(route, counts_globally, Instant::now()) {
                Ok(()) => return state.queues.get_mut(route)?.queue.pop_front(),
                Err(until) => until,
            }
        };
        sleep_until(wait_until).await;
    }
}

fn settle(shared: &Shared, route: &Route, job: Job, outcome: RestOutcome) {
    let (kind, resource) = (route.label(), route_in_log(route));
    match &outcome {
        RestOutcome::Rejected { status, code, detail } => {
            tracing::error!(
                route = kind,
                resource,
                status,
                code,
                detail,
                "Discord refused a request: this is a bug of ours"
            );
        }
        RestOutcome::Forbidden { .. } | RestOutcome::GaveUp(_) | RestOutcome::TooOld => {
            tracing::warn!(route = kind, resource, ?outcome, tries = job.tries, "a request did not get through");
        }
        RestOutcome::Gone(Gone::LookedUp) => {}
        RestOutcome::Gone(_) => tracing::info!(route = kind, resource, ?outcome, "a request came too late"),
        _ => {}
    }
    match (&job.request, &outcome) {
        (RestRequest::OpenPrivate { user_id }, RestOutcome::Opened { channel_id }) => {
            shared.state().private.insert(*user_id, *channel_id);
        }
        (RestRequest::Send { channel_id, .. }, RestOutcome::Gone(_)) => {
            shared.state().private.retain(|_, private| private != channel_id);
        }
        _ => {}
    }
    // The caller may no longer be waiting.
    let _ = job.tell.send(outcome);
    let mut state = shared.state();
    state.unsettled = state.unsettled.saturating_sub(1);
    if state.unsettled == 0 {
        shared.idle.notify_waiters();
    }
}

/// Puts a request back at the head of its queue, unless something newer there supersedes it; that then inherits its position and its
/// failures, so that a stream of edits can't make the REST client retry for ever.
fn put_back(shared: &Shared, route: &Route, job: Job) {
    let mut state = shared.state();
    let Some(queue) = state.queues.get_mut(route) else { return };
    let newer = queue.queue.iter().position(|waiting| job.request.is_superseded_by(&waiting.request));
    match newer.and_then(|at| queue.queue.remove(at)) {
        Some(newer) => {
            queue.queue.push_front(Job { tries: job.tries, refusals: job.refusals, ..newer });
            drop(state);
            settle(shared, route, job, RestOutcome::Superseded);
        }
        None => queue.queue.push_front(job),
    }
}

fn put_off(shared: &Shared, route: &Route, mut job: Job, retry_after: Duration, is_global: bool) {
    // A 429 without any time would otherwise cause a busy loop.
    let retry_after = retry_after.max(Duration::from_millis(50));
    tracing::info!(
        route = route.label(),
        resource = route_in_log(route),
        ?retry_after,
        is_global,
        "Discord is rate limiting us"
    );
    shared.state().pacing.refuse(route, retry_after, is_global, Instant::now());
    job.refusals += 1;
    if job.refusals > shared.patience.refusals_max || retry_after > shared.patience.wait_max {
        settle(shared, route, job, RestOutcome::GaveUp(GaveUp::RateLimited));
    } else {
        put_back(shared, route, job);
    }
}

async fn try_again(shared: &Shared, route: &Route, mut job: Job) {
    job.tries += 1;
    if job.tries >= shared.patience.tries_max {
        return settle(shared, route, job, RestOutcome::GaveUp(GaveUp::Unanswered));
    }
    let doubled = shared.patience.pause_min.saturating_mul(1 << (job.tries - 1).min(16));
    // Half fixed, half random: channels that failed together don't retry together.
    let pause = doubled.min(shared.patience.pause_max).mul_f64(0.5 + 0.5 * (shared.jitter)().clamp(0.0, 1.0));
    put_back(shared, route, job);
    sleep(pause).await;
}
