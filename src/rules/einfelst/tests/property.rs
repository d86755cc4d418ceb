//! Random legal play: whatever is listed is accepted, fights end or come to rest, and the log folds to the live state and audits. The seed
//! is printed when it fails.

use super::super::{Einfelst, Field};
use crate::{
    engine::{Actor, Encounter, Scripted, Seat, play::Whim, view::Viewer},
    rules::{Fight, Newcomer, Request, Session, by_lot},
};

const GM: Actor = Actor::Gm(Seat(1));
const ARMS: [&str; 6] =
    ["none", "knife", "two-handed, throwing knife", "longbow, sword", "venomous bite", "dreadful gaze"];

fn one<'a>(whim: &mut Whim, all: &[&'a str]) -> &'a str {
    whim.pick(all).copied().unwrap_or_default()
}

fn ask(fight: &mut Fight<Einfelst>, request: Request) {
    let mut dice = Scripted::default();
    fight.propose(GM, &request, &mut dice, 0).unwrap_or_else(|why| panic!("{request:?}: {why}"));
    fight.accept();
}

fn pair(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

/// A fight that has not begun, with people drawn by lot, in zones or without.
fn opening(whim: &mut Whim) -> Encounter<Einfelst> {
    let on = |whim: &mut Whim| one(whim, &["on", "off"]);
    let options = [
        pair("shared-cards", on(whim)),
        pair("dodge-melee", on(whim)),
        pair("hold", one(whim, &["force", "endure"])),
        pair("cover-demands", on(whim)),
        pair("npc-harm", one(whim, &["points", "slots"])),
        pair("harm-points", one(whim, &["3", "6"])),
        pair("harm-counts", one(whim, &["all", "fitting"])),
        pair("position", one(whim, &["controlled", "risky", "desperate"])),
    ];
    let mut fight = Fight::<Einfelst>::open(&options).expect("opens");
    if whim.percent(75) {
        let zones = pair("zones", "Gate (cover: cart), Yard, Hall (dark), Road (exit)");
        let borders = pair("borders", "Gate-Yard, Yard-Hall (barrier: rubble), Yard-Road, Hall-Road (barrier: door)");
        ask(&mut fight, Request::Board { fields: vec![zones, borders] });
    }
    for side in ["Heroes", "Foes"] {
        ask(&mut fight, Request::Side { name: side.to_owned() });
    }
    for index in 0..6u64 {
        let (side, owner) = if index % 2 == 0 { ("Heroes", Some(Seat(10 + index))) } else { ("Foes", None) };
        let armed = one(whim, &ARMS);
        let mut fields = vec![
            pair("attributes", one(whim, &["2, 2, 2, 2, 2", "5, 1, 3, 1, 2", "1, 4, 2, 4, 3"])),
            pair(
                "actions",
                one(whim, &["strike 2, finesse 2, track 1", "force 3, endure 1", "shoot 3, sneak 2, cast 2"]),
            ),
            pair("weapons", armed),
            pair("armour", one(whim, &["none", "leather", "plate"])),
            pair("antidotes", one(whim, &["0", "1"])),
            pair("ambush", one(whim, &["no", "no", "yes", "automatic"])),
        ];
        if owner.is_none() {
            fields.push(pair("cards", one(whim, &["1", "1", "2"])));
            fields.push(pair("group", one(whim, &["none", "pack"])));
        }
        let name = format!("Fighter {index}");
        let newcomer = Newcomer {
            name: name.clone(),
            side: Some(side.to_owned()),
            owner,
            fields,
            count: 1,
            ..Newcomer::default()
        };
        ask(&mut fight, Request::Join(newcomer));
        if whim.percent(25) {
            let who = fight.find(Viewer::Gm, &name).expect("has joined");
            let field = one(whim, &["prone", "in-cover", "far-off", "pinned"]);
            ask(&mut fight, Request::Set { who, field: field.to_owned(), value: "yes".to_owned() });
        }
    }
    let mut ready = fight.log().now().clone();
    ready.seq = 1;
    ready
}

/// Cards and turns: cards are of the deck and hardly ever alike, and at most one turn is under way.
fn sound(field: &Field, seed: u8) {
    let rows = &field.shared.rows;
    assert!(rows.iter().filter(|it| it.acting).count() <= 1, "seed {seed}: one turn at a time");
    assert!(rows.iter().all(|it| (1..=10).contains(&it.card)), "seed {seed}: {rows:?}");
    // Ten cards suffice for six fighters, two of them with two: only those who share one have cards alike.
    let alone: Vec<u8> = rows.iter().filter(|it| it.group.is_none()).map(|it| it.card).collect();
    let alike = |card: &u8| alone.iter().filter(|it| *it == card).count();
    assert!(
        rows.len() > 10 || field.shared.gone.len() < 10 || alone.iter().all(|it| alike(it) <= 2),
        "seed {seed}: {rows:?}"
    );
}

/// Brisk people and unruly ones: listed is accepted, every refusal has words, the log folds and audits.
#[test]
fn random_fights_hold_together() {
    for (number, log) in (0u8..).zip(by_lot::fights_hold_together(16, 500, opening)) {
        sound(log.now().now(), number);
    }
}

/// What is drawn at random is what the menus list, and every listed draft leads somewhere.
#[test]
fn what_is_drawn_at_random_is_listed() {
    for number in [7, 8, 9] {
        by_lot::drawn_is_listed(number, 60, opening);
    }
}
