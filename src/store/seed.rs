//! The secret of a fight's dice as it is kept: bytes that refuse to be printed, and the commitment that was published for them. What
//! follows from them is the engine's to say (`engine::Seed`).

use crate::telemetry::Secret;

/// 32 secret bytes from which every die of a fight follows. For the dice alone, and for everybody once the fight is over.
pub type SeedBytes = Secret<[u8; 32]>;

/// A seed and the commitment that was published for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommittedSeed {
    /// The secret.
    pub seed: SeedBytes,
    /// What was published: 64 hex digits. Not recomputed by the store, because what players saw is what counts.
    pub commitment: String,
}
