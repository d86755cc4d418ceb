//! The page itself: one file with its own style, script and data, which loads nothing and sends nothing. Its policy says so to the browser.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// The page's modules, each after those that it imports.
const MODULES: [&str; 9] = [
    include_str!("page/bytes.js"),
    include_str!("page/sha256.js"),
    include_str!("page/chacha.js"),
    include_str!("page/dice.js"),
    include_str!("page/chain.js"),
    include_str!("page/story.js"),
    include_str!("page/check.js"),
    include_str!("page/moments.js"),
    include_str!("page/replay.js"),
];
const STYLE: &str = include_str!("page/style.css");
const PAGE: &str = include_str!("page/index.html");

/// The page with this data, which is plain values.
pub(super) fn with(data: &impl Serialize) -> String {
    let script = script();
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; img-src data:; base-uri 'none'; form-action 'none'",
        hash(&script),
        hash(STYLE)
    );
    // Nothing in the data may end its element: in JSON, "<" only occurs in strings.
    let data = serde_json::to_string(data).expect("plain values").replace('<', "\\u003c");
    let filled = [("{{policy}}", policy.as_str()), ("{{style}}", STYLE), ("{{script}}", &script), ("{{fight}}", &data)];
    let mut page = String::with_capacity(PAGE.len() + script.len() + STYLE.len() + data.len());
    let mut rest = PAGE;
    while let Some((at, (mark, text))) =
        filled.iter().filter_map(|it| Some((rest.find(it.0)?, it))).min_by_key(|it| it.0)
    {
        page.push_str(&rest[..at]);
        page.push_str(text);
        rest = &rest[at + mark.len()..];
    }
    page + rest
}

/// The modules as one script, in strict mode and a block of its own, in which no name may stand twice.
fn script() -> String {
    let line = |it: &'static str| it.strip_prefix("export ").unwrap_or(it);
    let is_kept = |it: &&str| !it.starts_with("import ");
    let lines: Vec<&str> = MODULES.iter().flat_map(|it| it.lines().filter(is_kept).map(line)).collect();
    format!("'use strict';\n{{\n{}\n}}\n", lines.join("\n"))
}

/// What a policy allows a script or a style by. W3C Content Security Policy Level 3, section 2.3.1.
fn hash(source: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(source)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Text from a fight can't end the element that it's in, or become a script, and each part stands in its place once.
    #[test]
    fn data_stays_data() {
        let page = with(&json!({ "name": "</script><script>alert(1)</script>{{script}}<!--" }));
        assert_eq!(page.matches("<script>").count(), 1, "{page}");
        assert!(page.contains(r"\u003c/script>\u003cscript>alert(1)"), "as data");
        assert_eq!(page.matches("'use strict'").count(), 1);
        assert!(page.contains("default-src 'none'; script-src 'sha256-"));
    }

    /// A block of strict code has no imports or exports.
    #[test]
    fn the_modules_become_one_script() {
        let script = script();
        assert!(!script.contains("\nimport ") && !script.contains("\nexport "), "{script}");
        assert!(script.contains("function sha256(bytes)") && script.trim_end().ends_with('}'));
    }
}
