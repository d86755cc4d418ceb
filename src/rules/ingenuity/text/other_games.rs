//! Words that people bring from other games, or for reactions, which nobody begins by themselves: what each is called here.

use crate::rules::ingenuity::Rule;
use crate::rules::other_games::OtherGames;

/// All of them.
pub const WORDS: &[OtherGames<Rule>] = &[
    (&["dodge", "evade", "duck"], "Dodging is a reaction: you\u{2019}re asked when an attack hits you.", Rule::Dodge),
    (&["block"], "Blocking is a reaction: you\u{2019}re asked when an attack hits you.", Rule::Block),
    (&["parry"], "Parrying is a reaction: you\u{2019}re asked when an attack hits you.", Rule::Parry),
    (
        &["fortify", "resist"],
        "Fortify and resist are reactions: you\u{2019}re asked when something threatens body or mind.",
        Rule::Fortify,
    ),
    (
        &["intercept", "protect", "screen"],
        "Intercepting is a reaction: you\u{2019}re asked when an ally within your reach is hit. The GM\u{2019}s foes start with an order never to.",
        Rule::Intercept,
    ),
    (
        &["counter", "counterattack", "counter-attack", "riposte", "opportunity-strike"],
        "That\u{2019}s a maneuver: you\u{2019}re asked when its moment comes, for a reaction and stamina.",
        Rule::Maneuvers,
    ),
    (&["flee", "run-away", "retreat"], "Fleeing takes no roll: /move away, then /act what:sprint.", Rule::Sprint),
    (
        &["heal", "first-aid", "stabilise", "stabilize"],
        "To wake an unconscious character: /act what:resuscitate target:\u{2026}; endurance and health come back with a rest.",
        Rule::Resuscitate,
    ),
    (
        &["push", "shove", "trip", "throw-down"],
        "You can\u{2019}t push anyone away here, but a maneuver can knock them down: /act what:maneuver how:Knock Down target:\u{2026}",
        Rule::Maneuvers,
    ),
];
