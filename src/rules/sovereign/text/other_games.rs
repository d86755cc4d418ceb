//! Words that people bring from other games, or for reactions, which nobody begins by themselves: what each is called here.

use crate::rules::other_games::OtherGames;
use crate::rules::sovereign::Rule;

/// All of them.
pub const WORDS: &[OtherGames<Rule>] = &[
    (
        &["parry", "block", "evade"],
        "In these rules that\u{2019}s Total Defense, an Instant you can take even after the attack roll: /act what:total defense",
        Rule::TotalDefense,
    ),
    (&["intercept", "step-in"], "In these rules that\u{2019}s Screen: /act what:screen target:\u{2026}", Rule::Screen),
    (
        &["counter", "counterattack", "counter-attack", "riposte"],
        "There are no counterattacks in these rules, but a free attack comes by itself when a foe leaves your reach.",
        Rule::Opportunity,
    ),
    (&["push"], "In these rules that\u{2019}s Shove: /act what:shove target:\u{2026}", Rule::Shove),
];
