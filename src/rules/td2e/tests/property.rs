//! Random legal play: whatever is listed is accepted, fights end or come to rest, and the log folds to the live state and audits. The seed
//! is printed when it fails.

use super::{
    super::{Td2e, words},
    Table, one, pair,
};
use crate::{
    engine::{
        Encounter, Log, Ruleset, Seat, Seed,
        play::{self, Rest, Temper, Whim},
    },
    rules::Newcomer,
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
fn opening(whim: &mut Whim) -> Encounter<Td2e> {
    let beside = if whim.percent(50) { "on" } else { "off" };
    let board = [("size", "9x6"), ("walls", "E2-E4"), ("rough", "C3-C5")];
    let mut table = Table::open(&[("slots", "off"), ("unseen-beside", beside)], &board, &["Heroes", "Orcs"]);
    let squares = whim.percent(75);
    for index in 0..6u64 {
        let (side, owner) = if index % 2 == 0 { ("Heroes", Some(Seat(10 + index))) } else { ("Orcs", None) };
        let armed = one(whim, &ARMS);
        let mut traits = one(whim, &TRAITS);
        let armour = one(whim, &["none", "light", "medium", "heavy"]);
        if armour == "heavy" {
            traits = "Armor Training, Strong";
        }
        let fields = vec![
            pair("hp", one(whim, &["1", "2", "4", "6"])),
            pair("weapons", armed),
            pair("traits", traits),
            pair("armour", armour),
            pair("proficiency", one(whim, &["none", "daggers", "bows", "two-handed swords"])),
            pair("mastery", one(whim, &["none", "none", "daggers"])),
            pair("monk", one(whim, &["no", "no", "0", "5"])),
            pair("hidden", one(whim, &["no", "no", "no", "yes"])),
        ];
        let name = format!("Fighter {index}");
        let newcomer = Newcomer { name, side: Some(side.to_owned()), owner, fields, count: 1, ..Newcomer::default() };
        let at = format!("{}{}", if index % 2 == 0 { 'B' } else { 'G' }, 1 + index);
        table.join(newcomer, squares.then_some(at));
    }
    table.ready()
}

/// Brisk people and unruly ones: listed is accepted, every refusal has words, the log folds and audits.
#[test]
fn random_fights_hold_together() {
    for number in 0..14_u8 {
        let mut whim = Whim::new(u64::from(number));
        let temper = if number % 2 == 0 { Temper::BRISK } else { Temper::UNRULY };
        let seed = Seed::new([number; 32]);
        let mut log = Log::new(opening(&mut whim));
        let rest =
            play::play(&mut log, &seed, &mut whim, temper, 300).unwrap_or_else(|why| panic!("seed {number}: {why:?}"));
        let details = words::details(log.now().now());
        assert!(rest != Rest::Stuck || details.decided.is_some(), "seed {number}: nobody may do anything");
        let folded = Log::fold(log.opening().clone(), log.rows().to_vec());
        assert_eq!(folded.now(), log.now(), "seed {number}: the fold is the fight");
        log.audit(&seed).unwrap_or_else(|why| panic!("seed {number}: {why}"));
    }
}

/// What is drawn at random is what the menus list, and every listed draft leads somewhere.
#[test]
fn what_is_drawn_at_random_is_listed() {
    let seed = Seed::new([7; 32]);
    let mut whim = Whim::new(7);
    let mut fight = opening(&mut whim);
    let mut dice = crate::engine::Seeded::at(&seed, fight.used);
    let (mut drawn, mut at_ms) = (0, 0);
    while let Some(step) = play::next(&fight, &mut whim, Temper::BRISK, at_ms).filter(|_| drawn < 120) {
        let field = fight.now();
        for who in Td2e::may_act(field) {
            let listed = play::actions(field, who, usize::MAX).unwrap_or_else(|it| panic!("{it:?} leads nowhere"));
            match Td2e::at_random(field, who, &mut whim) {
                Some(action) => assert!(listed.contains(&action), "{action:?} is listed"),
                None => assert_eq!(listed, [], "nothing is listed either"),
            }
            assert!(listed.iter().all(|it| Td2e::check(field, who, it).is_ok()));
            drawn += 1;
        }
        at_ms = step.at_ms;
        fight.advance(step.actor, step.input, &mut dice, at_ms).expect("what is drawn is accepted");
    }
    assert!(drawn > 60, "{drawn}");
}
