//! Snowflakes: Discord's ids, and the times encoded in them. Never assigns an id twice, and never reads a clock.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Discord's epoch, the first second of 2015, in Unix milliseconds (Discord's reference, "Snowflakes").
pub const EPOCH_MS: i64 = 1_420_070_400_000;

/// A snowflake. In JSON it's a string of digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub u64);

impl Id {
    /// When the object was created, in Unix milliseconds.
    pub fn created_ms(self) -> i64 {
        (self.0 >> 22) as i64 + EPOCH_MS
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Id {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Creates rising ids, whatever the clock does.
#[derive(Debug, Default)]
pub(super) struct Mint {
    last: u64,
}

impl Mint {
    /// The next id, for something created now.
    pub(super) fn next(&mut self, now_ms: i64) -> Id {
        let by_the_clock = ((now_ms - EPOCH_MS).max(0) as u64) << 22;
        self.last = by_the_clock.max(self.last + 1);
        Id(self.last)
    }

    /// Marks this id as used: everything created later gets a larger one.
    pub(super) fn taken(&mut self, id: Id) {
        self.last = self.last.max(id.0);
    }
}

/// A moment in Discord's format, `2026-11-20T09:30:00.125000+00:00`.
pub(super) fn timestamp(unix_ms: i64) -> String {
    let (year, month, day) = date(unix_ms);
    let (hour, minute, second) = time_of_day(unix_ms);
    let ms = unix_ms.rem_euclid(1_000);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}000+00:00")
}

/// A moment in the format of the `Date` header: "Sun, 22 Nov 2026 18:01:17 GMT".
pub(super) fn http_date(unix_ms: i64) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (year, month, day) = date(unix_ms);
    let (hour, minute, second) = time_of_day(unix_ms);
    let weekday = DAYS[unix_ms.div_euclid(86_400_000).rem_euclid(7) as usize];
    let month = MONTHS[month as usize - 1];
    format!("{weekday}, {day:02} {month} {year:04} {hour:02}:{minute:02}:{second:02} GMT")
}

fn time_of_day(unix_ms: i64) -> (i64, i64, i64) {
    let seconds = unix_ms.rem_euclid(86_400_000) / 1_000;
    (seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

/// Year, month and day of a moment.
fn date(unix_ms: i64) -> (i64, i64, i64) {
    let days = unix_ms.div_euclid(86_400_000);
    // Days to a Gregorian date, counted in eras of 400 years that start on the first of March.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dates are right on the days that calendars get wrong: the epoch, a leap day, the last day of a century.
    #[test]
    fn timestamps_name_the_right_day() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(timestamp(951_782_400_000), "2000-02-29T00:00:00.000000+00:00");
        assert_eq!(timestamp(946_684_799_999), "1999-12-31T23:59:59.999000+00:00");
        assert_eq!(timestamp(1_772_323_199_125), "2026-02-28T23:59:59.125000+00:00");
    }

    /// A date in a server's format.
    #[test]
    fn http_dates_name_the_right_day() {
        assert_eq!(http_date(784_111_777_000), "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(http_date(0), "Thu, 01 Jan 1970 00:00:00 GMT");
    }

    /// Ids rise even if the clock stops or goes back, and contain their time.
    #[test]
    fn ids_rise_and_carry_their_time() {
        let mut mint = Mint::default();
        let first = mint.next(1_772_323_199_125);
        let second = mint.next(1_772_323_199_125);
        let third = mint.next(1_772_000_000_000);
        assert!(first < second && second < third);
        assert_eq!(first.created_ms(), 1_772_323_199_125);
    }
}
