//! What Umpire expects of a blow is what blows do on average.

use super::super::{
    Action, Td2e,
    model::blow::{Intent, With},
    playing::promise,
};
use crate::{
    engine::{Actor, CombatantId, Input, Playable, Purpose, Seat, Seed, Seeded, Transition},
    rules::{Fight, Newcomer, Request, Session, tests::pair},
};

/// Ana strikes Bo, who wears this; what she's thought to do and what she does in so many fresh fights, as shares of his hit points.
fn expected_and_done(weapons: &str, armour: &str, with: With) -> (f64, f64) {
    let mut fight = Fight::<Td2e>::open(&[]).expect("opens");
    let mut dice = Seeded::at(&Seed::new([3; 32]), fight.log().now().used);
    for (name, side, fields) in [
        ("Ana", "Heroes", vec![pair("weapons", weapons), pair("proficiency", "great axes")]),
        ("Bo", "Foes", vec![pair("hp", "9"), pair("armour", armour), pair("traits", "Armor Training, Strong")]),
    ] {
        let mut ask = |request: Request| {
            let proposal = fight.propose(Actor::Gm(Seat(1)), &request, &mut dice, 0);
            fight.commit(proposal.unwrap_or_else(|why| panic!("{}", why.text)));
        };
        ask(Request::Side { name: side.to_owned() });
        let newcomer =
            Newcomer { name: name.to_owned(), side: Some(side.to_owned()), fields, count: 1, ..Newcomer::default() };
        ask(Request::Join(newcomer));
    }
    let (ana, bo) = (CombatantId(1), CombatantId(2));
    let mut begun = fight.log().now().clone();
    begun.advance(Actor::Table, Input::Transition(Transition::FightBegins), &mut dice, 0).expect("begins");
    while begun.fight.turns.active != Some(ana) {
        begun.advance(Actor::Table, Input::pass(begun.fight.combatant(bo).side), &mut dice, 0).expect("passes");
    }
    let is_meant = |it: &Action| matches!(it, Action::Attack(it) if it.with == with && it.how == Intent::Kill);
    let action = Td2e::ways(&begun.fight, ana, Purpose::Strike).into_iter().find(is_meant).expect("she can strike");
    let expected = promise(&begun.fight, ana, &action);
    let fights = 3_000;
    let damage: i32 = (0..fights)
        .map(|_| {
            let mut now = begun.clone();
            now.advance(Actor::Table, Input::Act { who: ana, action: action.clone() }, &mut dice, 0).expect("strikes");
            9 - now.fight.combatant(bo).state.hp
        })
        .sum();
    (expected, f64::from(damage) / f64::from(fights) / 9.0)
}

/// R8, R10: against no armour, light and heavy; and bare hands that nobody has trained do nothing at all.
#[test]
fn a_blow_promises_what_it_does() {
    for armour in ["none", "light", "heavy"] {
        let (expected, done) = expected_and_done("great axe", armour, With::Weapon(0));
        assert!((expected - done).abs() < 0.02, "{armour}: expected {expected:.3}, and did {done:.3}");
    }
    assert_eq!(expected_and_done("none", "none", With::Unarmed), (0.0, 0.0));
}
