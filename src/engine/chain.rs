//! Hash chains: a list of JSON values that can only grow. Whoever knows the chain's head can tell later whether anything in the list has
//! been changed, taken out, put in or cut off. What is put into a chain is for others; `docs/VERIFY.md` says how it is computed, with a
//! test vector, for whoever computes it elsewhere.

use serde_json::Value;
use sha2::{Digest, Sha256};

/// How many hexadecimal digits a head has where there is little room: enough against mistakes and idle hands, not against somebody who
/// tries four thousand million variants.
pub const SHORT_DIGITS: usize = 8;

/// A chain, as far as it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    head: [u8; 32],
}

impl Chain {
    /// A chain without lines. `kind` keeps chains apart that hold the same.
    pub fn begin(kind: &str) -> Chain {
        Chain { head: Sha256::digest(kind).into() }
    }

    /// Adds a line: the new head is the SHA-256 of the old one's 32 bytes, followed by the line's canonical JSON in UTF-8.
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

/// JSON in one form only: no space between its parts, the keys of each object in the order of their code points, and in strings only
/// what must be escaped (`"`, `\`, and control characters: the short forms where there is one, else `\u00xx`).
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

    /// The test vector of docs/VERIFY.md: it must never change without another `kind`.
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

    /// Space and the order of keys make no difference; anything else does.
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
