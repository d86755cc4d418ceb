//! The difference between this machine's clock and Discord's, measured by the `Date` of Discord's answers. From half a second on, the host
//! is told, since players see deadlines by their own clocks and clicks are timed by Discord's. It corrects no clock.

use crate::table::Clock;
use std::sync::{Arc, Mutex, PoisonError};

/// The difference from which the host is told.
const TOLD_FROM_MS: i64 = 500;
/// How long a measurement counts before a new one starts, since clocks drift. The old one is used until the new one is as precise.
const KEPT_MS: i64 = 10 * 60 * 1_000;
/// A `Date` is truncated to whole seconds.
const SECOND_MS: i64 = 1_000;

/// What's known about the difference.
pub struct ClockSkew {
    clock: Arc<dyn Clock>,
    known: Mutex<Known>,
}

/// Discord's clock less ours, in milliseconds, lies between these two.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    bounds: Option<(i64, i64)>,
    /// The same from recent answers only, and since when.
    fresh: Option<(i64, i64)>,
    since_ms: i64,
    /// What the host was last told.
    told_ms: i64,
}

impl ClockSkew {
    /// Nothing is known yet.
    pub fn of(clock: Arc<dyn Clock>) -> ClockSkew {
        ClockSkew { clock, known: Mutex::default() }
    }

    /// What the machine's clock shows, in milliseconds since the epoch.
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms() + self.clock.drift_ms()
    }

    /// What Discord's clock shows, as far as known, in milliseconds since the epoch.
    pub fn discord_ms(&self) -> i64 {
        self.now_ms() + self.ms()
    }

    /// What [`Clock::now_ms`] was at a time by Discord's clock, as far as the difference is known. It makes click times comparable with
    /// ours.
    pub fn at_ours_ms(&self, discord_ms: i64) -> i64 {
        discord_ms - self.clock.drift_ms() - self.ms()
    }

    /// Takes the `Date` of an answer that has just arrived to a request sent then.
    pub fn heard(&self, date: &str, sent_ms: i64) {
        let Some(date_ms) = http_date_ms(date) else { return };
        let received_ms = self.now_ms();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(skew_ms) = known.narrow(date_ms, sent_ms, received_ms) else { return };
        match skew_ms.abs() >= TOLD_FROM_MS {
            true => tracing::warn!(
                skew_ms,
                "this machine's clock differs from Discord's: set it (NTP), or people see wrong times"
            ),
            false => tracing::info!("this machine's clock agrees with Discord's again"),
        }
    }

    /// Discord's clock minus ours as far as it's certain, in milliseconds: 0 if they may agree, `None` if Discord hasn't said.
    pub fn known_ms(&self) -> Option<i64> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.bounds.map(|_| known.certain_ms())
    }

    /// Discord's clock minus ours as far as it's certain, in milliseconds: 0 if they may agree.
    fn ms(&self) -> i64 {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).certain_ms()
    }
}

impl Known {
    /// Takes one answer. Returns the skew if the host should be told now.
    fn narrow(&mut self, date_ms: i64, sent_ms: i64, received_ms: i64) -> Option<i64> {
        // Discord wrote it between sending and arrival, and truncated it to the second.
        let (low, high) = (date_ms - received_ms, date_ms + SECOND_MS - sent_ms);
        let narrowed =
            |known: Option<(i64, i64)>| known.map(|it| (it.0.max(low), it.1.min(high))).filter(|it| it.0 <= it.1);
        let width = |it: (i64, i64)| it.1 - it.0;
        self.fresh = narrowed(self.fresh).or(Some((low, high)));
        self.bounds = match (narrowed(self.bounds), self.fresh) {
            // A clock was set: earlier measurements no longer apply.
            (None, _) => {
                (self.fresh, self.since_ms) = (Some((low, high)), received_ms);
                self.fresh
            }
            (Some(known), Some(fresh)) if received_ms - self.since_ms > KEPT_MS && width(fresh) <= width(known) => {
                self.since_ms = received_ms;
                self.fresh.replace((low, high))
            }
            (Some(known), _) => Some(known),
        };
        let skew_ms = self.certain_ms();
        let is_news = match skew_ms.abs() >= TOLD_FROM_MS {
            true => (skew_ms - self.told_ms).abs() >= TOLD_FROM_MS,
            // After a restart of the measurement, wide bounds mean nothing yet.
            false => self.told_ms != 0 && self.bounds.is_some_and(|it| it.0.abs().max(it.1.abs()) < SECOND_MS),
        };
        is_news.then(|| {
            self.told_ms = if skew_ms.abs() >= TOLD_FROM_MS { skew_ms } else { 0 };
            skew_ms
        })
    }

    fn certain_ms(&self) -> i64 {
        self.bounds.map_or(0, |(low, high)| 0.clamp(low, high))
    }
}

/// "Sun, 22 Nov 2026 18:01:17 GMT" as milliseconds since the epoch. RFC 9110, "Date/Time Formats": the only form that's sent.
fn http_date_ms(text: &str) -> Option<i64> {
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let mut parts = text.strip_suffix(" GMT")?.split(' ').skip(1);
    let day: i64 = parts.next()?.parse().ok()?;
    let month = i64::try_from(MONTHS.find(parts.next().filter(|it| it.len() == 3)?)? / 3 + 1).ok()?;
    let year: i64 = parts.next()?.parse().ok()?;
    let mut time = parts.next()?.split(':').map(|it| it.parse::<i64>().ok());
    let (hour, minute, second) = (time.next()??, time.next()??, time.next()??);
    // Days of the Gregorian calendar, in years that begin in March.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days =
        365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (153 * month + 2) / 5 + day
            - 719_469;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dates as servers write them.
    #[test]
    fn dates_are_read() {
        assert_eq!(http_date_ms("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(http_date_ms("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777_000));
        assert_eq!(http_date_ms("Sat, 29 Feb 2020 23:59:59 GMT"), Some(1_583_020_799_000));
        for other in ["", "yesterday", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "1994-11-06"] {
            assert_eq!(http_date_ms(other), None, "{other}");
        }
    }

    /// One answer is precise to a second at best; many narrow it down. The host is told once from half a second on, and again when it's
    /// over.
    #[test]
    fn answers_narrow_the_skew_down() {
        let mut known = Known::default();
        let t = 1_790_000_000_000;
        assert_eq!(known.narrow(t, t + 300, t + 400), None, "they may agree");
        // Ours is 2.2 s ahead: Discord's second changes at our .2.
        let mut known = Known::default();
        assert_eq!(known.narrow(t, t + 2_900, t + 2_950), Some(-1_900));
        assert_eq!(known.narrow(t + 1_000, t + 3_210, t + 3_240), None, "as good as known");
        assert_eq!(known.bounds, Some((-2_240, -1_900)));
        // The clock is set: earlier measurements no longer apply and are dropped.
        assert_eq!(known.narrow(t + 5_000, t + 5_500, t + 5_540), Some(0));
        assert_eq!(known.certain_ms(), 0);
    }

    /// The host isn't told the same thing every ten minutes when the measurement restarts: answers over three hours, with our clock 2.2 s
    /// ahead, at every fraction of a second. A drifting clock is followed.
    #[test]
    fn the_same_is_told_once() {
        let mut known = Known::default();
        let t = 1_790_000_000_000;
        let answer = |known: &mut Known, discord_ms: i64, ahead_ms: i64| {
            known.narrow(discord_ms / 1_000 * 1_000, discord_ms + ahead_ms - 20, discord_ms + ahead_ms + 20)
        };
        let told: Vec<i64> = (0..3_000).filter_map(|at| answer(&mut known, t + at * 3_637, 2_200)).collect();
        assert!((1..=2).contains(&told.len()) && (-2_240..=-2_160).contains(&known.certain_ms()), "{told:?}");
        let hour = t + 3 * 3_600_000;
        let told: Vec<i64> =
            (0..3_000).filter_map(|at| answer(&mut known, hour + at * 3_637, 2_200 + at / 2)).collect();
        assert!((2..=4).contains(&told.len()) && known.certain_ms() < -3_300, "{told:?}, {}", known.certain_ms());
    }

    /// A click gets the time on our clock at which it was made, however far that is from Discord's clock or the real time.
    #[test]
    fn clicks_are_timed_by_our_clock() {
        struct Set;
        impl Clock for Set {
            fn now_ms(&self) -> i64 {
                784_111_782_100 // the wall's clock was 5 s ahead at the start ...
            }
            fn drift_ms(&self) -> i64 {
                -5_000 // ... and has been set since
            }
        }
        let skew = ClockSkew::of(Arc::new(Set));
        skew.heard("Sun, 06 Nov 1994 08:49:37 GMT", skew.now_ms() - 50);
        assert_eq!(skew.at_ours_ms(784_111_777_000), 784_111_782_000);
    }
}
