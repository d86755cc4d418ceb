//! What only the GM may know of the last actions. The GM's tracker tells it below what everyone was told; its rows of the outbox stay due until then.

use super::{super::compose::story, snapshot::Snapshot};
use crate::store::Outgoing;
use std::collections::BTreeMap;

/// So many actions' are kept, as many as the tracker tells of.
const KEPT_MAX: usize = 8;

/// The last secrets.
#[derive(Debug, Default)]
pub(super) struct GmSecrets {
    /// In words, by the row that began the action.
    says: BTreeMap<u64, String>,
    /// The rows that aren't told yet.
    untold: Vec<Outgoing>,
}

impl GmSecrets {
    /// What's due is noted anew.
    pub(super) fn begin(&mut self) {
        self.untold.clear();
    }

    /// Notes what an action's rows say.
    pub(super) fn note(&mut self, began_seq: u64, says: String, rows: impl Iterator<Item = Outgoing>) {
        self.says.insert(began_seq, says);
        self.untold.extend(rows);
        while self.says.len() > KEPT_MAX {
            self.says.pop_first();
        }
    }

    /// The rows that have now been told.
    pub(super) fn untold(&mut self) -> Vec<Outgoing> {
        std::mem::take(&mut self.untold)
    }

    /// The last actions, oldest first: what everyone was told, and what only the GM may know. What was taken back is no longer among them.
    pub(super) fn with(&mut self, snapshot: &Snapshot) -> Vec<String> {
        let last = &snapshot.gm.last;
        let (first, newest) = (last.first().map_or(u64::MAX, |it| it.0), snapshot.gm.scene.seq);
        // A row may be newer than the snapshot, whose number the next row has.
        self.says.retain(|seq, _| *seq < first || *seq >= newest || last.iter().any(|it| it.0 == *seq));
        let open = last.iter().map(|(seq, told)| (*seq, story::in_short(told, &snapshot.players)));
        let mut all: BTreeMap<u64, String> = open.filter(|it| !it.1.is_empty()).collect();
        for (seq, secret) in &self.says {
            let told = all.entry(*seq).or_default();
            let gap = if told.is_empty() { "" } else { " " };
            told.push_str(&format!("{gap}{secret}"));
        }
        all.into_values().collect()
    }
}
