//! The secret of a fight's dice, in a wrapper that refuses to be printed.

use std::fmt;

/// 32 secret bytes from which every die of a fight follows. It has no `Display`, no serialisation, and its `Debug` shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// Wraps bytes that come from the operating system's randomness (or, in a test, from the test).
    pub const fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The bytes, for the dice and for [`Seed::commitment`]; and for everybody once the fight is over.
    pub const fn reveal(&self) -> &[u8; 32] {
        &self.0
    }

    /// The SHA-256 of the bytes in lower-case hex: shown when the fight opens, checked when the seed is shown.
    pub fn commitment(&self) -> String {
        use sha2::Digest as _;
        hex::encode(sha2::Sha256::digest(self.0))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Seed(hidden)")
    }
}

/// A seed and the commitment that was published for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommittedSeed {
    /// The secret.
    pub seed: Seed,
    /// What was published: 64 hex digits. Not recomputed by the store, because what players saw is what counts.
    pub commitment: String,
}
