//! Random legal play: whatever is listed is accepted, fights come to rest, the log folds to the live state and audits, and few are asked.
//! The seed is printed when it fails.

use super::super::{
    Sovereign, Violation,
    chapters::{movement, turn},
    model::board,
};
use crate::{
    engine::{
        Actor, Encounter, Input, Log, Scripted, Seat, Seed, Wording,
        encounter::Effect,
        random_play::{self, PlayRng, PlayStyle},
        space::grid::{Diagonals, Square},
        view::Viewer,
    },
    rules::{
        Request, Session,
        tests::{Table, one, pair, random_fights},
    },
};
use std::sync::Arc;

const GM: Actor = Actor::Gm(Seat(1));
const ARMS: [&str; 7] = [
    "none",
    "dagger x2",
    "great sword, hand axe",
    "large bow, dagger",
    "sword, dagger",
    "crossbow, military oil x2",
    "polearm, throwing blade x3",
];
const FEATS: [&str; 8] = [
    "none",
    "alert 2",
    "armsmaster 2, whirlwind assault 2",
    "valiant defender 2",
    "unarmed combatant 2, impervious defense 2",
    "deadeye 2, die hard",
    "close combatant 2, assassin 2",
    "shocking assault 2, die hard 2",
];

/// A fight that has not begun, with people drawn by lot, on squares or without.
fn opening(rng: &mut PlayRng, count: u64) -> Encounter<Sovereign> {
    let passive = one(rng, &["rolled", "passive"]);
    let unseen_beside = one(rng, &["on", "off"]);
    let options = [("opposed", passive), ("interleaved", one(rng, &["on", "off"])), ("unseen-beside", unseen_beside)];
    let board = [("size", "9x7"), ("walls", "E2-E4"), ("rough", "C3-C5")];
    let mut table = Table::<Sovereign>::open(&options, &board, &["Heroes", "Orcs"]);
    let squares = rng.percent(75);
    for index in 0..count {
        let kind =
            if index % 2 == 0 { pair("class", one(rng, &["warrior", "expert", "mage"])) } else { pair("hd", "2") };
        let fields = vec![
            kind,
            pair("hp", one(rng, &["2", "5", "9", "14"])),
            pair("weapons", one(rng, &ARMS)),
            pair("feats", one(rng, &FEATS)),
            pair("armour", one(rng, &["none", "leather", "chain, shield", "plate"])),
            pair("stab", one(rng, &["-1", "0", "1", "2"])),
            pair("brawl", one(rng, &["-1", "1", "3"])),
            pair("shoot", one(rng, &["-1", "1"])),
            pair("str", one(rng, &["3", "10", "18"])),
            pair("size", one(rng, &["normal", "normal", "large", "huge"])),
            pair("trained", one(rng, &["yes", "no"])),
            pair("apt", "Stab, Brawl, Magic"),
            pair("skill", "1"),
            pair("potions", "draught: 1d6"),
        ];
        let at = format!("{}{}", if index % 2 == 0 { 'B' } else { 'F' }, 1 + index / 2);
        table.join_by_turns(["Heroes", "Orcs"], index, fields, squares.then_some(at));
        if index % 2 == 1 && rng.percent(20) {
            let who = table.0.find(Viewer::Gm, &format!("Fighter {index}")).expect("has joined");
            table.ask(Request::Hide { who, hidden: true });
        }
        if rng.percent(30) {
            let who = table.0.find(Viewer::Gm, &format!("Fighter {index}")).expect("has joined");
            table.ask(Request::Order { who, order: "ask me to snap".to_owned() });
        }
    }
    table.ready()
}

/// Brisk people and unruly ones: listed is accepted, every refusal has words, the log folds and audits.
#[test]
fn random_fights_hold_together() {
    for log in random_fights::fights_hold_together(14, 400, |rng| opening(rng, 6)) {
        for row in log.rows() {
            if let Effect::Ran { records, .. } = &row.effect {
                Sovereign::story_lines(log.now().now(), records);
            }
        }
    }
}

/// Whether one may act is asked of each alone, and comes to the same as the list of all who may.
#[test]
fn may_act_now_agrees_with_may_act() {
    let (mut looked_at, mut beside) = (0, 0);
    for number in 0..6 {
        random_fights::through_a_fight(
            number,
            120,
            |rng| opening(rng, 6),
            |encounter, _, _| {
                let fight = encounter.now();
                let all = turn::may_act(fight);
                beside += usize::from(fight.ids().any(|it| turn::is_beside(fight, it)));
                for who in fight.ids() {
                    assert_eq!(turn::may_act_now(fight, who), all.contains(&who), "seed {number}: {who:?} of {all:?}");
                    looked_at += 1;
                }
            },
        );
    }
    assert!(looked_at > 2_000 && beside > 50, "{looked_at}, {beside}");
}

/// Asking about all squares at once gives the same answers as asking about each alone: whether anybody can walk there, why not, and by which
/// way. So it does where diagonals cost more, where somebody stands in a wall, and off the board's edge.
#[test]
fn many_squares_are_judged_as_each_alone() {
    let (mut reached, mut too_far) = (0, 0);
    for number in 0..3 {
        random_fights::through_a_fight(
            number,
            25,
            |rng| opening(rng, 6),
            |encounter, _, _| {
                let mut fight = encounter.now().clone();
                let ground = Arc::make_mut(&mut fight.space);
                if number == 1 {
                    ground.diagonals = Diagonals::OneTwo;
                    ground.walls.extend(encounter.now().combatants.iter().find_map(|it| it.place));
                }
                let (wide, high) = (9, ground.high);
                if number == 2 {
                    ground.wide = 3;
                }
                let fight = &fight;
                let all: Vec<Square> = (0..high).flat_map(|y| (0..wide).map(move |x| Square { x, y })).collect();
                for who in fight.ids() {
                    let ways = board::ways(fight, who, board::squares_of_movement(fight, who));
                    for (to, verdict) in all.iter().zip(movement::check_runs(fight, who, &all)) {
                        let alone = movement::check_run(fight, who, *to);
                        assert_eq!(verdict, alone, "seed {number}: {who:?} to {to:?}");
                        let way = board::way(fight, who, *to, board::squares_of_movement(fight, who));
                        assert_eq!(ways.get(to), way.as_ref(), "seed {number}: {who:?} to {to:?}");
                        reached += usize::from(verdict.is_ok());
                        too_far += usize::from(matches!(verdict, Err(Violation::TooFar { .. })));
                    }
                }
            },
        );
    }
    assert!(reached > 1_000 && too_far > 1_000, "{reached}, {too_far}");
}

/// Issue 5: ten combatants with the defaults cost at most two questions for each attack.
#[test]
fn ten_combatants_are_asked_twice_for_an_attack_at_most() {
    let mut most = 0;
    for number in 20..26_u8 {
        let mut rng = PlayRng::new(u64::from(number));
        let seed = Seed::new([number; 32]);
        let mut encounter = opening(&mut rng, 10);
        for who in encounter.fight.ids().collect::<Vec<_>>() {
            let facts = vec![crate::engine::TableFact::OrdersGiven { who, orders: std::sync::Arc::new(vec![]) }];
            let row =
                encounter.decide(GM, Input::Patch(facts), &mut Scripted::default(), 0).expect("orders are taken back");
            encounter.evolve(&row);
        }
        encounter.seq = 1;
        let mut log = Log::new(encounter);
        random_play::play(&mut log, &seed, &mut rng, PlayStyle::BRISK, 300)
            .unwrap_or_else(|why| panic!("seed {number}: {why:?}"));
        let (mut asked, mut swings, mut counted) = (0, 0, vec![]);
        for row in log.rows() {
            if matches!(row.input, Input::Act { .. }) {
                (asked, swings) = (0, 0);
            }
            let Effect::Ran { records, prompts, .. } = &row.effect else { continue };
            let swung = |it: &&crate::engine::Record<Sovereign>| {
                matches!(
                    it,
                    crate::engine::Record::Fact(crate::engine::TableFact::Told(super::super::Event::Swung { .. }))
                )
            };
            swings += records.iter().filter(swung).count();
            // Anyone who holds an action for it has asked to be asked; morale is asked at its thresholds, once, and not by an attack.
            let unasked = |it: &&crate::engine::Prompt<Sovereign>| {
                use super::super::Question;
                !matches!(it.question, Question::Declared { .. } | Question::Wavers(_) | Question::GroupWavers(_))
            };
            // One that stays open while a combatant interjects is one question.
            let open = prompts.iter().filter(|it| it.answered.is_none()).filter(unasked).map(|it| it.id);
            let new: Vec<_> = open.filter(|it| !counted.contains(it)).collect();
            asked += new.len();
            counted.extend(new);
            if swings > 0 {
                most = most.max(asked.div_ceil(swings));
                assert!(asked <= 2 * swings, "seed {number}, row {}: {asked} questions for {swings} attacks", row.seq);
            }
        }
    }
    assert!(most > 0, "somebody was asked something");
}

/// What is drawn at random is what the menus list, and every listed draft leads somewhere.
#[test]
fn what_is_drawn_at_random_is_listed() {
    random_fights::drawn_is_listed(7, 30, |rng| opening(rng, 4));
}
