//! How often players are asked: in seeded fights of four against four in which people close in and strike, a player answers at most one
//! question a round on average. A failure prints the seed.

use crate::{
    engine::{
        Actor, Addressee, Combatant, Controller, GameSystem, Input, Scripted, Seat, Seed, Seeded, Transition,
        playing::{self, Player, Style},
        random_play::PlayRng,
        ruleset::is_settled,
    },
    rules::{Fight, Newcomer, Request, Session, System, tests::pair, with_ruleset},
};
use std::collections::{BTreeMap, BTreeSet};

const FIGHTS: u64 = 12;
const MOST_STEPS: usize = 4_000;

fn ask<R: GameSystem>(fight: &mut Fight<R>, request: &Request) -> Result<(), String> {
    let proposal = fight.propose(Actor::Gm(Seat(1)), request, &mut Scripted::default(), 0).map_err(|why| why.text)?;
    fight.commit(proposal);
    Ok(())
}

/// Four heroes, each of a player of their own, and four foes of the GM's, drawn from the ready-made people; not all of them may be a player's.
fn four_against_four<R: GameSystem>(rng: &mut PlayRng) -> Fight<R> {
    let usual = R::AT_A_TABLE.iter().map(|it| pair(it.0, it.1)).collect::<Vec<_>>();
    let mut fight = Fight::<R>::open(&usual).expect("opens");
    let templates = fight.templates();
    for side in ["Heroes", "Foes"] {
        ask(&mut fight, &Request::Side { name: side.to_owned() }).expect("is accepted");
        for number in 1..=4 {
            let mut joins = || {
                let newcomer = Newcomer {
                    name: format!("{} {number}", side.trim_end_matches('s')),
                    side: Some(side.to_owned()),
                    owner: (side == "Heroes").then_some(Seat(10 + number)),
                    template: rng.pick(&templates).cloned(),
                    count: 1,
                    ..Newcomer::default()
                };
                ask(&mut fight, &Request::Join(newcomer))
            };
            assert!((0..50).any(|_| joins().is_ok()), "{}: nobody can join", R::NAME);
        }
    }
    fight
}

#[derive(Default)]
struct Count {
    questions: usize,
    rounds: u32,
    of_kind: BTreeMap<String, usize>,
    in_a_row: BTreeMap<usize, usize>,
}

/// Plays a fight simply, and counts the questions to players.
fn count<R: GameSystem>(seed: u64, count: &mut Count) {
    let mut rng = PlayRng::new(seed);
    let mut now = four_against_four::<R>(&mut rng).log().now().clone();
    let mut dice = Seeded::at(&Seed::new([seed as u8; 32]), now.used);
    let (mut known, mut in_a_row) = (BTreeSet::new(), 0);
    let mut input = Some(Input::Transition(Transition::FightBegins));
    for step in 0..MOST_STEPS {
        let Some(next) = input.take() else { break };
        now.advance(Actor::Table, next, &mut dice, 0).unwrap_or_else(|why| panic!("{}, seed {seed}: {why:?}", R::NAME));
        let before = count.questions;
        for prompt in now.prompts() {
            let is_players = |it: &Combatant<R>| matches!(it.controller, Controller::Player(_));
            let fight = now.now();
            let players = match prompt.to {
                Addressee::Gm => 0,
                Addressee::Combatant(who) => usize::from(fight.find(who).is_some_and(is_players)),
                Addressee::Side(side) => fight.members(side).filter(|it| is_players(it)).count(),
            };
            if players > 0 && known.insert(prompt.id) {
                count.questions += players;
                let kind = format!("{:?}", prompt.question);
                *count.of_kind.entry(kind.split([' ', '(', '{']).next().unwrap_or_default().to_owned()).or_default() +=
                    players;
            }
        }
        in_a_row += usize::from(count.questions > before);
        if now.pending.is_none() {
            *count.in_a_row.entry(std::mem::take(&mut in_a_row)).or_default() += 1;
        }
        if now.pending.is_none() && is_settled(now.now()) {
            break;
        }
        let Some(decision) = playing::due(&now) else { break };
        let player = Player { style: Style::Simple, seed: seed.wrapping_add(step as u64), playouts: 0 };
        input = playing::choose(&now, &decision, &player);
    }
    count.rounds += now.now().turns.round;
}

/// The most questions to players one after another within an action: the target's, then those who could step in, then what fate still changes.
const MOST_IN_A_ROW: [(System, usize); 5] =
    [(System::Td2e, 0), (System::Murdham, 3), (System::Einfelst, 2), (System::Sovereign, 1), (System::Ingenuity, 2)];

/// As live tables open their fights. The figures are in `docs/NUMBERS.md`.
#[test]
fn a_player_answers_one_question_a_round_at_most() {
    fn all<R: GameSystem>(most_in_a_row: usize) {
        let mut all = Count::default();
        for seed in 1..=FIGHTS {
            count::<R>(seed, &mut all);
        }
        let each = all.questions as f64 / f64::from(4 * all.rounds.max(1));
        println!("{}, seeds 1 to {FIGHTS}: {each:.2} questions a player and round; {:?}", R::NAME, all.of_kind);
        assert!(each <= 1.0, "{}: {each:.2} questions a player and round: {:?}", R::NAME, all.of_kind);
        let in_a_row = all.in_a_row.keys().max();
        assert_eq!(in_a_row, Some(&most_in_a_row), "{}: {:?}", R::NAME, all.in_a_row);
    }
    for (system, most_in_a_row) in MOST_IN_A_ROW {
        with_ruleset!(system, R => all::<R>(most_in_a_row));
    }
}
