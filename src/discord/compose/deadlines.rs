//! Deadlines and clocks in words: when to answer by, how much time is left.

use super::super::text;

/// When something ends, as a countdown in every reader's own client.
pub fn countdown(deadline_ms: i64) -> String {
    text::countdown(unix_s(deadline_ms))
}

/// A running clock: how much time it started with, and when it ends, to the second. Discord's own countdown doesn't show seconds in every
/// client.
pub fn clock(deadline_ms: i64, whole_ms: Option<i64>) -> String {
    let whole = whole_ms.map(|it| format!("{} s, ", (it.max(0) + 999) / 1_000)).unwrap_or_default();
    format!("{whole}until {}", text::time_of_day(unix_s(deadline_ms)))
}

/// From this much time for a question on, people see a date instead of a time of day.
const BY_THE_HOUR_MS: i64 = 3_600_000;

/// When a question closes, in the form that suits the pace, and how long that is: "20:31:07 (in 28 seconds)", or "21 November 2026 18:00
/// (in a day)".
fn moment(deadline_ms: i64, pace_ms: Option<i64>) -> String {
    let at = unix_s(deadline_ms);
    match pace_ms {
        Some(pace_ms) if pace_ms >= BY_THE_HOUR_MS => format!("{} ({})", text::moment(at), text::countdown(at)),
        _ => format!("{} ({})", text::time_of_day(at), text::countdown(at)),
    }
}

/// How long the table waits for somebody: "Until 20:31:07."
pub fn until(deadline_ms: i64, pace_ms: Option<i64>) -> String {
    format!("Until {}.", moment(deadline_ms, pace_ms))
}

/// When to answer by: "by 20:31:07".
pub fn by(deadline_ms: i64, pace_ms: Option<i64>) -> String {
    format!("by {}", moment(deadline_ms, pace_ms))
}

fn unix_s(at_ms: i64) -> u64 {
    u64::try_from(at_ms / 1_000).unwrap_or_default()
}
