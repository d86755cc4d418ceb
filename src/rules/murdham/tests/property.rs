//! Random legal play: whatever is listed is accepted, fights end or come to rest, and the log folds to the live state and audits. The seed
//! is printed when it fails.

use super::Murdham;
use crate::{
    engine::{Encounter, random_play::PlayRng},
    rules::tests::{Table, one, pair, random_fights},
};

const WEAPONS: [&str; 13] = [
    "none",
    "axe: martial hand, dagger: simple hand",
    "bow: missile great, dagger: simple hand",
    "pole: martial great",
    "handgun, sabre: martial hand",
    "garrotte, acid vial",
    "sling: missile hand indirect",
    "long gun",
    "alchemist's fire, flash powder, dagger: simple hand",
    "mancatcher, net",
    "net, whip: simple hand",
    "cannon",
    "mortar",
];
const TRAITS: [&str; 8] =
    ["none", "none", "none", "none", "frightening", "terrifying, fast", "regeneration, slow", "frenzied"];
const SKILLS: [&str; 16] = [
    "Sorcery, Bravery",
    "Sorcery, Acrobatics",
    "Battle frenzy, Climb, Swim",
    "Leadership, Sneak",
    "none",
    "Fast dodge",
    "Fast attack",
    "Fleet footed, Quick draw",
    "Brawling",
    "Shield mastery",
    "Sneak attack, Skilled strike",
    "Ambidexterity, Steady aim, Skilled shot",
    "Wrestling, Strike to stun",
    "Disarm, Fast attack",
    "Cleaving strike, Lethal attack",
    "Piercing strike, Wrestling, Disarm",
];

/// A fight that has not begun, with options and people drawn by lot.
fn opening(rng: &mut PlayRng) -> Encounter<Murdham> {
    let options = [
        ("fat", one(rng, &["on", "off"])),
        ("chaos", one(rng, &["on", "off"])),
        ("full-move", one(rng, &["2", "3"])),
        ("guard-final-blow", one(rng, &["yes", "no"])),
        ("non-lethal", one(rng, &["together", "random"])),
        ("blast-damage", one(rng, &["each", "one"])),
        ("unseen-beside", one(rng, &["on", "off"])),
    ];
    let board = [("zones", "Gate, Yard, Tower"), ("borders", "Gate-Yard, Yard-Tower (doorway), Tower-Gate (closed)")];
    let mut table = Table::<Murdham>::open(&options, &board, &["Players", "Bandits"]);
    let numbers = ["1", "3", "5", "7", "9", "11", "13", "15"];
    for index in 0..7u64 {
        let fields = vec![
            pair("wit", one(rng, &numbers)),
            pair("str", one(rng, &numbers[1..])),
            pair("agi", one(rng, &numbers)),
            pair("weapons", one(rng, &WEAPONS)),
            pair("skills", one(rng, &SKILLS)),
            pair("armour", one(rng, &["none", "light", "heavy"])),
            pair("shield", one(rng, &["no", "no", "yes", "2"])),
            pair("helmet", one(rng, &["no", "yes"])),
            pair("items", one(rng, &["none", "healing draught x2"])),
            pair("concealed", one(rng, &["no", "no", "no", "yes"])),
            pair("size", one(rng, &["medium", "medium", "medium", "small", "large", "massive"])),
            pair("kind", one(rng, &["creature", "creature", "undead"])),
            pair("traits", one(rng, &TRAITS)),
            pair("powers", one(rng, &["none", "none", "eldritch blast", "bewitch, illusion"])),
            pair("mana", one(rng, &["0", "2"])),
        ];
        let at = one(rng, &["Gate", "Yard"]).to_owned();
        table.join_by_turns(["Players", "Bandits"], index, fields, Some(at));
    }
    table.ready()
}

/// Brisk people and unruly ones: listed is accepted, every refusal has words, the log folds and audits.
#[test]
fn random_fights_hold_together() {
    random_fights::fights_hold_together(24, 1_500, opening);
}

/// What is drawn at random is what the menus list, and every listed draft leads somewhere.
#[test]
fn what_is_drawn_at_random_is_listed() {
    (41..44).for_each(|number| random_fights::drawn_is_listed(number, 50, opening));
}

/// Nonsense is refused in words, and nothing changes.
#[test]
fn nonsense_is_refused() {
    (3..6).for_each(|number| random_fights::nonsense_is_refused(number, 120, opening));
}
