//! Words that people bring from other games, or for reactions, which nobody begins by themselves: what each is called here.

use super::Rule;
use crate::rules::elsewhere::Elsewhere;

/// All of them.
pub const WORDS: &[Elsewhere<Rule>] = &[
    (
        &["parry", "block", "evade"],
        "Total Defense is what that\u{2019}s called here: an Instant, also after the attack roll. /act what:total defense",
        Rule::TotalDefense,
    ),
    (
        &["intercept", "protect"],
        "Screening is what that\u{2019}s called here: /act what:screen target:\u{2026}",
        Rule::Screen,
    ),
    (
        &["counter", "counterattack", "counter-attack", "riposte"],
        "Nobody strikes back here; what gives a free attack is a foe who leaves your reach, and it comes by itself.",
        Rule::Opportunity,
    ),
    (&["push"], "Pushing is a shove here: /act what:shove target:\u{2026}", Rule::Shove),
];
