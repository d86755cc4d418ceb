//! When the next request may be sent: Discord's rate limits as its headers give them, per limit and channel, and the bot's own overall
//! limit. It has no clock and sends nothing; the caller always passes the time.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use tokio::time::Instant;

use super::request::Route;
use super::wire::RestResponse;

/// After this many limits, expired ones are dropped.
const BUCKETS_KEPT: usize = 1_024;

/// Everything known about rate limits.
#[derive(Debug)]
pub(super) struct Pacing {
    per_second: u32,
    last_second: LastSecond,
    all_wait_until: Option<Instant>,
    /// Discord's name for a route's limit, once known. Routes with the same name share a limit within a channel.
    names: HashMap<Route, String>,
    buckets: HashMap<Key, Bucket>,
}

/// What was sent with the bot's token within the last second, oldest first. Whatever second Discord counts, no more than the limit is in it.
#[derive(Debug, Default)]
struct LastSecond {
    sent: VecDeque<Sent>,
    looked_up: usize,
}

#[derive(Debug, Clone, Copy)]
struct Sent {
    at: Instant,
    is_look_up: bool,
}

/// Look-ups get one part in so many of the overall limit: nobody waits for most of them.
const LOOK_UPS_PART: u32 = 3;

impl LastSecond {
    /// Permits one request now, or says when to ask again.
    fn take(&mut self, per_second: u32, is_look_up: bool, now: Instant) -> Result<(), Instant> {
        let second = Duration::from_secs(1);
        while let Some(first) = self.sent.front().filter(|it| it.at + second <= now) {
            self.looked_up -= usize::from(first.is_look_up);
            self.sent.pop_front();
        }
        let look_ups_max = (per_second / LOOK_UPS_PART).max(1) as usize;
        let is_full = self.sent.len() >= per_second as usize;
        let blocker = match is_look_up && self.looked_up >= look_ups_max {
            true => self.sent.iter().find(|it| it.is_look_up),
            false => self.sent.front().filter(|_| is_full),
        };
        if let Some(blocker) = blocker {
            return Err(blocker.at + second);
        }
        self.sent.push_back(Sent { at: now, is_look_up });
        self.looked_up += usize::from(is_look_up);
        Ok(())
    }
}

/// Requests that can wait leave this many slots of a limit to others; of a small limit, all but one.
const LEFT_TO_OTHERS: u32 = 2;

fn left_to_others(route: &Route, limit: u32) -> u32 {
    match route {
        Route::EditLater(_) | Route::SendLater(_) => LEFT_TO_OTHERS.min(limit.saturating_sub(1)),
        _ => 0,
    }
}

/// The route as Discord counts it: it doesn't distinguish requests that can wait.
fn counted_as(route: &Route) -> Route {
    match route {
        Route::EditLater(channel) => Route::Edit(*channel),
        Route::SendLater(channel) => Route::Send(*channel),
        route => route.clone(),
    }
}

/// A limit's name (ours until Discord's is known) and its channel.
type Key = (String, String);

/// Two responses about one window may differ by this much about its end.
const SAME_WINDOW: Duration = Duration::from_millis(250);

#[derive(Debug, Clone, Copy)]
struct Bucket {
    limit: u32,
    remaining: u32,
    resets_at: Instant,
}

impl Pacing {
    pub(super) fn new(per_second: u32) -> Self {
        Self {
            per_second: per_second.max(1),
            last_second: LastSecond::default(),
            all_wait_until: None,
            names: HashMap::new(),
            buckets: HashMap::new(),
        }
    }

    fn key(&self, route: &Route) -> Key {
        (self.names.get(&counted_as(route)).cloned().unwrap_or_else(|| route.label().to_owned()), route.resource())
    }

    /// Permits one request now, or says when to ask again.
    pub(super) fn take(&mut self, route: &Route, counts_globally: bool, now: Instant) -> Result<(), Instant> {
        if let Some(until) = self.all_wait_until.filter(|until| counts_globally && *until > now) {
            return Err(until);
        }
        let key = self.key(route);
        if let Some(bucket) = self.buckets.get_mut(&key) {
            if bucket.resets_at <= now {
                bucket.remaining = bucket.limit;
            }
            if bucket.remaining <= left_to_others(route, bucket.limit) {
                return Err(bucket.resets_at);
            }
        }
        if counts_globally {
            self.last_second.take(self.per_second, matches!(route, Route::LookUp { .. }), now)?;
        }
        if let Some(bucket) = self.buckets.get_mut(&key) {
            // Once the old window is over, the next response says when the new one ends.
            bucket.remaining = if bucket.resets_at <= now { bucket.limit } else { bucket.remaining - 1 };
        }
        Ok(())
    }

    /// Records what a response says about its limit.
    pub(super) fn note(&mut self, route: &Route, answer: &RestResponse, now: Instant) {
        if let Some(name) = &answer.bucket {
            self.names.insert(counted_as(route), name.clone());
        }
        if let (Some(limit), Some(remaining), Some(reset_after_ms)) =
            (answer.limit, answer.remaining, answer.reset_after_ms)
        {
            let resets_at = now + Duration::from_millis(reset_after_ms);
            let key = self.key(route);
            let bucket = self.buckets.entry(key).or_insert(Bucket { limit, remaining, resets_at });
            // Two responses may arrive out of order: within one window, what's left can only shrink.
            let is_same_window = bucket.resets_at > now && resets_at <= bucket.resets_at + SAME_WINDOW;
            let remaining = if is_same_window { remaining.min(bucket.remaining) } else { remaining };
            *bucket = Bucket { limit: limit.max(1), remaining, resets_at };
        }
        self.forget_what_is_over(now);
    }

    /// Records a refusal: nothing more under this limit, or at all, until the time has passed.
    pub(super) fn refuse(&mut self, route: &Route, retry_after: Duration, is_global: bool, now: Instant) {
        let until = now + retry_after;
        if is_global {
            self.all_wait_until = Some(self.all_wait_until.map_or(until, |already| already.max(until)));
        }
        let key = self.key(route);
        let bucket = self.buckets.entry(key).or_insert(Bucket { limit: 1, remaining: 0, resets_at: until });
        (bucket.remaining, bucket.resets_at) = (0, until);
    }

    fn forget_what_is_over(&mut self, now: Instant) {
        if self.buckets.len().max(self.names.len()) > BUCKETS_KEPT {
            self.buckets.retain(|_, bucket| bucket.resets_at > now);
            let mut names = std::mem::take(&mut self.names);
            names.retain(|route, name| self.buckets.contains_key(&(name.clone(), route.resource())));
            self.names = names;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(bucket: &str, limit: u32, remaining: u32, reset_after_ms: u64) -> RestResponse {
        let (limit, remaining) = (Some(limit), Some(remaining));
        RestResponse {
            status: 200,
            bucket: Some(bucket.into()),
            limit,
            remaining,
            reset_after_ms: Some(reset_after_ms),
            ..RestResponse::default()
        }
    }

    /// An exhausted limit blocks only its channel, until it resets.
    #[test]
    fn a_full_limit_waits_and_no_other_does() {
        let now = Instant::now();
        let later = |ms| now + Duration::from_millis(ms);
        let mut pacing = Pacing::new(1_000);
        assert_eq!(pacing.take(&Route::Send(1), true, now), Ok(()));
        pacing.note(&Route::Send(1), &told("b", 5, 1, 2_000), now);
        assert_eq!(pacing.take(&Route::Send(1), true, now), Ok(()));
        assert_eq!(pacing.take(&Route::Send(1), true, later(1)), Err(later(2_000)));
        assert_eq!(pacing.take(&Route::Send(2), true, later(1)), Ok(()), "another channel has its own");
        assert_eq!(pacing.take(&Route::Edit(1), true, later(1)), Ok(()), "another kind has its own");
        assert_eq!(pacing.take(&Route::Send(1), true, later(2_000)), Ok(()));
    }

    /// Requests that can wait leave the last slots of a limit to others, and go when it resets.
    #[test]
    fn what_can_wait_leaves_some_to_others() {
        let now = Instant::now();
        let mut pacing = Pacing::new(1_000);
        assert_eq!(pacing.take(&Route::Edit(1), true, now), Ok(()));
        // One limit, though only the other kind has had a response yet.
        pacing.note(&Route::Edit(1), &told("b", 5, 3, 2_000), now);
        assert_eq!(pacing.take(&Route::EditLater(1), true, now), Ok(()));
        let full = now + Duration::from_millis(2_000);
        assert_eq!(pacing.take(&Route::EditLater(1), true, now), Err(full));
        assert_eq!(pacing.take(&Route::Edit(1), true, now), Ok(()));
        assert_eq!(pacing.take(&Route::Edit(1), true, now), Ok(()));
        assert_eq!(pacing.take(&Route::Edit(1), true, now), Err(full));
        assert_eq!(pacing.take(&Route::EditLater(1), true, full), Ok(()));
        // A turn notification is a new message like any other to Discord, and leaves room for a question.
        let mut sends = Pacing::new(1_000);
        sends.note(&Route::Send(1), &told("s", 5, 2, 2_000), now);
        assert_eq!(sends.take(&Route::SendLater(1), true, now), Err(full));
        assert_eq!(sends.take(&Route::Send(1), true, now), Ok(()));
        let mut small = Pacing::new(1_000);
        small.note(&Route::EditLater(1), &told("b", 1, 1, 2_000), now);
        assert_eq!(small.take(&Route::EditLater(1), true, now), Ok(()), "it is never shut out");
    }

    /// Kinds of request that share one of Discord's buckets share what's left of it.
    #[test]
    fn kinds_of_one_name_share() {
        let now = Instant::now();
        let mut pacing = Pacing::new(1_000);
        pacing.note(&Route::Edit(1), &told("same", 5, 5, 1_000), now);
        pacing.note(&Route::Send(1), &told("same", 5, 0, 1_000), now);
        assert!(pacing.take(&Route::Edit(1), true, now).is_err());
        assert!(pacing.take(&Route::Edit(2), true, now).is_ok(), "a channel is counted apart");
    }

    /// A global refusal stops everything but an interaction's replies; there's a limit per second.
    #[test]
    fn the_whole_bot_has_a_limit() {
        let now = Instant::now();
        let mut pacing = Pacing::new(3);
        let room: Vec<bool> = (0..5).map(|channel| pacing.take(&Route::Send(channel), true, now).is_ok()).collect();
        assert_eq!(room, [true, true, true, false, false]);
        let next = now + Duration::from_secs(1);
        assert!(pacing.take(&Route::Send(9), true, next).is_ok());
        pacing.refuse(&Route::Send(9), Duration::from_secs(7), true, next);
        assert_eq!(pacing.take(&Route::Delete(4), true, next), Err(next + Duration::from_secs(7)));
        assert!(pacing.take(&Route::OpenPrivate, false, next).is_ok());
    }

    /// However a second is chosen, no more than the limit is sent in it; look-ups leave two thirds to others.
    #[test]
    fn no_second_has_more_than_the_limit() {
        let began = Instant::now();
        let mut pacing = Pacing::new(9);
        let look_up = Route::LookUp { template: "GET /channels/{channel}", resource: 1 };
        let (mut sent, mut looked_up) = (vec![], vec![]);
        // Nothing for most of a second, and then as much as goes.
        for ms in (0..5_000).filter(|ms| ms % 1_000 == 0 || ms % 1_000 > 700) {
            let now = began + Duration::from_millis(ms);
            if pacing.take(&look_up, true, now).is_ok() {
                looked_up.push(ms);
                sent.push(ms);
            }
            if ms > 100 && pacing.take(&Route::Send(ms), true, now).is_ok() {
                sent.push(ms);
            }
        }
        let most = |times: &[u64]| {
            let within = |from: u64| times.iter().filter(|it| (from..from + 1_000).contains(*it)).count();
            (0..5_000).map(within).max()
        };
        assert_eq!((most(&sent), most(&looked_up)), (Some(9), Some(3)));
    }

    /// Memory doesn't grow with the number of channels ever seen.
    #[test]
    fn old_limits_are_forgotten() {
        let now = Instant::now();
        let mut pacing = Pacing::new(u32::MAX);
        for channel in 0..10_000 {
            pacing.note(&Route::Send(channel), &told("b", 5, 4, 1), now + Duration::from_millis(2 * channel));
        }
        assert!(pacing.buckets.len() <= BUCKETS_KEPT + 1 && pacing.names.len() <= BUCKETS_KEPT + 1);
    }
}
