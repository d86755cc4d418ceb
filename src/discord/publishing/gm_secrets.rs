//! What only the GM may know of the last actions. The GM's tracker tells it below what everyone was told; its rows of the outbox stay due until then.

use super::{super::compose::story, snapshot::Snapshot};
use crate::store::Outgoing;
use std::collections::{BTreeMap, BTreeSet};

/// So many actions' are kept, as many as the tracker tells of.
const KEPT_MAX: usize = 8;
/// What takes more characters has a message of its own.
const SECRET_MAX: usize = 300;

/// The last secrets.
#[derive(Debug, Default)]
pub(super) struct GmSecrets {
    /// In words, by the row that began the action.
    says: BTreeMap<u64, String>,
    /// The rows that aren't told yet, each with the row that began its action.
    untold: Vec<(u64, Outgoing)>,
    /// The actions for whose secrets the tracker had no room.
    crowded_out: BTreeSet<u64>,
}

/// What the tracker tells of the last actions.
#[derive(Debug, Default)]
pub(super) struct LastTold {
    /// The row that began each of these actions.
    pub(super) began: Vec<u64>,
    /// What's told of each, oldest first.
    pub(super) says: Vec<String>,
}

impl GmSecrets {
    /// What's due is noted anew.
    pub(super) fn begin(&mut self) {
        self.untold.clear();
    }

    /// Whether the tracker may tell this; otherwise it needs a message of its own.
    pub(super) fn has_room_for(&self, began_seq: u64, says: &str) -> bool {
        !says.is_empty() && says.chars().count() <= SECRET_MAX && !self.crowded_out.contains(&began_seq)
    }

    /// Notes what an action's rows say.
    pub(super) fn note(&mut self, began_seq: u64, says: String, rows: impl Iterator<Item = Outgoing>) {
        self.says.insert(began_seq, says);
        self.untold.extend(rows.map(|it| (began_seq, it)));
        while self.says.len() > KEPT_MAX {
            self.says.pop_first();
        }
    }

    /// An action whose secrets have a message of their own.
    pub(super) fn told_elsewhere(&mut self, began_seq: u64) {
        self.says.remove(&began_seq);
        self.crowded_out.remove(&began_seq);
    }

    /// The rows that are told now that the tracker tells of these actions, and whether that's all of them. The others get a message of their own.
    pub(super) fn told(&mut self, began: &[u64]) -> (Vec<Outgoing>, bool) {
        let (told, left): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.untold).into_iter().partition(|it| began.contains(&it.0));
        let is_all = left.is_empty();
        self.crowded_out.extend(left.into_iter().map(|it| it.0));
        (told.into_iter().map(|it| it.1).collect(), is_all)
    }

    /// The last actions in at most so many characters: what everyone was told, and what only the GM may know. What was taken back is no longer
    /// among them.
    pub(super) fn with(&mut self, snapshot: &Snapshot, most: usize) -> LastTold {
        let last = &snapshot.gm.last;
        let (first, newest) = (last.first().map_or(u64::MAX, |it| it.0), snapshot.gm.scene.seq);
        let untold: BTreeSet<u64> = self.untold.iter().map(|it| it.0).collect();
        // A row may be newer than the snapshot, whose number the next row has.
        self.says.retain(|seq, _| {
            (*seq < first && untold.contains(seq)) || *seq >= newest || last.iter().any(|it| it.0 == *seq)
        });
        let open = last.iter().map(|(seq, told)| (*seq, story::in_short(told, &snapshot.players)));
        let mut all: BTreeMap<u64, String> = open.filter(|it| !it.1.is_empty()).collect();
        for (seq, secret) in &self.says {
            let told = all.entry(*seq).or_default();
            // An ambush's beginning is told to the GM first, and then to everyone.
            if told != secret {
                let gap = if told.is_empty() { "" } else { " " };
                told.push_str(&format!("{gap}{secret}"));
            }
        }
        let began: Vec<u64> = all.keys().copied().collect();
        let says = story::newest_within(all.into_values().collect(), most);
        LastTold { began: began[began.len() - says.len()..].to_vec(), says }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Notice, OutgoingState};

    fn row(id: i64) -> Outgoing {
        let notice = Notice {
            seq: id,
            kind: String::new(),
            slot: String::new(),
            channel_id: 1,
            nonce: String::new(),
            payload: String::new(),
            created_at_ms: 0,
        };
        let state = OutgoingState::Due;
        Outgoing { id, encounter: 1, notice, state, message_id: None, attempts: 0, note: None }
    }

    /// Only what the tracker shows counts as told; what it had no room for gets a message of its own.
    #[test]
    fn what_the_tracker_has_no_room_for_is_told_elsewhere() {
        let mut secrets = GmSecrets::default();
        secrets.begin();
        secrets.note(3, "The trap hurts Orc.".to_owned(), [row(30)].into_iter());
        secrets.note(7, "Lurker sneaks.".to_owned(), [row(70), row(71)].into_iter());
        let (told, is_all) = secrets.told(&[7, 8]);
        assert_eq!((told.iter().map(|it| it.id).collect::<Vec<_>>(), is_all), (vec![70, 71], false));
        assert!(!secrets.has_room_for(3, "The trap hurts Orc."), "it was crowded out");
        secrets.told_elsewhere(3);
        assert!(secrets.has_room_for(4, "Lurker hides.") && !secrets.has_room_for(5, &"x".repeat(SECRET_MAX + 1)));
        assert!(!secrets.has_room_for(6, ""));
        assert!(secrets.told(&[]).1, "nothing is left");
    }
}
