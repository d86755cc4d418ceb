//! Deadlines and clocks in words: by when to answer, how long something still runs.

use super::super::text;

/// When something is over, counting down in every reader's own client.
pub fn countdown(deadline_ms: i64) -> String {
    text::countdown(unix_s(deadline_ms))
}

/// A clock that runs: how much it had when it began, and when it runs out, to the second. Discord's own countdown does not tick below a
/// minute in every client.
pub fn clock(deadline_ms: i64, whole_ms: Option<i64>) -> String {
    let whole = whole_ms.map(|it| format!("{} s, ", (it.max(0) + 999) / 1_000)).unwrap_or_default();
    format!("{whole}until {}", text::time_of_day(unix_s(deadline_ms)))
}

/// From so much time for a question on, people are told a date and how long it is, instead of an hour to the second.
const BY_THE_HOUR_MS: i64 = 3_600_000;

/// When a question is closed, as a table with this pace says it: "20:31:07", or "21 November 2026 18:00 (in a day)".
fn moment(deadline_ms: i64, pace_ms: Option<i64>) -> String {
    let at = unix_s(deadline_ms);
    match pace_ms {
        Some(pace_ms) if pace_ms >= BY_THE_HOUR_MS => format!("{} ({})", text::moment(at), text::countdown(at)),
        _ => text::time_of_day(at),
    }
}

/// Until when someone is waited for: "Until 20:31:07."
pub fn until(deadline_ms: i64, pace_ms: Option<i64>) -> String {
    format!("Until {}.", moment(deadline_ms, pace_ms))
}

/// By when to answer: "by 20:31:07".
pub fn by(deadline_ms: i64, pace_ms: Option<i64>) -> String {
    format!("by {}", moment(deadline_ms, pace_ms))
}

fn unix_s(at_ms: i64) -> u64 {
    u64::try_from(at_ms / 1_000).unwrap_or_default()
}
