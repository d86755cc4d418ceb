//! Random legal play: whatever is listed is accepted, fights end or come to rest, and the log folds to the live state and audits. The seed
//! is printed when it fails.

use super::super::Td2e;
use crate::{
    engine::{Encounter, random_play::PlayRng},
    rules::tests::{Table, one, pair, random_fights},
};

const ARMS: [&str; 6] = ["none", "dagger", "greatsword, dagger", "longbow, dagger", "lash: light melee whips", "sling"];
const TRAITS: [&str; 8] = [
    "none",
    "Vigilant",
    "Robust, Medic",
    "Hard to Kill, Agile",
    "Armor Training, Strong",
    "Unarmed Fighter",
    "Duelist, Brutal",
    "Armor Training",
];

/// A fight that has not begun, with people drawn by lot, on squares or without.
fn opening(rng: &mut PlayRng) -> Encounter<Td2e> {
    let beside = if rng.percent(50) { "on" } else { "off" };
    let board = [("size", "9x6"), ("walls", "E2-E4"), ("rough", "C3-C5")];
    let mut table = Table::<Td2e>::open(&[("slots", "off"), ("unseen-beside", beside)], &board, &["Heroes", "Orcs"]);
    let squares = rng.percent(75);
    for index in 0..6u64 {
        let armed = one(rng, &ARMS);
        let mut traits = one(rng, &TRAITS);
        let armour = one(rng, &["none", "light", "medium", "heavy"]);
        if armour == "heavy" {
            traits = "Armor Training, Strong";
        }
        let fields = vec![
            pair("hp", one(rng, &["1", "2", "4", "6"])),
            pair("weapons", armed),
            pair("traits", traits),
            pair("armour", armour),
            pair("proficiency", one(rng, &["none", "daggers", "bows", "two-handed swords"])),
            pair("mastery", one(rng, &["none", "none", "daggers"])),
            pair("monk", one(rng, &["no", "no", "0", "5"])),
            pair("hidden", one(rng, &["no", "no", "no", "yes"])),
        ];
        let at = format!("{}{}", if index % 2 == 0 { 'B' } else { 'G' }, 1 + index);
        table.join_by_turns(["Heroes", "Orcs"], index, fields, squares.then_some(at));
    }
    table.ready()
}

/// Brisk people and unruly ones: listed is accepted, every refusal has words, the log folds and audits.
#[test]
fn random_fights_hold_together() {
    random_fights::fights_hold_together(14, 300, opening);
}

/// What is drawn at random is what the menus list, and every listed draft leads somewhere.
#[test]
fn what_is_drawn_at_random_is_listed() {
    random_fights::drawn_is_listed(7, 120, opening);
}
