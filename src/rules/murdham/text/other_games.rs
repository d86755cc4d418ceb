//! Words that people bring from other games, or for reactions, which nobody begins by themselves: what each is called here.

use crate::rules::murdham::Rule;
use crate::rules::other_games::OtherGames;

/// All of them.
pub const WORDS: &[OtherGames<Rule>] = &[
    (&["dodge", "evade", "duck"], "Dodging is a reaction: you\u{2019}re asked when somebody attacks you.", Rule::Dodge),
    (
        &["counter", "counterattack", "counter-attack", "riposte", "strike-back"],
        "A counter is a reaction: you\u{2019}re asked when somebody attacks you.",
        Rule::Counter,
    ),
    (
        &["guard", "intercept", "protect", "defend", "screen", "step-in"],
        "Guarding is a reaction: you\u{2019}re asked when somebody near you is attacked.",
        Rule::Guard,
    ),
    (
        &["parry"],
        "There\u{2019}s no parry in these rules; when somebody attacks you, you\u{2019}re asked whether to dodge or counter.",
        Rule::Dodge,
    ),
    (&["block"], "A shield protects by itself, without an action.", Rule::Shield),
    (
        &["heal", "first-aid", "medicine", "stabilise", "stabilize"],
        "Healing takes a medicine box or a draught: /act what:use with:\u{2026}",
        Rule::Medicine,
    ),
];
