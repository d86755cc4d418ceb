//! Who shows a fight to its players, as the table knows it.

use crate::store::EncounterId;

/// Notified when a fight has changed: the outbox has something due, and the tracker needs redrawing. Must not block.
pub trait Publisher: Send + Sync {
    /// A fight has changed.
    fn changed(&self, encounter: EncounterId);

    /// A fight is about to rest, so whoever shows it lets go of it once nothing is left to show. Returns whether nobody holds it any more; if
    /// somebody does, the fight asks again later.
    fn lets_go(&self, encounter: EncounterId) -> bool;
}
