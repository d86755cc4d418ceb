//! The clock between actions as players experience it: its full time counts from when Discord shows it, not from when it was written. The
//! program's delay is added to its end and isn't lost when something happens in between. A restart forgets it and grants a grace period.

use crate::engine::RunningClock;

/// The most, in milliseconds, by which a late display extends the clock.
const SEEN_LATE_AT_MOST_MS: i64 = 15_000;

/// What's added to the clock between actions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SeenClock {
    /// The clock as of the last row.
    clock: Option<RunningClock>,
    /// How much later it runs out than the clock itself says, in milliseconds.
    late_ms: i64,
    /// How much of that it already had when it started running.
    began_with_ms: i64,
    /// Whether people can see it.
    is_seen: bool,
}

impl SeenClock {
    /// A clock about which nothing else is known.
    pub(super) fn of(clock: Option<RunningClock>) -> SeenClock {
        SeenClock { clock, ..SeenClock::default() }
    }

    /// Updates it after rows changed the clock at this moment. A clock that only paused, or keeps running, keeps its extension.
    pub(super) fn follow(&mut self, now: Option<RunningClock>, at_ms: i64) {
        let old = std::mem::replace(self, SeenClock::of(now));
        let (Some(before), Some(now)) = (old.clock, now) else { return };
        let ran_out_ms = before.deadline_ms.map_or(0, |it| (at_ms - it).max(0));
        let left_ms = before.deadline_ms.map_or(before.left_ms, |it| (it - at_ms).max(0));
        if now.left_ms != left_ms {
            return; // set again
        }
        self.late_ms = (old.late_ms - ran_out_ms).max(0);
        self.began_with_ms = self.late_ms;
        self.is_seen = old.is_seen && before.deadline_ms.is_some() && now.deadline_ms.is_some();
    }

    /// People can now see the clock that would run out at this time: from now on it has its full time. Returns whether that changes the
    /// display.
    pub(super) fn is_seen(&mut self, deadline_ms: i64, now_ms: i64) -> bool {
        let Some(clock) = self.clock.filter(|it| it.deadline_ms == Some(deadline_ms) && !self.is_seen) else {
            return false;
        };
        let late_ms = (now_ms - (deadline_ms - clock.left_ms)).max(0);
        self.is_seen = true;
        self.late_ms = (self.began_with_ms + late_ms).min(SEEN_LATE_AT_MOST_MS);
        late_ms >= 1_000
    }

    /// How much later the clock runs out than it says, in milliseconds. 0 while it's stopped: what runs then belongs to something else.
    pub(super) fn late_ms(&self) -> i64 {
        self.deadline_ms().map_or(0, |_| self.late_ms)
    }

    /// The clock's full time when it started running, in milliseconds, if there is one.
    pub(super) fn whole_ms(&self) -> Option<i64> {
        Some(self.clock?.left_ms + self.began_with_ms)
    }

    /// When the clock runs out by itself, if it's running.
    pub(super) fn deadline_ms(&self) -> Option<i64> {
        self.clock?.deadline_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn running(left_ms: i64, deadline_ms: i64) -> Option<RunningClock> {
        Some(RunningClock { left_ms, deadline_ms: Some(deadline_ms) })
    }

    fn standing(left_ms: i64) -> Option<RunningClock> {
        Some(RunningClock { left_ms, deadline_ms: None })
    }

    /// Written at 0, seen at 4: acting at 9 leaves ten of fifteen seconds, although the clock itself has six.
    #[test]
    fn an_act_keeps_what_the_program_was_late_with() {
        let mut seen = SeenClock::default();
        seen.follow(running(15_000, 15_000), 0);
        assert!(seen.is_seen(15_000, 4_000));
        assert!(!seen.is_seen(15_000, 6_000), "once");
        seen.follow(standing(6_000), 9_000);
        assert_eq!(
            (seen.whole_ms(), seen.late_ms()),
            (Some(10_000), 0),
            "while it stands, a question has its own time"
        );
        // The answer comes at 20 and is seen at 21.5.
        seen.follow(running(6_000, 26_000), 20_000);
        assert_eq!((seen.whole_ms(), seen.late_ms()), (Some(10_000), 4_000));
        assert!(seen.is_seen(26_000, 21_500));
        assert_eq!(seen.late_ms(), 5_500);
    }

    /// Whatever happens while a clock keeps running doesn't change when it ends, even after it has run out by itself.
    #[test]
    fn what_happens_beside_does_not_move_the_end() {
        let mut seen = SeenClock::default();
        seen.follow(running(15_000, 15_000), 0);
        seen.is_seen(15_000, 4_000);
        seen.follow(running(5_000, 15_000), 10_000);
        assert_eq!(seen.late_ms(), 4_000);
        assert!(!seen.is_seen(15_000, 11_000), "it is seen all the time");
        // Three seconds late by itself: one is left.
        seen.follow(running(0, 18_000), 18_000);
        assert_eq!(seen.late_ms(), 1_000);
    }

    /// A clock that's set again has only its own time, and a very slow program doesn't extend a clock for long.
    #[test]
    fn a_fresh_clock_begins_afresh() {
        let mut seen = SeenClock::default();
        seen.follow(running(15_000, 15_000), 0);
        seen.is_seen(15_000, 60_000);
        assert_eq!(seen.late_ms(), SEEN_LATE_AT_MOST_MS);
        seen.follow(running(15_000, 24_000), 9_000);
        assert_eq!((seen.whole_ms(), seen.late_ms()), (Some(15_000), 0));
        seen.follow(None, 10_000);
        assert_eq!((seen.whole_ms(), seen.late_ms()), (None, 0));
    }
}
