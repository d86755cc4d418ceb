//! Properties of every fight, over random play of both toy systems and over bytes that nobody would send. A failure prints its seed.

mod common;
mod toys;

use common::{
    card_fights, fuzzing, instant_fights,
    random_play::{hold_together, holds_together},
};
use toys::{cards, instants};
use umpire::engine::{
    Encounter, FightState, Log, TableFact,
    random_play::{self, PlayEnd, PlayRng, PlayStyle},
};

fn duel_meddling(fight: &FightState<instants::Duel>, rng: &mut PlayRng) -> Vec<TableFact<instants::Duel>> {
    let ids: Vec<_> = fight.ids().collect();
    let Some(who) = rng.pick(&ids).copied() else { return vec![] };
    let left = 1 + rng.below(2) as u16;
    match rng.below(2) {
        0 => vec![TableFact::System(instants::Note::Hurt { who, by: rng.below(5) as i32 - 3 })],
        _ => vec![TableFact::ResourceSet { who, resource: instants::Resource::Main, left }],
    }
}

fn cards_meddling(fight: &FightState<cards::Cards>, rng: &mut PlayRng) -> Vec<TableFact<cards::Cards>> {
    let ids: Vec<_> = fight.ids().collect();
    let Some(who) = rng.pick(&ids).copied() else { return vec![] };
    vec![TableFact::System(cards::Note::Lost { who, by: rng.below(4) as i32 - 2 })]
}

fn duel(clock_ms: Option<i64>) -> Encounter<instants::Duel> {
    instant_fights::gathered(&[1, 2, 2, 1], instants::Options { clock_ms }).now().clone()
}

fn dealt() -> Encounter<cards::Cards> {
    card_fights::gathered(cards::Options { ambush: true }).now().clone()
}

/// Everything listed is accepted, the fold is the state, no id is reused, no deadline is lost, the audit passes: with instants, nested
/// questions, windows, and a chess clock.
#[test]
fn fights_with_instants_hold_together() {
    hold_together(&duel(None), 0..20, duel_meddling, 150);
    hold_together(&duel(Some(15_000)), 100..112, duel_meddling, 150);
}

/// The same with slots, phases, sides that are asked and a grid.
#[test]
fn fights_with_cards_hold_together() {
    hold_together(&dealt(), 0..6, cards_meddling, 400);
}

/// A seed plays the same fight, row for row.
#[test]
fn a_seed_is_a_fight() {
    let play = |seed: u64| {
        let mut log = Log::new(dealt());
        let rest = random_play::play(&mut log, &common::seed(seed), &mut PlayRng::new(seed), PlayStyle::BRISK, 2_000);
        (rest.expect("what is listed is accepted"), log.rows().to_vec())
    };
    let (rest, rows) = play(5);
    assert_eq!(rest, PlayEnd::Over);
    assert!(rows == play(5).1 && rows != play(6).1);
}

/// A fight cut short by its limit is neither a failure nor an end.
#[test]
fn play_is_bounded() {
    assert_eq!(holds_together(&duel(None), 1, duel_meddling, 5), PlayEnd::Cut);
}

/// The body of the fuzz target `inputs`, on seeded bytes.
#[test]
fn no_input_panics() {
    for seed in 0..150 {
        let mut rng = PlayRng::new(seed);
        let data: Vec<u8> = (0..rng.below(3_000)).map(|_| rng.bits() as u8).collect();
        let result = std::panic::catch_unwind(|| fuzzing::inputs(&data));
        assert!(result.is_ok(), "seed {seed}");
    }
}

/// The body of the fuzz target `rows`, on the rows of a fight with a few bytes changed.
#[test]
fn no_row_that_reads_panics() {
    let mut log = Log::new(duel(Some(15_000)));
    random_play::play(&mut log, &common::seed(4), &mut PlayRng::new(4), PlayStyle::UNRULY, 120)
        .expect("what is listed is accepted");
    let mut rng = PlayRng::new(9);
    for row in log.rows() {
        let text = serde_json::to_string(row).expect("a row is a plain value");
        fuzzing::rows(text.as_bytes());
        for _ in 0..5 {
            let bytes = fuzzing::damaged(&text, &mut rng);
            let result = std::panic::catch_unwind(|| fuzzing::rows(&bytes));
            assert!(result.is_ok(), "{}", String::from_utf8_lossy(&bytes));
        }
    }
}
