//! Hash chains: a list of JSON values that can only grow. If you know the chain's head, you can later tell whether anything in the list was
//! changed, removed, inserted or cut off. Callers decide what goes into a chain; `docs/VERIFY.md` specifies how it's computed, with a test
//! vector for other implementations.

use serde_json::Value;
use sha2::{Digest, Sha256};

/// Number of hexadecimal digits of a shortened head. Enough against mistakes and casual tampering, not against someone who tries four
/// billion variants.
pub const SHORT_DIGITS: usize = 8;
/// So many digits of a hash, 80 bits, are too many for anybody to find something else with the same beginning.
pub const SURE_DIGITS: usize = 20;

/// A chain up to its latest line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    head: [u8; 32],
}

impl Chain {
    /// An empty chain. `kind` distinguishes chains that hold the same lines.
    pub fn begin(kind: &str) -> Chain {
        Chain { head: Sha256::digest(kind).into() }
    }

    /// Adds a line: the new head is the SHA-256 of the old head's 32 bytes followed by the line's canonical JSON in UTF-8.
    pub fn push(&mut self, line: &Value) {
        let mut hash = Sha256::new();
        hash.update(self.head);
        hash.update(canonical(line));
        self.head = hash.finalize().into();
    }

    /// The head: 64 lower-case hexadecimal digits.
    pub fn head(&self) -> String {
        hex::encode(self.head)
    }

    /// The head's first [`SHORT_DIGITS`] digits.
    pub fn short(&self) -> String {
        hex::encode(&self.head[..SHORT_DIGITS / 2])
    }
}

/// JSON in exactly one form: no whitespace, object keys sorted by code point, and only the required escapes in strings (`"`, `\`, and
/// control characters: the short form if there is one, otherwise `\u00xx`).
pub fn canonical(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Array(all) => {
            out.push('[');
            for (index, one) in all.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(one, out);
            }
            out.push(']');
        }
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_unstable_by_key(|it| it.0);
            out.push('{');
            for (index, (name, value)) in fields.into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                out.push_str(&Value::from(name.as_str()).to_string());
                out.push(':');
                write(value, out);
            }
            out.push('}');
        }
        plain => out.push_str(&plain.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The test vector from docs/VERIFY.md. It must never change without a new `kind`.
    #[test]
    fn the_test_vector_holds() {
        let mut chain = Chain::begin("umpire record 2");
        let heads: Vec<String> =
            [json!({ "b": [1, -2, true, null], "a": "say \"go\"\n" }), json!({ "Zoë": { "z": 0, "a": {} } })]
                .iter()
                .map(|line| {
                    chain.push(line);
                    chain.head()
                })
                .collect();
        assert_eq!(
            canonical(&json!({ "b": [1, -2, true, null], "a": "say \"go\"\n" })),
            r#"{"a":"say \"go\"\n","b":[1,-2,true,null]}"#
        );
        assert_eq!(
            Chain::begin("umpire record 2").head(),
            "5579afe75350bfde479d76bbfd0caefee6ca902d35621deb0dbffd3e73cc45e6"
        );
        assert_eq!(
            heads,
            [
                "3749413896cfc297a06ca5e2c197b342ca55dd4ab7937bf4d3ca84cdd43ad665",
                "b8bb6a769e5cefead28339551c03587fb4c786de6cb20acb56423e98613fde55"
            ]
        );
        assert_eq!(chain.short(), heads[1][..8]);
    }

    /// Whitespace and key order make no difference; everything else does.
    #[test]
    fn only_what_is_said_counts() {
        let of = |text: &str| {
            let mut chain = Chain::begin("a");
            chain.push(&serde_json::from_str(text).expect("JSON"));
            chain.head()
        };
        assert_eq!(of(r#"{"a":1,"b":"ä"}"#), of("{ \"b\" : \"\\u00e4\",\n \"a\": 1 }"));
        assert_ne!(of(r#"{"a":1}"#), of(r#"{"a":"1"}"#));
        assert_ne!(of("[]"), of("{}"));
    }
}
