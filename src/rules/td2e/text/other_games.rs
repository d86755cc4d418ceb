//! Words that people bring from other games, or for reactions, which nobody begins by themselves: what each is called here.

use crate::rules::other_games::OtherGames;
use crate::rules::td2e::Rule;

/// All of them.
pub const WORDS: &[OtherGames<Rule>] = &[
    (
        &["parry", "block", "guard", "counter", "riposte", "counterattack", "counter-attack"],
        "Evading is what helps here: /act what:evade, and until your next turn every attack that hits you may still be evaded.",
        Rule::Evading,
    ),
    (
        &["intercept", "protect", "screen"],
        "Nobody takes a blow for another in these rules, but anybody may evade on their own turn: /act what:evade",
        Rule::Evading,
    ),
    (
        &["flee", "run", "withdraw", "run-away"],
        "Next to an enemy, getting out takes a test: /act what:get out. Elsewhere /move takes you away.",
        Rule::Extricating,
    ),
    (
        &["heal", "first-aid", "medicine", "revive"],
        "A medic attends to somebody who is down: /act what:attend target:\u{2026}",
        Rule::MedicTime,
    ),
    (
        &["push", "shove", "trip"],
        "Nobody is pushed here; with bare hands you can take hold of somebody, and the GM says what happens: /act what:grab target:\u{2026}",
        Rule::NoDamage,
    ),
];
