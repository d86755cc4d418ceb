//! Activity around the GMs' seats and channels: who has requested a seat, who has requested to join a side that the GM controls, when
//! people were last active, and whether visibility may have changed. It's only in memory: after a restart people ask again.

use crate::{
    rules::Newcomer,
    store::{EncounterId, Snowflake},
};
use dashmap::{DashMap, Entry};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// How long a GM whose seat was requested has to show they're active, in milliseconds.
pub const CLAIM_WAITS_MS: i64 = 10 * 60 * 1_000;
/// At most this many sentences about seats wait for the message before them.
const TO_SAY_MAX: usize = 8;
/// With more people than this, those who haven't been active for long are forgotten, at most once in so many milliseconds.
const SEEN_MAX: usize = 20_000;
const SWEPT_EVERY_MS: i64 = 60_000;

/// A request for the GM's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// By whom.
    pub by: Snowflake,
    /// When, in milliseconds since the epoch.
    pub at_ms: i64,
}

/// The combatants that someone wants to bring in, pending the GM's approval.
pub type JoinRequest = Vec<Newcomer>;

/// All activity.
#[derive(Debug, Default)]
pub struct GmActivity {
    /// Requests for each fight's seat.
    pub claims: DashMap<EncounterId, Claim>,
    /// Who is waiting to join which fight.
    pub join_requests: DashMap<(EncounterId, Snowflake), JoinRequest>,
    /// What's still to be posted about a channel's seats while a message is being sent there.
    to_say: DashMap<Snowflake, Vec<String>>,
    seen: DashMap<Snowflake, i64>,
    swept_at_ms: AtomicI64,
    changes: AccessChanges,
}

/// At most so many places are remembered; then a change counts as one everywhere.
const PLACES_MAX: usize = 10_000;

/// When who may see what has last changed where: in a server as a whole, or in a channel.
#[derive(Debug, Default)]
struct AccessChanges {
    /// The number of the last change in each place.
    places: DashMap<Snowflake, u64>,
    /// The number of the last change that counts everywhere.
    everywhere: AtomicU64,
    last: AtomicU64,
}

impl AccessChanges {
    fn note(&self, place: Snowflake) {
        let number = self.last.fetch_add(1, Ordering::SeqCst) + 1;
        if self.places.len() >= PLACES_MAX {
            // First, so that nothing counts as unchanged in between.
            self.everywhere.fetch_max(number, Ordering::SeqCst);
            self.places.clear();
        }
        // Of two at the same time, the later may come first.
        self.places.entry(place).and_modify(|it| *it = (*it).max(number)).or_insert(number);
    }

    fn newest(&self, places: &[Snowflake]) -> u64 {
        let of = |place: &Snowflake| self.places.get(place).map_or(0, |it| *it);
        places.iter().map(of).fold(self.everywhere.load(Ordering::SeqCst), u64::max)
    }
}

impl GmActivity {
    /// Someone was active.
    pub fn heard_of(&self, user: Snowflake, now_ms: i64) {
        let swept_at_ms = self.swept_at_ms.load(Ordering::Relaxed);
        if self.seen.len() >= SEEN_MAX && now_ms - swept_at_ms >= SWEPT_EVERY_MS {
            self.swept_at_ms.store(now_ms, Ordering::Relaxed);
            self.seen.retain(|_, at_ms| now_ms - *at_ms < CLAIM_WAITS_MS);
        }
        self.seen.insert(user, now_ms);
    }

    /// Whether someone has been active since then.
    pub fn heard_since(&self, user: Snowflake, at_ms: i64) -> bool {
        self.seen.get(&user).is_some_and(|it| *it > at_ms)
    }

    /// Queues a sentence for a channel. Returns whether the caller also has to post it; otherwise whoever is posting does.
    pub fn is_first_to_say(&self, channel: Snowflake, said: &str) -> bool {
        match self.to_say.entry(channel) {
            Entry::Occupied(mut waiting) => {
                let waiting = waiting.get_mut();
                waiting.push(said.to_owned());
                let too_many = waiting.len().saturating_sub(TO_SAY_MAX);
                waiting.drain(..too_many); // the newest says who runs the fight now
                false
            }
            Entry::Vacant(free) => {
                free.insert(vec![said.to_owned()]);
                true
            }
        }
    }

    /// Takes every queued sentence for a channel; `None` if there are none, and posting stops.
    pub fn next_to_say(&self, channel: Snowflake) -> Option<Vec<String>> {
        let Entry::Occupied(mut waiting) = self.to_say.entry(channel) else { return None };
        if waiting.get().is_empty() {
            waiting.remove();
            return None;
        }
        Some(std::mem::take(waiting.get_mut()))
    }

    /// Roles, overwrites or members have changed in a server or a channel: what rests on it is out of date.
    pub fn access_changed(&self, place: Snowflake) {
        self.changes.note(place);
    }

    /// The number of the last such change anywhere.
    pub fn changes(&self) -> u64 {
        self.changes.last.load(Ordering::SeqCst)
    }

    /// The number of the last such change in any of these servers and channels; it's higher after every one.
    pub fn last_change(&self, places: &[Snowflake]) -> u64 {
        self.changes.newest(places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change counts where it happened and nowhere else, until there are so many places that it counts everywhere.
    #[test]
    fn changes_are_counted_by_place() {
        let activity = GmActivity::default();
        let [mine, other] = [1, 2];
        let before = activity.last_change(&[mine]);
        activity.access_changed(other);
        assert_eq!(activity.last_change(&[mine]), before);
        activity.access_changed(mine);
        let after = activity.last_change(&[mine, 3]);
        assert!(after > before);
        (10..10 + PLACES_MAX as u64).for_each(|it| activity.access_changed(it));
        assert!(activity.last_change(&[mine]) > after, "nothing is taken for unchanged that has been forgotten");
    }
}
