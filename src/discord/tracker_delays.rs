//! How much later a tracker shows what's told elsewhere already, so that several changes share an edit.

use std::time::Duration;

/// How long a tracker waits before it's edited. Whatever it would otherwise say wrongly of whose turn it is comes without delay.
#[derive(Debug, Clone, Copy)]
pub struct TrackerDelays {
    /// For the answer to a new question, which has a message of its own: one edit shows both. No longer, since it says whose turn it is while
    /// somebody else is waited for.
    pub answer: Duration,
    /// For the next deed, while it's still the same people's turn; the deed's own message is there at once.
    pub same_turn: Duration,
}

impl Default for TrackerDelays {
    fn default() -> TrackerDelays {
        TrackerDelays { answer: Duration::from_millis(1_500), same_turn: Duration::from_secs(5) }
    }
}

impl TrackerDelays {
    /// None at all, for tests that would wait for it.
    pub fn none() -> TrackerDelays {
        TrackerDelays { answer: Duration::ZERO, same_turn: Duration::ZERO }
    }
}
