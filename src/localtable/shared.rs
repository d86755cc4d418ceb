//! What all connections share.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::room::Room;

/// What all connections share.
pub(super) struct Shared {
    pub(super) room: Mutex<Room>,
    pub(super) port: u16,
    pub(super) changes: watch::Sender<u64>,
    pub(super) stopping: watch::Receiver<bool>,
}

impl Shared {
    pub(super) fn room(&self) -> MutexGuard<'_, Room> {
        // A panic under the lock is a bug of ours in one call; the table continues for everyone else.
        self.room.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes everyone who's waiting for something to happen.
    pub(super) fn changed(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }
}

/// Returns when the table closes.
pub(super) async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // When the table is dropped, the sender is dropped too, which means the same.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}
