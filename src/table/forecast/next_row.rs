//! How a forecast notices that its fight has gone on, without asking the fight.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// The number of a fight's next row, as its task last said.
#[derive(Clone, Debug, Default)]
pub(in crate::table) struct NextRow(Arc<AtomicU64>);

impl NextRow {
    /// The fight's task says which it is.
    pub fn is(&self, seq: u64) {
        self.0.store(seq, Ordering::Relaxed);
    }
}

/// A fight as it was before one of its rows.
#[derive(Clone, Debug)]
pub(in crate::table) struct AsOfRow {
    seq: u64,
    next: NextRow,
}

impl AsOfRow {
    /// As it was before the row with this number.
    pub fn new(seq: u64, next: NextRow) -> AsOfRow {
        AsOfRow { seq, next }
    }

    /// Whether that row has been written since, or one was taken back.
    pub fn is_past(&self) -> bool {
        self.next.0.load(Ordering::Relaxed) != self.seq
    }
}
