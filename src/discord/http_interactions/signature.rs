//! Whether a request is Discord's: its Ed25519 signature over the time and the body, and how old that time is. It reads nothing of the body.
//! Docs, "Interactions: Receiving and Responding: Security and Authorization".

use ring::signature::{ED25519, UnparsedPublicKey};

/// The header with the signature, in hexadecimal.
pub const SIGNATURE: &str = "x-signature-ed25519";
/// The header with the time, in seconds since the epoch.
pub const TIMESTAMP: &str = "x-signature-timestamp";
/// How far the time of a request may be from Discord's clock, either way. An older one may be one that somebody recorded.
const APART_MAX_MS: i64 = 5 * 60 * 1_000;

/// The application's public key. Discord signs with its other half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplicationKey([u8; 32]);

impl ApplicationKey {
    /// Reads it as Discord writes it, in hexadecimal. `None` if it's anything else.
    pub fn parse(text: &str) -> Option<ApplicationKey> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        Some(ApplicationKey(bytes))
    }

    /// Whether Discord signed this time and body together.
    pub fn has_signed(&self, signature: &str, timestamp: &str, body: &[u8]) -> bool {
        let Ok(signature) = hex::decode(signature) else { return false };
        let signed = [timestamp.as_bytes(), body].concat();
        UnparsedPublicKey::new(&ED25519, self.0).verify(&signed, &signature).is_ok()
    }
}

/// Whether a request of this time can still be new, by Discord's clock in milliseconds since the epoch.
pub fn is_current(timestamp: &str, now_ms: i64) -> bool {
    let Ok(seconds) = timestamp.parse::<i64>() else { return false };
    let apart_ms = seconds.saturating_mul(1_000).saturating_sub(now_ms);
    (-APART_MAX_MS..=APART_MAX_MS).contains(&apart_ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8032, 7.1, test 3: a signature of the message `af82`, which is a body without a time here.
    const KEY: &str = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025";
    const SIGNED: &str = "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a";

    /// The signature is Ed25519's; whatever else comes as one is none.
    #[test]
    fn a_signature_fits_one_body() {
        let key = ApplicationKey::parse(KEY).expect("a key");
        assert!(key.has_signed(SIGNED, "", b"\xaf\x82"));
        assert!(!key.has_signed(SIGNED, "", b"\xaf\x83"), "another body");
        assert!(!key.has_signed(SIGNED, "1", b"\xaf\x82"), "another time");
        for signature in ["", "zz", &SIGNED[2..], &format!("{SIGNED}00"), &"0".repeat(128)] {
            assert!(!key.has_signed(signature, "", b"\xaf\x82"), "{signature}");
        }
        let other = ApplicationKey::parse(&"0".repeat(64)).expect("32 bytes");
        assert!(!other.has_signed(SIGNED, "", b"\xaf\x82"), "another key");
        for text in ["", "fc51", &format!("{KEY}00"), &"x".repeat(64)] {
            assert_eq!(ApplicationKey::parse(text), None, "{text}");
        }
    }

    /// Five minutes either way; what's no time is never current.
    #[test]
    fn a_time_is_current_for_five_minutes() {
        let now_ms = 1_790_000_000_000;
        let at = |seconds: i64| is_current(&(1_790_000_000 + seconds).to_string(), now_ms);
        assert!(at(0) && at(-300) && at(300));
        assert!(!at(-301) && !at(301));
        for text in ["", "now", "1790000000.5", "-9223372036854775808", "9223372036854775807", "99999999999999999999"] {
            assert!(!is_current(text, now_ms), "{text}");
        }
    }
}
