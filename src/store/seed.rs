//! The secret of a fight's dice as stored: bytes that refuse to be printed, and their published commitment. The engine derives the dice
//! from them (`engine::Seed`).

use crate::telemetry::Secret;

/// 32 secret bytes that determine every die of a fight. Only for the dice, and for everyone once the fight is over.
pub type SeedBytes = Secret<[u8; 32]>;

/// A seed and its published commitment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommittedSeed {
    /// The secret.
    pub seed: SeedBytes,
    /// The published commitment: 64 hex digits. The store doesn't recompute it, because what players saw is what counts.
    pub commitment: String,
}
