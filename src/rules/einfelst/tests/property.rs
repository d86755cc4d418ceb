//! Random legal play: everything listed is accepted, fights end or come to rest, and the log folds to the live state and audits. A failure
//! prints the seed.

use super::super::{Einfelst, FightState};
use crate::{
    engine::{Encounter, random_play::PlayRng, view::Viewer},
    rules::{
        Request, Session,
        tests::{Table, one, pair, random_fights},
    },
};

const ARMS: [&str; 6] =
    ["none", "knife", "two-handed, throwing knife", "longbow, sword", "venomous bite", "dreadful gaze"];

/// A fight that hasn't begun, with random combatants, with or without zones.
fn opening(rng: &mut PlayRng) -> Encounter<Einfelst> {
    let on = |rng: &mut PlayRng| one(rng, &["on", "off"]);
    let options = [
        ("shared-cards", on(rng)),
        ("dodge-melee", on(rng)),
        ("hold", one(rng, &["force", "endure"])),
        ("cover-demands", on(rng)),
        ("npc-harm", one(rng, &["points", "slots"])),
        ("harm-points", one(rng, &["3", "6"])),
        ("harm-counts", one(rng, &["all", "fitting"])),
        ("position", one(rng, &["controlled", "risky", "desperate"])),
    ];
    let zones = [
        ("zones", "Gate (cover: cart), Yard, Hall (dark), Road (exit)"),
        ("borders", "Gate-Yard, Yard-Hall (barrier: rubble), Yard-Road, Hall-Road (barrier: door)"),
    ];
    let board: &[(&str, &str)] = if rng.percent(75) { &zones } else { &[] };
    let mut table = Table::<Einfelst>::open(&options, board, &["Heroes", "Foes"]);
    for index in 0..6u64 {
        let armed = one(rng, &ARMS);
        let mut fields = vec![
            pair("attributes", one(rng, &["2, 2, 2, 2, 2", "5, 1, 3, 1, 2", "1, 4, 2, 4, 3"])),
            pair(
                "actions",
                one(rng, &["strike 2, finesse 2, track 1", "force 3, endure 1", "shoot 3, sneak 2, cast 2"]),
            ),
            pair("weapons", armed),
            pair("armour", one(rng, &["none", "leather", "plate"])),
            pair("antidotes", one(rng, &["0", "1"])),
            pair("ambush", one(rng, &["no", "no", "yes", "automatic"])),
        ];
        if index % 2 == 1 {
            fields.push(pair("cards", one(rng, &["1", "1", "2"])));
            fields.push(pair("group", one(rng, &["none", "pack"])));
        }
        table.join_by_turns(["Heroes", "Foes"], index, fields, None);
        if rng.percent(25) {
            let who = table.0.find(Viewer::Gm, &format!("Fighter {index}")).expect("has joined");
            let field = one(rng, &["prone", "in-cover", "far-off", "pinned"]).to_owned();
            table.ask(Request::Set { who, field, value: "yes".to_owned() });
        }
    }
    table.ready()
}

/// Cards come from the deck and are hardly ever alike, and at most one turn is in progress.
fn sound(fight: &FightState, seed: u8) {
    let rows = &fight.system.rows;
    assert!(rows.iter().filter(|it| it.acting).count() <= 1, "seed {seed}: one turn at a time");
    assert!(rows.iter().all(|it| (1..=10).contains(&it.card)), "seed {seed}: {rows:?}");
    // Ten cards suffice for six fighters, two of them with two: only those who share one have cards alike.
    let alone: Vec<u8> = rows.iter().filter(|it| it.group.is_none()).map(|it| it.card).collect();
    let alike = |card: &u8| alone.iter().filter(|it| *it == card).count();
    assert!(
        rows.len() > 10 || fight.system.gone.len() < 10 || alone.iter().all(|it| alike(it) <= 2),
        "seed {seed}: {rows:?}"
    );
}

/// Brisk and unruly players: everything listed is accepted, every refusal has words, the log folds and audits.
#[test]
fn random_fights_hold_together() {
    for (number, log) in (0u8..).zip(random_fights::fights_hold_together(16, 500, opening)) {
        sound(log.now().now(), number);
    }
}

/// Random actions are those that the menus list, and every listed partial action leads somewhere.
#[test]
fn what_is_drawn_at_random_is_listed() {
    for number in [7, 8, 9] {
        random_fights::drawn_is_listed(number, 60, opening);
    }
}
