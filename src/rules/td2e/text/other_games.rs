//! Words that people bring from other games, or for reactions, which nobody begins by themselves: what each is called here.

use crate::rules::other_games::OtherGames;
use crate::rules::td2e::Rule;

/// All of them.
pub const WORDS: &[OtherGames<Rule>] = &[
    (
        &["parry", "block", "guard", "counter", "riposte", "counterattack", "counter-attack"],
        "Evade on your own turn instead, with /act what:evade. Until your next turn, you can then try to evade every attack that hits you.",
        Rule::Evading,
    ),
    (
        &["intercept", "protect", "screen"],
        "Nobody can take a blow for somebody else in these rules, but you can evade on your own turn: /act what:evade",
        Rule::Evading,
    ),
    (
        &["flee", "run", "withdraw", "run-away"],
        "If you\u{2019}re next to an enemy, you need a test to get out: /act what:get out. Otherwise, just use /move.",
        Rule::Extricating,
    ),
    (
        &["heal", "first-aid", "medicine", "revive"],
        "Here a medic attends to somebody who is down: /act what:attend target:\u{2026}",
        Rule::MedicTime,
    ),
    (
        &["push", "shove", "trip"],
        "You can\u{2019}t push anyone in these rules, but you can grab somebody with bare hands, and the GM says what happens: /act what:grab target:\u{2026}",
        Rule::NoDamage,
    ),
];
