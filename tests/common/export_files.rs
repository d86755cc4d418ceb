//! The body of the fuzz target `exports` (`fuzz/`), which the tests also run on randomly changed files. In a file of its own, because it
//! needs the verifier and nothing else.

use umpire::verify::{Findings, ShownRecord, check_against};

/// Any bytes as an exported fight: it verifies, or a message says what's wrong with it. Nothing in it leads the rules into an impossible
/// state.
pub fn exports(data: &[u8]) -> Findings {
    let text = String::from_utf8_lossy(data);
    let findings =
        check_against(&text, &ShownRecord { seed_hashes: vec!["00".repeat(32)], heads: vec!["00".repeat(4)] });
    assert!(!findings.bad.is_empty(), "nobody has promised that");
    let net = findings.bad.iter().find(|it| it.contains("runs into an impossible state"));
    assert!(net.is_none(), "it panicked inside");
    findings
}
