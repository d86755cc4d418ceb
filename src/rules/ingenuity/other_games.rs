//! Words that people bring from other games, or for reactions, which nobody begins by themselves: what each is called here.

use super::Rule;
use crate::rules::other_games::OtherGames;

/// All of them.
pub const WORDS: &[OtherGames<Rule>] = &[
    (&["dodge", "evade", "duck"], "Dodging is a reaction: you\u{2019}re asked when an attack hits you.", Rule::Dodge),
    (&["block"], "Blocking is a reaction: you\u{2019}re asked when an attack hits you.", Rule::Block),
    (&["parry"], "Parrying is a reaction: you\u{2019}re asked when an attack hits you.", Rule::Parry),
    (
        &["fortify", "resist"],
        "Fortify and resist are reactions: you\u{2019}re asked when something befalls body or mind.",
        Rule::Fortify,
    ),
    (
        &["intercept", "protect", "screen"],
        "Intercepting is a reaction: you\u{2019}re asked when an ally within your reach is hit. The GM\u{2019}s foes begin with an order never to.",
        Rule::Intercept,
    ),
    (
        &["counter", "counterattack", "counter-attack", "riposte", "opportunity-strike"],
        "That\u{2019}s a maneuver: you\u{2019}re asked when its moment comes, for a reaction and stamina.",
        Rule::Maneuvers,
    ),
    (
        &["flee", "run-away", "retreat"],
        "Nothing is rolled to flee: /move away, and /act what:sprint after it.",
        Rule::Sprint,
    ),
    (
        &["heal", "first-aid", "stabilise", "stabilize"],
        "Whoever is unconscious is brought back by /act what:resuscitate target:\u{2026}; endurance and health come back in a rest.",
        Rule::Resuscitate,
    ),
    (
        &["push", "shove", "trip", "throw-down"],
        "Nobody is pushed away here, but a maneuver can knock someone down: /act what:maneuver how:Knock Down target:\u{2026}",
        Rule::Maneuvers,
    ),
];
