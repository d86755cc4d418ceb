//! Who shows a fight to its players, as the table knows it.

use crate::store::EncounterId;

/// Notified when a fight has changed: the outbox has something due, and the tracker needs redrawing. Must not block.
pub trait Publisher: Send + Sync {
    /// A fight has changed.
    fn changed(&self, encounter: EncounterId);
}
