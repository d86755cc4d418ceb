//! Words that people bring from other games, or for reactions, which nobody begins by themselves: what each is called here.

use crate::rules::einfelst::Rule;
use crate::rules::other_games::OtherGames;

/// All of them.
pub const WORDS: &[OtherGames<Rule>] = &[
    (
        &["dodge", "evade", "duck"],
        "Dodging is a reaction: you\u{2019}re asked before the roll when someone shoots at you, if you have a fast manoeuvre left.",
        Rule::Defence,
    ),
    (
        &["parry", "block", "guard", "defend"],
        "Parrying is a reaction: you\u{2019}re asked before the roll when someone attacks you up close, if you have a fast manoeuvre left.",
        Rule::Defence,
    ),
    (
        &["counter", "counterattack", "counter-attack", "riposte"],
        "You can\u{2019}t strike back here, but if you defend with successes to spare, you may swap cards with the attacker.",
        Rule::Surplus,
    ),
    (
        &["intercept", "protect", "screen"],
        "You can\u{2019}t take a blow for someone else here; to come between them, /move into the way on your own turn.",
        Rule::Defence,
    ),
    (
        &["heal", "first-aid", "medicine", "stabilise", "stabilize", "revive", "resuscitate"],
        "Harm isn\u{2019}t healed during a fight, but /act what:help target:\u{2026} brings back a character who\u{2019}s out of action.",
        Rule::Slots,
    ),
];
