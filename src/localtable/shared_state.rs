//! What all connections share.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::discord_state::DiscordState;

/// What all connections share.
pub(super) struct SharedState {
    pub(super) discord: Mutex<DiscordState>,
    pub(super) port: u16,
    pub(super) changes: watch::Sender<u64>,
    pub(super) stopping: watch::Receiver<bool>,
}

impl SharedState {
    pub(super) fn discord(&self) -> MutexGuard<'_, DiscordState> {
        // A panic under the lock is a bug of ours in one call; the table continues for everyone else.
        self.discord.lock().unwrap_or_else(PoisonError::into_inner)
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
