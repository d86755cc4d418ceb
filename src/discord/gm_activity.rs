//! What is going on about the GMs' seats and channels: who has asked for a seat, who has asked to join a side that is the GM's, when
//! people were last heard of, and whether anything has changed about who may see what. Memory only: after a restart people ask again.

use crate::{
    rules::Newcomer,
    store::{EncounterId, Snowflake},
};
use dashmap::{DashMap, Entry};
use std::sync::atomic::{AtomicU64, Ordering};

/// A GM who was asked for has so long to be heard of, in milliseconds.
pub const CLAIM_WAITS_MS: i64 = 10 * 60 * 1_000;
/// So many sentences about the seats wait for the message before them.
const TO_SAY_MAX: usize = 8;
/// So many people are remembered.
const SEEN_MAX: usize = 20_000;

/// Someone has asked for the GM's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who.
    pub by: Snowflake,
    /// When, in milliseconds since the epoch.
    pub at_ms: i64,
}

/// Those with whom someone waits for the GM's yes.
pub type JoinRequest = Vec<Newcomer>;

/// All of it.
#[derive(Debug, Default)]
pub struct GmActivity {
    /// Who has asked for which fight's seat.
    pub claims: DashMap<EncounterId, Claim>,
    /// Who waits to join which fight.
    pub join_requests: DashMap<(EncounterId, Snowflake), JoinRequest>,
    /// What is still to be said of the seats in a channel while something is being said there.
    to_say: DashMap<Snowflake, Vec<String>>,
    seen: DashMap<Snowflake, i64>,
    changes: AtomicU64,
}

impl GmActivity {
    /// Someone has been heard of.
    pub fn heard_of(&self, user: Snowflake, now_ms: i64) {
        if self.seen.len() >= SEEN_MAX {
            self.seen.retain(|_, at_ms| now_ms - *at_ms < CLAIM_WAITS_MS);
        }
        self.seen.insert(user, now_ms);
    }

    /// Whether someone has been heard of since.
    pub fn heard_since(&self, user: Snowflake, at_ms: i64) -> bool {
        self.seen.get(&user).is_some_and(|it| *it > at_ms)
    }

    /// Notes what is to be said in a channel. Whether the one who notes it also has to say it: otherwise someone who is at it says it too.
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

    /// All that is to be said in a channel by now; `None`, and nobody is at it any more, if there is nothing.
    pub fn next_to_say(&self, channel: Snowflake) -> Option<Vec<String>> {
        let Entry::Occupied(mut waiting) = self.to_say.entry(channel) else { return None };
        if waiting.get().is_empty() {
            waiting.remove();
            return None;
        }
        Some(std::mem::take(waiting.get_mut()))
    }

    /// Something has changed about channels, roles or members: whatever was found out about who sees what is old.
    pub fn access_changed(&self) {
        self.changes.fetch_add(1, Ordering::Relaxed);
    }

    /// How often it has.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }
}
