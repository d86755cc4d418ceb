//! The current time: the only place above the engine that reads a clock, with a clock that tests can set.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A source of the current time.
pub trait Clock: Send + Sync {
    /// Milliseconds since the epoch. Monotonic, so differences are real durations.
    fn now_ms(&self) -> i64;

    /// How far the machine's wall clock is ahead of [`Clock::now_ms`], in milliseconds; only for times shown to people.
    fn drift_ms(&self) -> i64 {
        0
    }
}

/// Drift below this many milliseconds is ignored: the two clocks are read one after the other, and a wall clock is constantly slewed a
/// little.
const DRIFT_MIN_MS: i64 = 2_000;

/// The machine's clock: reads the wall clock once at startup and then counts by the monotonic clock, so nobody runs out of time because
/// someone set the wall clock forward by an hour.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    began: Instant,
    began_ms: i64,
}

impl Default for SystemClock {
    fn default() -> Self {
        SystemClock { began: Instant::now(), began_ms: wall_ms() }
    }
}

impl Clock for SystemClock {
    fn now_ms(&self) -> i64 {
        self.after(self.began.elapsed())
    }

    fn drift_ms(&self) -> i64 {
        self.drift(self.began.elapsed(), wall_ms())
    }
}

impl SystemClock {
    fn after(&self, elapsed: Duration) -> i64 {
        self.began_ms.saturating_add(i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX))
    }

    /// The drift in whole seconds, so that the times shown don't flicker.
    fn drift(&self, elapsed: Duration, wall_ms: i64) -> i64 {
        let drift_ms = wall_ms.saturating_sub(self.after(elapsed));
        if drift_ms.saturating_abs() < DRIFT_MIN_MS { 0 } else { (drift_ms + 500).div_euclid(1_000) * 1_000 }
    }
}

fn wall_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If the wall clock jumps by an hour, time continues as before, and the times shown follow the wall clock.
    #[test]
    fn a_wall_clock_that_jumps_changes_only_what_is_shown() {
        let clock = SystemClock { began: Instant::now(), began_ms: 1_790_000_000_000 };
        let second = Duration::from_secs(1);
        assert_eq!(clock.after(second), 1_790_000_001_000);
        assert_eq!(clock.drift(second, 1_790_000_001_004), 0, "a wall clock that is slewed");
        assert_eq!(clock.drift(second, 1_790_003_601_004), 3_600_000, "an hour forward");
        assert_eq!(clock.drift(second, 1_790_003_600_996), 3_600_000, "and it stands still there");
        assert_eq!(clock.drift(second, 1_789_996_401_000), -3_600_000, "an hour back");
    }
}
