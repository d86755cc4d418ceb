//! Sheets: what is read is what was typed, every problem comes at once, and no row of the data does nothing.

use super::super::{Td2e, lasting, model::gear, sheet};
use crate::rules::tests::read_sheet;

/// Every row of the data does something, and a sheet with weapons of its own reads back.
#[test]
fn the_data_loads_and_reads_back() {
    assert!(gear::traits().iter().all(gear::Trait::does_something));
    assert_eq!(gear::monk_levels().len(), 8);
    let own =
        read_sheet::<Td2e>(&[("weapons", "lash: light melee whips, stick: light melee"), ("proficiency", "whips")])
            .expect("reads");
    assert_eq!(sheet::read(&sheet::fields(&own)).expect("reads back"), own);
}

/// All problems of a sheet come at once, each with its field.
#[test]
fn every_problem_comes_at_once() {
    let problems = read_sheet::<Td2e>(&[
        ("race", "orc"),
        ("traits", "Lucky"),
        ("armour", "plate"),
        ("movement", "23"),
        ("luck", "3"),
    ])
    .expect_err("five problems");
    let fields: Vec<&str> = problems.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(fields, ["race", "traits", "armour", "movement", "luck"]);
}

/// R17, A14: heavy armour takes training and strength.
#[test]
fn heavy_armour_is_refused_to_whom_it_does_not_suit() {
    assert!(
        read_sheet::<Td2e>(&[("armour", "heavy"), ("traits", "Strong")]).expect_err("no training")[0]
            .1
            .contains("Armor Training")
    );
    assert!(read_sheet::<Td2e>(&[("armour", "heavy"), ("traits", "Strong, Armor Training")]).is_ok());
}

/// R7, A9: sleep brings back 1 HP, to the resilient 2, one more to who was tended, and never above the most.
#[test]
fn sleep_brings_back_hit_points() {
    let hurt = read_sheet::<Td2e>(&[("hp", "2"), ("max-hp", "6")]).expect("reads");
    assert_eq!(lasting::rest(&hurt, "sleep").sheet.hp, 3);
    assert_eq!(lasting::rest(&hurt, "tended sleep").sheet.hp, 4);
    let resilient = read_sheet::<Td2e>(&[("hp", "5"), ("max-hp", "6"), ("traits", "Resilient")]).expect("reads");
    assert_eq!(lasting::rest(&resilient, "sleep").sheet.hp, 6);
    let dead = read_sheet::<Td2e>(&[("dead", "yes"), ("hp", "0"), ("max-hp", "6")]).expect("reads");
    assert_eq!(lasting::rest(&dead, "sleep").sheet.hp, 0);
}
