//! Refusals that only their reader sees: once read, they stand between the reader and what everybody sees. A short one goes after some seconds,
//! a longer one with its reader's next press in that channel, as long as Discord lets it be deleted.

use super::{open_turn_menus::EDITED_FOR, rest::InteractionToken};
use crate::store::Snowflake;
use dashmap::DashMap;
use std::time::Duration;
use tokio::time::Instant;

/// About a line of a phone: read at a glance.
const SHORT_MAX: usize = 60;
/// How long a short one stays.
pub const SHORT_STAYS: Duration = Duration::from_secs(6);
/// So many of a person's are remembered in a channel.
const KEPT: usize = 8;

/// With so many people's, those that nobody can delete any more are forgotten.
const SWEPT_AT: usize = 1_000;

/// Whose, and in which channel.
type Whose = (Snowflake, Snowflake);

/// Those that stand somewhere.
#[derive(Debug, Default)]
pub struct PassingRefusals {
    shown: DashMap<Whose, Vec<(InteractionToken, Instant)>>,
}

/// Whether a refusal is read at a glance. Whoever has the text read to them gets no less time for it than they need: `is_read_aloud`.
pub fn is_short(sentence: &str, is_read_aloud: bool) -> bool {
    !is_read_aloud && sentence.chars().count() <= SHORT_MAX
}

impl PassingRefusals {
    /// One is shown, as the reply to this token.
    pub fn note(&self, whose: Whose, token: InteractionToken) {
        if self.shown.len() >= SWEPT_AT {
            self.shown.retain(|_, all| all.iter().any(|it| it.1.elapsed() < EDITED_FOR));
        }
        let mut all = self.shown.entry(whose).or_default();
        if all.len() == KEPT {
            all.remove(0);
        }
        all.push((token, Instant::now()));
    }

    /// Whoever it was has pressed something else: those that can still be deleted.
    pub fn take(&self, whose: Whose) -> Vec<InteractionToken> {
        let all = self.shown.remove(&whose).map_or_else(Vec::new, |it| it.1);
        all.into_iter().filter(|it| it.1.elapsed() < EDITED_FOR).map(|it| it.0).collect()
    }

    /// One has had its time. Returns whether it still stands there.
    pub fn take_one(&self, whose: Whose, token: &InteractionToken) -> bool {
        let Some(mut all) = self.shown.get_mut(&whose) else { return false };
        let before = all.len();
        all.retain(|it| it.0 != *token);
        let stood = all.len() < before;
        // Its lock goes first.
        drop(all);
        self.shown.remove_if(&whose, |_, all| all.is_empty());
        stood
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn token(word: &str) -> InteractionToken {
        InteractionToken { application_id: 9, token: Arc::from(word) }
    }

    /// A refusal goes once: after its time, or with the next press in its channel, unless Discord lets nobody delete it any more.
    #[tokio::test(start_paused = true)]
    async fn a_refusal_goes_once() {
        let all = PassingRefusals::default();
        all.note((7, 1), token("a"));
        all.note((7, 1), token("b"));
        all.note((7, 2), token("c"));
        all.note((7, 4), token("d"));
        assert!(all.take_one((7, 4), &token("d")) && !all.shown.contains_key(&(7, 4)), "nothing is left of it");
        assert!(all.take_one((7, 1), &token("a")) && !all.take_one((7, 1), &token("a")));
        assert_eq!(all.take((7, 1)), [token("b")], "another channel\u{2019}s stays");
        assert!(all.take((7, 1)).is_empty() && all.take((8, 2)).is_empty());
        tokio::time::advance(EDITED_FOR).await;
        assert!(all.take((7, 2)).is_empty(), "too old");
        for n in 0..20 {
            all.note((7, 3), token(&n.to_string()));
        }
        assert_eq!(all.take((7, 3)).len(), KEPT);
    }

    /// What's read at a glance is short; to somebody who has it read aloud, nothing is.
    #[test]
    fn what_takes_reading_stays() {
        let settled = "That question is already settled, or isn\u{2019}t yours.";
        assert!(is_short(settled, false) && is_short("Only the GM can do that.", false) && !is_short(settled, true));
        let long = "Something has happened since you saw that button. Look at the tracker and press again.";
        assert!(!is_short(long, false));
    }
}
