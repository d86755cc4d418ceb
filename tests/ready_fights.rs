//! The ready fights: every system has one; each opens, begins, and can be played, with every listed step accepted; and playing one doesn't
//! bury its players in questions.
#![cfg(feature = "bot")]

#[path = "common/ready_table.rs"]
mod ready_table;

use ready_table::{SNOWFLAKE, Table, begun, seat_of};
use serde_json::Value;
use umpire::{
    engine::{
        Stage,
        view::{Mark, Viewer},
    },
    rules::{System, story::stored::Asked},
    script::ready,
    store::Store as _,
    table::people::FightPeople,
};

/// The most steps that two rounds take.
const STEPS_MAX: usize = 2_000;

/// Plays until a round is over, or nobody on one side is standing. Returns the number of steps.
async fn plays(table: &mut Table, rounds: u32, eager: bool) -> usize {
    for step in 0..STEPS_MAX {
        let scene = table.scene();
        let standing = |it: &umpire::engine::view::SideView| it.members.iter().any(|it| it.mark != Mark::Down);
        let is_done = scene.stage == Stage::Over || scene.sides.iter().filter(|it| standing(it)).count() < 2;
        if scene.round > rounds || is_done {
            return step;
        }
        assert!(table.step(eager).await, "nobody can do anything: {:?} {:?}", scene.details.whose, scene.may_act);
    }
    panic!("{rounds} rounds take more than {STEPS_MAX} steps: {:#?}", table.scene());
}

/// Every system has a readable one with a name.
#[test]
fn every_system_has_a_ready_fight() {
    let (good, bad) = ready::all();
    assert!(bad.is_empty(), "{bad:#?}");
    let missing: Vec<&str> =
        System::ALL.into_iter().filter(|it| !good.iter().any(|ready| ready.system == *it)).map(System::name).collect();
    assert!(missing.is_empty(), "config/rulesets/<system>/ready.play is missing for {missing:?}");
    for ready in good {
        assert!((1..=4).contains(&ready.people.len()), "{}: people for the four seats there are", ready.name);
    }
}

/// Each opens and begins, everyone it names is in it and somebody can act; two rounds are played at random, three times.
#[tokio::test]
async fn each_opens_and_begins_and_two_rounds_are_played() {
    for ready in ready::all().0 {
        for seed in 0..3 {
            let mut table = begun(&ready, seed).await;
            let scene = table.scene();
            assert_eq!(scene.stage, Stage::Fighting, "{}", ready.name);
            for person in 0..ready.people.len() {
                let own = ready.characters_of(person);
                let names = table.service.session().names(Viewer::Gm);
                let plays = |it: &&str| {
                    let seat = Some(seat_of(person));
                    names.iter().any(|known| known.player == seat && known.name.eq_ignore_ascii_case(it))
                };
                assert!(!own.is_empty() && own.iter().all(plays), "{}: {own:?} of {names:?}", ready.name);
            }
            let steps = plays(&mut table, 2, false).await;
            assert!(steps > 2, "{}: {steps} steps", ready.name);
        }
    }
}

/// Players who attack whenever they can and give default answers are asked rarely: in each system at most this often per round and player.
/// (Being asked means reacting to what others do; your own turn isn't a question.)
#[tokio::test]
async fn a_round_asks_little() {
    const FIGHTS: u64 = 4;
    const ROUNDS: u32 = 3;
    for ready in ready::all().0 {
        let (mut questions, mut turns, mut steps) = (0, 0, 0);
        for seed in 0..FIGHTS {
            let mut table = begun(&ready, seed).await;
            steps += plays(&mut table, ROUNDS, true).await;
            let asked: Asked = table.service.session().asked();
            questions += asked.questions;
            turns += asked.players * asked.rounds.min(ROUNDS);
        }
        let each = f64::from(questions) / f64::from(turns.max(1));
        println!(
            "{}: {questions} questions to players in {steps} steps of {FIGHTS} fights, {each:.2} for each player in a round",
            ready.system.name()
        );
        assert!(turns > 0, "{}: a round was played", ready.system.name());
        assert!(each <= QUESTIONS_MAX, "{}: {each:.2} questions for each player in a round", ready.name);
    }
}

/// The most questions per round and player, on average.
const QUESTIONS_MAX: f64 = 2.0;

/// The leaves of a value that two of the same shape don't share.
fn differing(one: &Value, other: &Value, found: &mut Vec<(Value, Value)>) {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            one.iter().zip(other).for_each(|(one, other)| differing(one, other, found));
        }
        (Value::Object(one), Value::Object(other)) if one.keys().eq(other.keys()) => {
            one.values().zip(other.values()).for_each(|(one, other)| differing(one, other, found));
        }
        _ if one == other => {}
        _ => found.push((one.clone(), other.clone())),
    }
}

/// In every system, wherever a person stands in the log their number takes the place of their id, and nothing else is touched.
#[tokio::test]
async fn people_are_found_wherever_they_stand() {
    for ready in ready::all().0 {
        let mut table = begun(&ready, 1).await;
        plays(&mut table, 2, true).await;
        let saved = table.store.load(table.service.header().id).await.expect("kept");
        let mut people = FightPeople::default();
        let mut seen = 0;
        for text in std::iter::once(&saved.opening).chain(saved.rows.iter().map(|it| &it.body)) {
            let stored: Value = serde_json::from_str(text).expect("JSON");
            let mut hidden = stored.clone();
            people.hide(&mut hidden);
            let mut changed = vec![];
            differing(&stored, &hidden, &mut changed);
            for (from, to) in &changed {
                let is_person = from.as_u64().is_some_and(|it| it > SNOWFLAKE);
                assert!(is_person && to.as_u64().is_some_and(|it| it < 10), "{}: {from} became {to}", ready.name);
            }
            let id = (SNOWFLAKE / 1_000_000).to_string();
            assert!(!hidden.to_string().contains(&id), "{}: somebody is left in {hidden}", ready.name);
            seen += changed.len();
        }
        assert!(seen > 20, "{}: people act", ready.name);
    }
}
