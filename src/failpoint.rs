//! Places where the program can be killed on purpose, so that a test can prove that no step from a received click to a published message
//! loses anything. `UMPIRE_FAILPOINT=name` aborts the process at the first [`hit`] of that name, `name:3` at the third.
//!
//! It does nothing else: it injects no errors and delays nothing, and without the variable a hit costs one load. It's always compiled in,
//! so that what's tested is what runs.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

/// The environment variable that arms one failpoint.
pub const VARIABLE: &str = "UMPIRE_FAILPOINT";

/// Every failpoint and where it is, in the order an action passes them.
pub const ALL: &[(&str, &str)] = &[
    ("interaction.received", "An interaction has arrived and nothing has been done about it."),
    ("table.opened", "A new fight is on disk, laid; it is not yet live, and nobody is told."),
    ("table.decided", "The table has decided the input; nothing is written."),
    ("store.append.before_commit", "The rows are in the database's transaction, which is not committed."),
    ("store.append.after_commit", "The rows are on disk; the caller has not been told."),
    ("interaction.acknowledged", "Discord has the acknowledgement; nothing is published."),
    ("outbox.before_send", "A due message has been read from the outbox and is about to be sent."),
    ("outbox.after_send", "Discord has taken a message; the outbox does not know its id."),
    ("outbox.after_mark", "The outbox has noted a message's id; nothing after it has been done."),
    ("ping.after_send", "Discord has the call of somebody who is asked; the store does not know its id."),
    ("call.after_send", "Discord has the call of those who may act; the store does not know its id."),
    ("tracker.after_send", "Discord has a new tracker; the store knows the one before, or none."),
    ("tracker.after_note", "The store knows the new tracker; the old one still stands."),
    ("tracker.before_edit", "The tracker is about to be edited."),
    ("tracker.after_edit", "The tracker has been edited."),
];

/// A value of [`VARIABLE`] that names no failpoint. A test that misspelt one would prove nothing, so `main` should refuse to start.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum FailpointError {
    /// The name isn't in [`ALL`].
    #[error("{VARIABLE} names no failpoint: {0:?}")]
    Unknown(String),
    /// What follows the colon isn't a count from 1.
    #[error("{VARIABLE} wants name or name:n with n from 1, not {0:?}")]
    Count(String),
}

/// One armed failpoint.
#[derive(Debug)]
struct Armed {
    name: &'static str,
    /// Hits left before the process dies, including this one. Wraps only after 2^64 hits.
    left: AtomicU64,
}

impl Armed {
    /// Counts a hit and returns whether it's the deadly one.
    fn strikes(&self, name: &str) -> bool {
        self.name == name && self.left.fetch_sub(1, Ordering::Relaxed) == 1
    }
}

static ARMED: OnceLock<Option<Armed>> = OnceLock::new();

/// Reads [`VARIABLE`] once; later changes of the environment do nothing. Returns which failpoint is armed, if any.
///
/// # Errors
/// If the variable is set and names no failpoint.
pub fn arm() -> Result<Option<&'static str>, FailpointError> {
    let armed = match std::env::var(VARIABLE) {
        Ok(text) if !text.is_empty() => Some(parse(&text)?),
        _ => None,
    };
    Ok(ARMED.get_or_init(|| armed).as_ref().map(|armed| armed.name))
}

/// Passes the failpoint `name`, which must be in [`ALL`]: the process dies here, without unwinding or flushing, if this one is armed and
/// due.
#[inline]
pub fn hit(name: &str) {
    debug_assert!(ALL.iter().any(|(known, _)| *known == name), "{name} is not in failpoint::ALL");
    // A value that `arm` would refuse arms nothing here: a library doesn't decide whether the program may continue.
    let armed = ARMED.get_or_init(|| std::env::var(VARIABLE).ok().and_then(|text| parse(&text).ok()));
    if armed.as_ref().is_some_and(|armed| armed.strikes(name)) {
        std::process::abort();
    }
}

/// Parses `name` or `name:n`.
fn parse(text: &str) -> Result<Armed, FailpointError> {
    let (name, count) = match text.split_once(':') {
        Some((name, count)) => match count.parse() {
            Ok(count) if count > 0 => (name, count),
            _ => return Err(FailpointError::Count(text.to_owned())),
        },
        None => (text, 1),
    };
    let known = ALL.iter().find(|(known, _)| *known == name);
    let (name, _) = known.ok_or_else(|| FailpointError::Unknown(name.to_owned()))?;
    Ok(Armed { name, left: AtomicU64::new(count) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `name:n` strikes once, at the n-th hit of that name, and never at another's.
    #[test]
    fn the_counted_hit_strikes() {
        let armed = parse("outbox.after_send:3").expect("a known name");
        let hits =
            ["outbox.after_send", "outbox.before_send", "outbox.after_send", "outbox.after_send", "outbox.after_send"];
        assert_eq!(hits.map(|name| armed.strikes(name)), [false, false, false, true, false]);
        assert!(parse("table.decided").expect("a known name").strikes("table.decided"));
    }

    /// A misspelt name or count is refused by name, never mistaken for "nothing armed".
    #[test]
    fn a_misspelt_failpoint_is_refused() {
        assert_eq!(parse("outbox.after_sent").unwrap_err(), FailpointError::Unknown("outbox.after_sent".into()));
        for text in ["table.decided:0", "table.decided:", "table.decided:-1", "table.decided:1:2"] {
            assert_eq!(parse(text).unwrap_err(), FailpointError::Count(text.into()), "{text}");
        }
    }

    /// A name that isn't in the list is a bug in our own code, found by the first test that passes it.
    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "is not in failpoint::ALL")]
    fn an_unlisted_hit_panics_in_debug_builds() {
        hit("nowhere");
    }
}
