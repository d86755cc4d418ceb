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
        "Fortifying and resisting are reactions: you\u{2019}re asked when something threatens body or mind.",
        Rule::Fortify,
    ),
    (
        &["intercept", "protect", "screen"],
        "Intercepting is a reaction: you\u{2019}re asked when an ally within your reach is hit. The GM\u{2019}s foes start with a standing order not to.",
        Rule::Intercept,
    ),
    (
        &["counter", "counterattack", "counter-attack", "riposte", "opportunity-strike"],
        "That\u{2019}s a maneuver: you\u{2019}re asked when its moment comes, and it costs a reaction and stamina.",
        Rule::Maneuvers,
    ),
    (
        &["flee", "run-away", "retreat"],
        "You don\u{2019}t need a roll to flee. Move away with /move, then use /act what:sprint.",
        Rule::Sprint,
    ),
    (
        &["heal", "first-aid", "stabilise", "stabilize"],
        "You can wake an unconscious character with /act what:resuscitate target:\u{2026}, and a rest restores endurance and health.",
        Rule::Resuscitate,
    ),
    (
        &["push", "shove", "trip", "throw-down"],
        "You can\u{2019}t push anyone away here, but a maneuver can knock them down: /act what:maneuver how:Knock Down target:\u{2026}",
        Rule::Maneuvers,
    ),
];
