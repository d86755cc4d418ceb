//! Makes nonces. A nonce reveals nothing about the fight: it's public, and a plain number would count what's hidden.

use sha2::{Digest, Sha256};

use super::bounds::MAX_NONCE_CHARS;
use super::ids::EncounterId;

/// The nonce of a slot's message after `used` others, in a database with this salt: hex digits, as many as Discord accepts.
pub(super) fn nonce(salt: &str, encounter: EncounterId, slot: &str, used: i64) -> String {
    let mut digest = Sha256::new();
    digest.update(format!("{salt}\n{encounter}\n{used}\n{slot}"));
    let mut text = hex::encode(digest.finalize());
    text.truncate(MAX_NONCE_CHARS);
    text
}
