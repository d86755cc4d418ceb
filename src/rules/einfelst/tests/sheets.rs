//! Sheets: they read back as typed, report every problem at once, and no row of the data does nothing.

use super::super::{
    Choice, Einfelst,
    model::{
        gear, sheet,
        state::Skill,
        track::{self, Track},
    },
};
use crate::rules::tests::read_sheet;

/// Ready-made sheets for players keep to starting values (C2).
#[test]
fn the_data_loads_and_reads_back() {
    for (name, it) in sheet::templates() {
        assert!(it.is_starting() || it.most_points.is_some(), "{name}");
    }
    assert!(gear::wardrobe().iter().all(|it| it.dice > 0));
    for name in gear::weapon_names() {
        let it = gear::weapon_named(name).expect(name);
        assert!(it.damage > 0 && it.from_zones <= it.to_zones, "{name}");
    }
    assert_eq!(gear::bare_hands().damage, 1);
}

/// A1: weapons are read by name, under a name of their own, or with numbers of their own; and read back.
#[test]
fn weapons_read_as_typed() {
    let it = read_sheet::<Einfelst>(&[
        (
            "weapons",
            "sword, Biter: axe, harpoon: 2 (0-1), scythe 3, hex: ranged 1 mental poison 6, Horns: 2 natural, fangs",
        ),
        ("physical", "3"),
        ("mental", "2 lesser, 1 moderate (3 in all)"),
    ])
    .expect("reads");
    let numbers: Vec<(String, u8, u32, u32)> =
        it.weapons.iter().map(|it| (it.name.clone(), it.damage, it.from_zones, it.to_zones)).collect();
    let row = |name: &str, damage, from, to| (name.to_owned(), damage, from, to);
    assert_eq!(
        numbers,
        [
            row("sword", 2, 0, 0),
            row("Biter", 2, 0, 0),
            row("harpoon", 2, 0, 1),
            row("scythe", 3, 0, 0),
            row("hex", 1, 1, 2),
            row("Horns", 2, 0, 0),
            row("fangs", 2, 0, 0)
        ]
    );
    let natural: Vec<bool> = it.weapons.iter().map(|it| it.natural).collect();
    assert_eq!(natural, [false, false, false, false, false, true, true]);
    assert_eq!((it.physical, it.physical.amount()), (it.mental, 3), "A3: the last of three has moved up");
    assert!(it.weapons[4].mental && it.weapons[4].poison == 6);
    assert_eq!(sheet::read(&sheet::fields(&it)).expect("reads back"), it);
}

/// All problems of a sheet come at once, each with its field.
#[test]
fn every_problem_comes_at_once() {
    let problems = read_sheet::<Einfelst>(&[
        ("strike", "6"),
        ("weapons", "zweihander"),
        ("armour", "cardboard"),
        ("physical", "3 lesser"),
        ("in-hand", "bow"),
        ("luck", "3"),
    ])
    .expect_err("six problems");
    let fields: Vec<&str> = problems.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(fields, ["strike", "weapons", "armour", "physical", "luck", "in-hand"]);
}

/// C2: the thirteen actions, each with its attributes.
#[test]
fn there_are_thirteen_actions() {
    assert_eq!(Skill::ALL.len(), 13);
    assert!(Skill::ALL.iter().all(|it| Skill::named(it.name()) == Some(*it) && !it.attributes().is_empty()));
}

/// A26, A3: every way to distribute Harm makes up its amount, except A3's if its last bit moves up, which then comes last. Each counts the same
/// Harm; the first has the most lesser slots that fit.
#[test]
fn distributions_make_up_the_amount() {
    for lesser in 0..=Track::LESSER {
        for moderate in 0..=Track::MODERATE {
            for amount in 1..=9 {
                let now = Track { lesser, moderate, ..Track::default() };
                let all = track::spreads(now, amount);
                let mut lesser_slots = vec![];
                for (index, choice) in all.iter().enumerate() {
                    let Choice::Spread(spread) = choice else { panic!("a spread") };
                    let fits = spread.levels() == amount;
                    assert!(index + 1 == all.len() || fits, "{now:?} {amount} {spread:?}");
                    lesser_slots.extend(fits.then_some((spread.severe, std::cmp::Reverse(spread.lesser))));
                    let after = now.with(*spread, amount);
                    assert!(spread.levels() < amount || after.amount() == now.amount() + amount, "{now:?} {spread:?}");
                    assert!(lesser + spread.lesser <= Track::LESSER && moderate + spread.moderate <= Track::MODERATE);
                    assert!(spread.severe <= Track::SEVERE);
                }
                assert!(lesser_slots.is_sorted(), "{now:?} {amount}: {lesser_slots:?}");
                let filled = track::lesser_first(now, amount);
                assert_eq!(filled.track.lesser, Track::LESSER.min(lesser + amount), "{now:?} {amount}");
                assert!(filled.over || filled.track.amount() >= now.amount() + amount);
            }
        }
    }
}
