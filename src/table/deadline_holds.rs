//! When deadlines may fire: not while nobody can be heard. Each shard of the gateway is heard, or not, by itself, so each has a hold of its own.

use crate::{config::ShardRange, store::Snowflake};
use std::sync::atomic::{AtomicI64, Ordering};
use tokio::sync::watch;

/// No deadline fires at all.
const HELD: i64 = i64::MAX;
/// A hold of at most this many milliseconds costs nobody any time.
const SHORT_HOLD_MS: i64 = 3_000;

/// The holds of this process's shards.
pub(super) struct DeadlineHolds {
    shards: ShardRange,
    by_shard: Vec<Hold>,
}

/// The hold of one shard.
struct Hold {
    /// No deadline fires before this moment, in milliseconds since the epoch; [`HELD`] while nobody can answer.
    not_before_ms: watch::Sender<i64>,
    /// When the hold began, in milliseconds.
    since_ms: AtomicI64,
    /// What held before it began.
    before_ms: AtomicI64,
}

impl DeadlineHolds {
    /// None is held.
    pub(super) fn new(shards: ShardRange) -> DeadlineHolds {
        let free = |_| Hold {
            not_before_ms: watch::Sender::new(0),
            since_ms: AtomicI64::new(0),
            before_ms: AtomicI64::new(0),
        };
        DeadlineHolds { shards, by_shard: shards.numbers().map(free).collect() }
    }

    /// Holds all, as if nobody had been heard for a long time.
    pub(super) fn hold_all(&self) {
        for hold in &self.by_shard {
            hold.not_before_ms.send_replace(HELD);
        }
    }

    /// Holds a shard from now on, unless it's held.
    pub(super) fn hold(&self, shard: u32, now_ms: i64) {
        let Some(hold) = self.of_shard(shard) else { return };
        if *hold.not_before_ms.borrow() != HELD {
            hold.since_ms.store(now_ms, Ordering::Relaxed);
            hold.before_ms.store(hold.not_before_ms.send_replace(HELD), Ordering::Relaxed);
        }
    }

    /// Frees a shard. Deadlines that passed in the meantime are delayed by `grace_ms`, unless the hold was very short.
    pub(super) fn go_on(&self, shard: u32, now_ms: i64, grace_ms: i64) {
        let Some(hold) = self.of_shard(shard) else { return };
        let was_short = now_ms - hold.since_ms.load(Ordering::Relaxed) < SHORT_HOLD_MS;
        // A moment's silence within a grace doesn't end it.
        let until_ms = if was_short { hold.before_ms.load(Ordering::Relaxed) } else { now_ms + grace_ms };
        hold.not_before_ms
            .send_if_modified(|it| std::mem::replace(it, if *it == HELD { until_ms } else { *it }) == HELD);
    }

    /// Whether a shard is held. One of another process is as good as held.
    pub(super) fn is_held(&self, shard: u32) -> bool {
        self.of_shard(shard).is_none_or(|it| *it.not_before_ms.borrow() == HELD)
    }

    /// Before when no deadline of a server's fights fires.
    pub(super) fn of_guild(&self, guild: Option<Snowflake>) -> watch::Receiver<i64> {
        // A server whose events arrive elsewhere has no fight here; if it had, it would have to wait for somebody.
        let hold = self.of_shard(self.shards.shard_of(guild)).unwrap_or(&self.by_shard[0]);
        hold.not_before_ms.subscribe()
    }

    /// The shards.
    pub(super) fn shards(&self) -> ShardRange {
        self.shards
    }

    fn of_shard(&self, shard: u32) -> Option<&Hold> {
        let at = shard.checked_sub(*self.shards.numbers().start())?;
        self.by_shard.get(at as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The server whose events arrive on this shard of eight.
    fn on(shard: u64) -> Snowflake {
        (8 + shard) << 22
    }

    #[test]
    fn what_one_shard_does_holds_and_frees_no_other() {
        let holds = DeadlineHolds::new(ShardRange::parse("4-6/8").expect("shards"));
        let of = |shard| *holds.of_guild(Some(on(shard))).borrow();
        holds.hold_all();
        assert_eq!([of(4), of(5), of(6)], [HELD; 3]);
        holds.go_on(5, 100_000, 20_000);
        assert_eq!([of(4), of(5), of(6)], [HELD, 120_000, HELD]);
        holds.go_on(4, 100_000, 20_000);
        holds.hold(5, 200_000);
        assert_eq!([of(4), of(5)], [120_000, HELD]);
        holds.go_on(4, 250_000, 20_000);
        assert_eq!(of(4), 120_000, "it wasn't held");
        holds.go_on(5, 201_000, 20_000);
        assert_eq!(of(5), 120_000, "a moment's silence costs nobody any time, and ends no grace");
        for elsewhere in [0, 3, 7, 9] {
            holds.hold(elsewhere, 0);
        }
        assert_eq!([of(4), of(5)], [120_000; 2]);
    }
}
