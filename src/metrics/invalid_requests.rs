//! How many requests Discord called invalid in the last ten minutes, which is how it counts before it bans an address: minute by minute, so
//! that a flood costs no memory. It reads no clock.

/// Ten minutes, and the one that has begun.
const MINUTES: usize = 11;
const MINUTE_MS: i64 = 60_000;

/// Counts by minute.
#[derive(Debug, Default)]
pub(super) struct InvalidRequests {
    /// The minute that each slot counts, and its count. A minute's slot is its number's remainder.
    slots: [(i64, u64); MINUTES],
}

impl InvalidRequests {
    /// One more, at this time in milliseconds.
    pub(super) fn count(&mut self, at_ms: i64) {
        let minute = at_ms.div_euclid(MINUTE_MS);
        let slot = &mut self.slots[minute.rem_euclid(MINUTES as i64) as usize];
        if slot.0 != minute {
            *slot = (minute, 0);
        }
        slot.1 += 1;
    }

    /// How many there were in the ten minutes before this time. The minute in which they began counts as a whole.
    pub(super) fn in_ten_minutes(&self, at_ms: i64) -> u64 {
        let now = at_ms.div_euclid(MINUTE_MS);
        let counts = |minute: i64| (0..MINUTES as i64).contains(&(now - minute));
        self.slots.iter().filter(|(minute, _)| counts(*minute)).map(|it| it.1).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A flood is forgotten after ten minutes and not before, and a gap of any length leaves nothing behind.
    #[test]
    fn ten_minutes_count() {
        let (mut requests, start) = (InvalidRequests::default(), 1_790_000_000_000);
        (0..1_000).for_each(|_| requests.count(start));
        requests.count(start + 5 * MINUTE_MS);
        assert_eq!(requests.in_ten_minutes(start + 5 * MINUTE_MS), 1_001);
        assert_eq!(requests.in_ten_minutes(start + 10 * MINUTE_MS), 1_001);
        assert_eq!(requests.in_ten_minutes(start + 11 * MINUTE_MS), 1);
        assert_eq!(requests.in_ten_minutes(start + 1_000 * MINUTE_MS), 0);
        requests.count(start + 11 * MINUTE_MS);
        assert_eq!(requests.in_ten_minutes(start + 11 * MINUTE_MS), 2, "the slot of the first minute begins again");
    }
}
