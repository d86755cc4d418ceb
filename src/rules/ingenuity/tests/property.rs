//! Random legal play: whatever is listed is accepted, fights end or come to rest, and the log folds to the live state and audits. The seed
//! is printed when it fails.

use crate::rules::ingenuity::Ingenuity;
use crate::{
    engine::{Encounter, random_play::PlayRng},
    rules::tests::{Table, one, pair, random_fights},
};

const ARMS: [&str; 6] = [
    "none",
    "dagger, knife",
    "spear, straight sword",
    "hand crossbow, club",
    "shortbow, mace",
    "brand: 5 fire 18 +5 str/dex martial reload 2",
];
const MANEUVERS: [&str; 5] = [
    "none",
    "Riposte, Opportunity Strike",
    "Stunning Strike, Grapple",
    "Knock Down, Kip Up",
    "Tripping Strike, Opportunity Strike",
];

/// Options drawn by lot.
fn options(rng: &mut PlayRng) -> Vec<(&'static str, &'static str)> {
    let all = [
        ("reactions", ["turn", "round"]),
        ("declare", ["after", "before"]),
        ("step-counts", ["off", "on"]),
        ("wakes-with", ["1", "unchanged"]),
        ("rerolls", ["best", "ask"]),
    ];
    all.into_iter().map(|(name, values)| (name, one(rng, &values))).collect()
}

/// A fight that has not begun, with people drawn by lot, on squares or without.
fn opening(rng: &mut PlayRng) -> Encounter<Ingenuity> {
    let board = [("size", "9x6"), ("walls", "E2-E4")];
    let mut table = Table::<Ingenuity>::open(&options(rng), &board, &["Heroes", "Orcs"]);
    let squares = rng.percent(75);
    for index in 0..6u64 {
        let fields = vec![
            pair("health", one(rng, &["1", "4", "8", "12"])),
            pair("endurance", one(rng, &["1", "3", "8"])),
            pair("deflection", one(rng, &["0", "2", "5"])),
            pair("constitution", one(rng, &["1", "4", "9"])),
            pair("weapons", one(rng, &ARMS)),
            pair("shield", one(rng, &["none", "none", "small shield", "buckler"])),
            pair("maneuvers", one(rng, &MANEUVERS)),
            pair("powers", one(rng, &["none", "none", "bolt: tier 1 damage 4 cold range 6", "hush: tier 2 stunned"])),
            pair("talents", one(rng, &["none", "danger sense", "danger sense 3"])),
            pair("fate", one(rng, &["0", "0", "1", "3"])),
            pair("size", one(rng, &["3", "4", "6"])),
        ];
        let at = format!("{}{}", if index % 2 == 0 { 'B' } else { 'G' }, 1 + index);
        table.join_by_turns(["Heroes", "Orcs"], index, fields, squares.then_some(at));
    }
    table.ready()
}

/// Brisk people and unruly ones: listed is accepted, every refusal has words, the log folds and audits.
#[test]
fn random_fights_hold_together() {
    random_fights::fights_hold_together(14, 600, opening);
}

/// What is drawn at random is what the menus list, and every listed draft leads somewhere.
#[test]
fn what_is_drawn_at_random_is_listed() {
    random_fights::drawn_is_listed(7, 24, opening);
}
