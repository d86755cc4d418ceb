//! Whether a held action may answer with a verb is said of each: no new one is forgotten.

use crate::rules::sovereign::{Sovereign, verbs::WHILE_HOLDING};
use crate::rules::verbs::VerbSystem;

/// The verbs that no held action answers with: instants anyway, or nothing for another's turn.
const ON_ONES_OWN_TURN: [&str; 8] = ["charge", "snap", "total-defense", "hold", "aim", "execute", "chase", "end"];

#[test]
fn every_verb_says_whether_a_held_action_may_answer_with_it() {
    for name in Sovereign::ENTRIES.iter().map(|it| it.info.name) {
        let is_in = [WHILE_HOLDING, &ON_ONES_OWN_TURN].map(|it| it.contains(&name));
        assert!(
            is_in[0] != is_in[1],
            "May a held action answer with \u{201c}{name}\u{201d} (R31)? Then add it to WHILE_HOLDING in verbs/mod.rs, else to ON_ONES_OWN_TURN here."
        );
    }
    let known = |name: &&str| Sovereign::ENTRIES.iter().any(|it| it.info.name == *name);
    assert!(WHILE_HOLDING.iter().chain(&ON_ONES_OWN_TURN).all(known), "no verb is in a list that no longer exists");
}
