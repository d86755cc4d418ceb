//! How long odds and suggestions may take, which a table of people can do without.

use std::time::Duration;

/// How long what a reply can do without is thought about.
#[derive(Debug, Clone, Copy)]
pub struct ThinkingTimes {
    /// Odds that take longer come too late for whoever is choosing.
    pub odds: Duration,
    /// Suggestions: after this, the best so far.
    pub suggestions: Duration,
    /// The odds of the answers that aren't suggested.
    pub other_answers: Duration,
    /// The odds in a page that's drawn anew because something has happened.
    pub redrawn: Duration,
    /// A suggestion in a turn menu whose turn has come round; the other menus wait behind it.
    pub turn_menus: Duration,
    /// What's said beside the answers to a question in the GM's channel, which the question waits for.
    pub asked: Duration,
}

impl Default for ThinkingTimes {
    fn default() -> ThinkingTimes {
        ThinkingTimes {
            odds: Duration::from_secs(2),
            suggestions: Duration::from_millis(1_200),
            other_answers: Duration::from_millis(800),
            redrawn: Duration::from_secs(1),
            turn_menus: Duration::from_millis(1_500),
            asked: Duration::from_millis(400),
        }
    }
}

impl ThinkingTimes {
    /// The same long time for everything, for tests that mustn't depend on how busy the machine is.
    pub fn all(time: Duration) -> ThinkingTimes {
        ThinkingTimes {
            odds: time,
            suggestions: time,
            other_answers: time,
            redrawn: time,
            turn_menus: time,
            asked: time,
        }
    }
}
