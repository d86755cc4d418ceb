//! What holds in every fight of TD2e, whatever happens: two hundred short fights on small boards, played at random from seeds, of which
//! every row is held against the rules. It knows the rules' bounds and nothing of how they are written. A failure names its seed.

use super::super::{
    Action, Condition, Event, Fact, FightState, Resource, Roll, Rule, TableFact, Td2e, With,
    model::{gear::Category, options::Foes, state},
};
use crate::{
    engine::{
        CombatantId, Encounter, LogRow, Record, Seat, Seed, Seeded, TurnOrder,
        encounter::{Effect, Input},
        random_play::{self, PlayRng, PlayStyle},
        space::{Space, grid::Square},
    },
    rules::{
        Newcomer,
        tests::{Table, one, pair},
    },
};
use std::collections::{BTreeMap, BTreeSet};

const FIGHTS: u64 = 200;
/// Rows of a fight, at most.
const MOST_ROWS: usize = 90;

fn opening(rng: &mut PlayRng) -> Encounter<Td2e> {
    let options = [
        ("slots", "off"),
        ("evade-ranged", one(rng, &["on", "off"])),
        ("both", one(rng, &["disadvantage", "normal"])),
        ("hit-while-dying", one(rng, &["nothing", "attempt"])),
        ("foes", one(rng, &["out", "stabilise"])),
        ("free-step", one(rng, &["on", "off"])),
        ("unseen-beside", one(rng, &["on", "off"])),
    ];
    let size = one(rng, &["5x3", "6x4", "12x3", "14x4"]);
    let walls = one(rng, &["none", "C1", "D2-D3"]);
    let sides = [["Heroes", "Orcs", "Orcs"], ["Heroes", "Orcs", "Undead"]][rng.below(2)];
    let named: BTreeSet<&str> = sides.into_iter().collect();
    let board = [("size", size), ("walls", walls), ("rough", "B2")];
    let mut table = Table::<Td2e>::open(&options, &board, &named.into_iter().collect::<Vec<_>>());
    let people = 2 + rng.below(4) as u64;
    for index in 0..people {
        let side = sides[index as usize % 3];
        let owner = (side == "Heroes").then_some(Seat(10 + index));
        let armour = one(rng, &["none", "light", "medium", "heavy"]);
        let traits = match armour {
            "heavy" => "Armor Training, Strong, Vigilant",
            _ => one(
                rng,
                &["none", "Vigilant", "Robust, Medic", "Hard to Kill", "Unarmed Fighter, Agile", "Duelist, Brutal"],
            ),
        };
        let fields = vec![
            pair("hp", one(rng, &["1", "2", "3", "5"])),
            pair("weapons", one(rng, &["none", "dagger", "greatsword", "longbow", "sling, spear"])),
            pair("proficiency", one(rng, &["none", "daggers", "bows, two-handed swords", "spears"])),
            pair("mastery", one(rng, &["none", "daggers", "two-handed swords"])),
            pair("traits", traits),
            pair("armour", armour),
            pair("reduction", one(rng, &["0", "0", "0", "1"])),
            pair("monk", one(rng, &["no", "no", "0", "2", "4", "6"])),
            pair("hidden", one(rng, &["no", "no", "no", "yes"])),
        ];
        let name = format!("Fighter {index}");
        let at = format!("{}{}", ['A', 'E', 'C', 'B', 'D'][index as usize], [1, 3, 3, 3, 1][index as usize]);
        let newcomer = Newcomer { name, side: Some(side.to_owned()), owner, fields, count: 1, ..Newcomer::default() };
        table.join(newcomer, Some(at));
    }
    table.ready()
}

/// What has been seen of the round under way.
#[derive(Default)]
struct Seen {
    round: u32,
    deeds: BTreeMap<CombatantId, u16>,
    began: Vec<CombatantId>,
    stood: BTreeMap<CombatantId, Square>,
}

/// R3, R4: rounds are counted without a gap, and nobody has two turns or two deeds in one.
fn turns_are_kept(seen: &mut Seen, fight: &FightState, fact: &TableFact) {
    match fact {
        TableFact::RoundBegan(round) => {
            assert_eq!(*round, seen.round + 1, "rounds follow each other");
            *seen = Seen { round: *round, ..Seen::default() };
        }
        TableFact::TurnBegan(who) => {
            assert!(!seen.began.contains(who), "{} has two turns in a round", fight.name(*who));
            seen.began.push(*who);
            if let TurnOrder::Listed { slots, .. } = &fight.turns.order {
                let at = |who: CombatantId| slots.iter().position(|it| it.owners.contains(&who));
                assert!(seen.began.windows(2).all(|it| at(it[0]) < at(it[1])), "turns are taken in order");
            }
            seen.stood.extend(fight.find(*who).and_then(|it| it.place).map(|at| (*who, at)));
        }
        TableFact::Took { who, from: Resource::Deed, amount } => {
            let deeds = seen.deeds.entry(*who).or_default();
            *deeds += amount;
            assert!(*deeds <= 1, "{} does two things in a round", fight.name(*who));
        }
        _ => {}
    }
}

/// R5, R6, A6, R17: nobody gets farther from where their turn began than two movements, nor into a wall, nor onto a combatant whom they see.
fn steps_are_within_reach(seen: &Seen, fight: &FightState, who: CombatantId, at: Square) {
    let it = fight.combatant(who);
    assert!(!fight.space.walls.contains(&at), "{} stands in a wall", it.name);
    if let Some(from) = seen.stood.get(&who) {
        let most = 2 * state::squares(&it.sheet);
        let far = fight.space.distance(from, &at).expect("squares have a distance");
        assert!(far <= u32::from(most), "{} walks {far} of {most} squares", it.name);
    }
    let others = fight.combatants.iter().filter(|other| other.id != who && !other.hidden && !other.state.dead);
    assert!(others.clone().all(|other| other.place != Some(at)), "{} stands on somebody", it.name);
}

/// C1, R1, A2: as many dice as a test, an initiative or a critical roll can have, six-sided all.
fn dice_are_as_many_as_may_be(roll: &Roll) {
    let count = roll.dice.len();
    assert!(roll.dice.iter().all(|it| it.sides == 6 && it.faces.len() == 1));
    match roll.rule {
        Rule::Initiative => assert!([2, 3].contains(&count)),
        Rule::Critical => assert_eq!(count, 2),
        _ => assert!((1..=3).contains(&count)),
    }
}

/// R8-R10, A3, A12, A19: a blow takes off what it does and never gives, and nothing falls below 0.
fn a_blow_takes_what_it_does(before: &FightState, who: CombatantId, damage: i32, less: i32, hp: i32) {
    assert!((0..=3).contains(&damage), "{damage} damage");
    assert!((0..=3).contains(&less), "{less} reduction");
    let had = before.combatant(who).state.hp;
    assert_eq!(hp, (had - (damage - less).max(0)).max(0), "{had} HP, {damage} less {less}");
}

/// R11-R13, A12, A13: nobody dies of anything but a foe's end, the last test that fails, or the GM's word.
fn death_has_a_reason(before: &FightState, records: &[Record<Td2e>], who: CombatantId) {
    let it = before.combatant(who);
    let foe = it.owner.is_none() && before.options.foes == Foes::Out;
    let last =
        it.state.stabilising_tests.is_some_and(|tests| usize::from(tests.made) + 1 == it.sheet.stabilise().len());
    let finished = |it: &Record<Td2e>| matches!(it, Record::Fact(TableFact::Told(Event::Finishes { target, .. })) if *target == who);
    assert!(foe || last || records.iter().any(finished), "{} dies for no reason", it.name);
}

/// HP within their bounds; at 0 HP with tests left one is unconscious; the dead have no tests; evading is for those who stand.
fn everybody_is_in_one_state(fight: &FightState) {
    for it in &fight.combatants {
        let state = &it.state;
        assert!((0..=state.max_hp).contains(&state.hp), "{} has {} HP", it.name, state.hp);
        if let Some(tests) = state.stabilising_tests {
            assert!(state.hp == 0 && !state.dead && it.is(&Condition::Unconscious), "{} is not dying", it.name);
            assert!(usize::from(tests.made) < it.sheet.stabilise().len(), "{} has no test left", it.name);
        }
        assert!(!state.dead || state.hp == 0, "{} is dead with HP", it.name);
        assert!(state.hp > 0 || !it.is(&Condition::Evading), "{} evades lying down", it.name);
    }
}

/// R4, R11: who acts stands; R5, R18: a blow from near is struck from beside, with what is carried.
fn deeds_are_possible(before: &FightState, after: &FightState, row: &LogRow<Td2e>) {
    let Input::Act { who, action } = &row.input else { return };
    let it = before.combatant(*who);
    assert!(it.state.hp > 0 && !it.state.dead && !it.is(&Condition::Unconscious), "{} acts lying down", it.name);
    let Action::Attack(attack) = action else { return };
    let target = &attack.target;
    let ranged = match attack.with {
        With::Unarmed => false,
        With::Weapon(index) => it.sheet.weapons[usize::from(index)].category == Category::Ranged,
    };
    assert_ne!(it.side, before.combatant(*target).side, "{} attacks a friend", it.name);
    assert!(!before.combatant(*target).hidden, "{} attacks somebody unseen", it.name);
    assert!(!after.combatant(*who).hidden, "{} attacks and is not seen", it.name);
    // A21: who ran into someone unseen on the way there has struck nobody.
    let Effect::Ran { records, .. } = &row.effect else { return };
    let swung = |it: &Record<Td2e>| matches!(it, Record::Fact(TableFact::Told(Event::Swung { by, .. })) if by == who);
    let ran =
        |it: &Record<Td2e>| matches!(it, Record::Fact(TableFact::Told(Event::RanInto { who: by, .. })) if by == who);
    let is_near = after.distance(*who, *target).is_some_and(|it| it <= 1);
    let has_swung = records.iter().any(swung);
    assert!(has_swung || !is_near && records.iter().any(ran), "{} does not strike", it.name);
    assert!(ranged || is_near || !has_swung, "{} strikes from afar", it.name);
}

/// Holds one row against the rules.
fn hold(seen: &mut Seen, before: &Encounter<Td2e>, row: &LogRow<Td2e>, after: &Encounter<Td2e>) {
    let Effect::Ran { records, .. } = &row.effect else { return };
    let mut fight = before.now().clone();
    for record in records {
        match record {
            Record::Rolled(roll) => dice_are_as_many_as_may_be(roll),
            Record::Fact(fact) => {
                turns_are_kept(seen, &fight, fact);
                match fact {
                    TableFact::Placed { who, at: Some(at) } => steps_are_within_reach(seen, &fight, *who, *at),
                    TableFact::System(Fact::Suffered { who, damage, less, hp }) => {
                        a_blow_takes_what_it_does(&fight, *who, *damage, *less, *hp);
                    }
                    TableFact::System(Fact::HpIs { hp, .. }) => assert!([0, 1].contains(hp), "HP come back in a fight"),
                    TableFact::System(Fact::Died(who)) => death_has_a_reason(before.now(), records, *who),
                    _ => {}
                }
                fight.evolve(fact);
            }
            _ => {}
        }
    }
    assert_eq!(&fight, after.now(), "the facts are the fight");
    deeds_are_possible(before.now(), after.now(), row);
    everybody_is_in_one_state(after.now());
}

/// Two hundred fights, every row of each.
#[test]
fn every_row_of_every_fight_keeps_the_rules() {
    let (mut blows, mut deaths, mut stabilised) = (0, 0, 0);
    for number in 0..FIGHTS {
        let mut rng = PlayRng::new(number);
        let seed = Seed::new([number as u8; 32]);
        let mut encounter = opening(&mut rng);
        let mut dice = Seeded::at(&seed, encounter.used);
        let (mut seen, mut rows, mut at_ms) = (Seen::default(), 0, 0);
        while let Some(step) =
            random_play::next(&encounter, &mut rng, PlayStyle::BRISK, at_ms).filter(|_| rows < MOST_ROWS)
        {
            at_ms = step.at_ms;
            let mut before = encounter.clone();
            let all = encounter.advance(step.actor, step.input.clone(), &mut dice, at_ms);
            let all = all.unwrap_or_else(|why| panic!("seed {number}: {step:?} was listed: {why:?}"));
            for row in all {
                let mut after = before.clone();
                after.evolve(&row);
                let held =
                    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| hold(&mut seen, &before, &row, &after)));
                assert!(held.is_ok(), "seed {number}, row {}: {:?}", row.seq, row.input);
                let Effect::Ran { records, .. } = &row.effect else { continue };
                for record in records {
                    match record {
                        Record::Fact(TableFact::System(Fact::Suffered { .. })) => blows += 1,
                        Record::Fact(TableFact::System(Fact::Died(_))) => deaths += 1,
                        Record::Fact(TableFact::System(Fact::HpIs { hp: 1, .. })) => stabilised += 1,
                        _ => {}
                    }
                }
                before = after;
                rows += 1;
            }
        }
    }
    // So that all of it was held against something.
    assert!(blows > 300 && deaths > 25 && stabilised > 20, "{blows} blows, {deaths} deaths, {stabilised} stabilised");
}
