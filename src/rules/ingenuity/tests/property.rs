//! Random legal play: whatever is listed is accepted, fights end or come to rest, and the log folds to the live state and audits. The seed
//! is printed when it fails.

use super::super::Ingenuity;
use crate::{
    engine::{Actor, Encounter, Scripted, Seat, play::Whim},
    rules::{Fight, Newcomer, Request, Session, by_lot},
};

const GM: Actor = Actor::Gm(Seat(1));
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

fn one<'a>(whim: &mut Whim, all: &[&'a str]) -> &'a str {
    whim.pick(all).copied().unwrap_or_default()
}

fn ask(fight: &mut Fight<Ingenuity>, request: Request) {
    let mut dice = Scripted::default();
    fight.propose(GM, &request, &mut dice, 0).unwrap_or_else(|why| panic!("{request:?}: {why}"));
    fight.accept();
}

/// Options drawn by lot.
fn options(whim: &mut Whim) -> Vec<(String, String)> {
    let all = [
        ("reactions", ["turn", "round"]),
        ("declare", ["after", "before"]),
        ("step-counts", ["off", "on"]),
        ("wakes-with", ["1", "unchanged"]),
        ("rerolls", ["best", "ask"]),
    ];
    all.into_iter().map(|(name, values)| (name.to_owned(), one(whim, &values).to_owned())).collect()
}

/// A fight that has not begun, with people drawn by lot, on squares or without.
fn opening(whim: &mut Whim) -> Encounter<Ingenuity> {
    let mut fight = Fight::<Ingenuity>::open(&options(whim)).expect("opens");
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let squares = whim.percent(75);
    ask(&mut fight, Request::Board { fields: vec![pair("size", "9x6"), pair("walls", "E2-E4")] });
    for side in ["Heroes", "Orcs"] {
        ask(&mut fight, Request::Side { name: side.to_owned() });
    }
    for index in 0..6u64 {
        let (side, owner) = if index % 2 == 0 { ("Heroes", Some(Seat(10 + index))) } else { ("Orcs", None) };
        let fields = vec![
            pair("health", one(whim, &["1", "4", "8", "12"])),
            pair("endurance", one(whim, &["1", "3", "8"])),
            pair("deflection", one(whim, &["0", "2", "5"])),
            pair("constitution", one(whim, &["1", "4", "9"])),
            pair("weapons", one(whim, &ARMS)),
            pair("shield", one(whim, &["none", "none", "small shield", "buckler"])),
            pair("maneuvers", one(whim, &MANEUVERS)),
            pair("powers", one(whim, &["none", "none", "bolt: tier 1 damage 4 cold range 6", "hush: tier 2 stunned"])),
            pair("talents", one(whim, &["none", "danger sense", "danger sense 3"])),
            pair("fate", one(whim, &["0", "0", "1", "3"])),
            pair("size", one(whim, &["3", "4", "6"])),
        ];
        let name = format!("Fighter {index}");
        let newcomer = Newcomer { name, side: Some(side.to_owned()), owner, fields, count: 1, ..Newcomer::default() };
        ask(&mut fight, Request::Join(newcomer));
        if squares {
            let who = fight.find(crate::engine::view::Viewer::Gm, &format!("Fighter {index}")).expect("has joined");
            let at = format!("{}{}", if index % 2 == 0 { 'B' } else { 'G' }, 1 + index);
            ask(&mut fight, Request::Place { who, at });
        }
    }
    let mut ready = fight.log().now().clone();
    ready.seq = 1;
    ready
}

/// Brisk people and unruly ones: listed is accepted, every refusal has words, the log folds and audits.
#[test]
fn random_fights_hold_together() {
    by_lot::fights_hold_together(14, 600, opening);
}

/// What is drawn at random is what the menus list, and every listed draft leads somewhere.
#[test]
fn what_is_drawn_at_random_is_listed() {
    by_lot::drawn_is_listed(7, 24, opening);
}
