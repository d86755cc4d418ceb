//! Which fights are awake, and when each of those that rest has to be woken.

use super::fight_address::Rest;
use crate::store::EncounterId;
use std::collections::BTreeSet;

/// All open fights of a process are either among the awake or rest.
#[derive(Debug, Default)]
pub(super) struct Roster {
    awake: BTreeSet<EncounterId>,
    /// Of those that rest and have something to wake for: when, in milliseconds since the epoch, and which.
    due: BTreeSet<(i64, EncounterId)>,
    is_closed: bool,
}

impl Roster {
    /// A fight is awake from now on; `false` if none may wake any more.
    pub fn wakes(&mut self, id: EncounterId, rest: Option<Rest>) -> bool {
        if self.is_closed {
            return false;
        }
        if let Some(due_ms) = rest.and_then(|it| it.due_ms) {
            self.due.remove(&(due_ms, id));
        }
        self.awake.insert(id);
        true
    }

    /// A fight rests from now on.
    pub fn rests(&mut self, id: EncounterId, rest: Rest) {
        self.awake.remove(&id);
        self.due.extend(rest.due_ms.map(|it| (it, id)));
    }

    /// A fight has ended.
    pub fn ends(&mut self, id: EncounterId) {
        self.awake.remove(&id);
    }

    /// Those that have to be woken by then, the most urgent first.
    pub fn due_by(&self, until_ms: i64) -> Vec<EncounterId> {
        self.due.range(..=(until_ms, EncounterId::MAX)).map(|it| it.1).collect()
    }

    /// Those that are awake.
    pub fn awake(&self) -> impl Iterator<Item = EncounterId> {
        self.awake.iter().copied()
    }

    /// From now on none wakes.
    pub fn close(&mut self) {
        self.is_closed = true;
        self.due.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever rests is called when it's time, and no longer once it's awake.
    #[test]
    fn those_due_are_called_in_order() {
        let rest = |due_ms| Rest { last_at_ms: Some(1), due_ms };
        let mut roster = Roster::default();
        for (id, due_ms) in [(1, Some(300)), (2, Some(100)), (3, None), (4, Some(200))] {
            assert!(roster.wakes(id, None));
            roster.rests(id, rest(due_ms));
        }
        roster.rests(5, Rest::UNKNOWN);
        assert_eq!(roster.due_by(99), [5]);
        assert_eq!(roster.due_by(200), [5, 2, 4]);
        assert_eq!(roster.awake().count(), 0);
        assert!(roster.wakes(2, Some(rest(Some(100)))) && roster.wakes(3, Some(rest(None))));
        assert_eq!(roster.due_by(200), [5, 4]);
        roster.ends(2);
        assert_eq!(roster.awake().collect::<Vec<_>>(), [3]);
        roster.close();
        assert!(!roster.wakes(1, Some(rest(Some(300)))) && roster.due_by(i64::MAX).is_empty());
    }
}
