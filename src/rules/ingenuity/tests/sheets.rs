//! Sheets: what is read is what was typed, every problem comes at once, no row of the data does nothing, and rests give back what they say.

use crate::rules::ingenuity::{
    Ingenuity,
    chapters::lasting,
    model::{gear, learned, sheet},
};
use crate::rules::tests::read_sheet;

/// A sheet with everything on it reads back from its own fields.
#[test]
fn the_data_loads_and_reads_back() {
    assert!(!gear::armoury().is_empty() && !learned::maneuvers().is_empty() && !learned::talents().is_empty());
    let own = read_sheet::<Ingenuity>(&[
        ("strength", "d8"),
        ("endurance", "5/12"),
        ("health", "9"),
        ("def", "8"),
        ("stealth", "2"),
        ("weapons", "pike: spear reach 3, brand: 4 fire 19 +4 str/dex martial thrown 6/42, Stinger: dagger"),
        ("shield", "small"),
        ("in-hand", "brand, small shield"),
        ("powers", "hush: tier 2 stunned"),
        ("talents", "danger sense rank 3, toughness"),
    ])
    .expect("reads");
    assert_eq!(sheet::read(&sheet::fields(&own)).expect("reads back"), own);
    assert_eq!((own.pool("endurance"), own.stat("endurance"), own.stat("health")), (5, 12, 9));
}

/// All problems of a sheet come at once, each with its field.
#[test]
fn every_problem_comes_at_once() {
    let typed = [
        ("strength", "d7"),
        ("talents", "Lucky"),
        ("weapons", "lightsabre"),
        ("size", "13"),
        ("fate", "4"),
        ("luck", "3"),
    ];
    let problems = read_sheet::<Ingenuity>(&typed).expect_err("six problems");
    let fields: Vec<&str> = problems.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(fields, ["strength", "talents", "weapons", "size", "fate", "luck"]);
}

/// C11 Recovery: a break gives half, twice; a rest gives all, and 1 health; C8: an evening gives fate, up to 3.
#[test]
fn rests_give_back() {
    let tired =
        read_sheet::<Ingenuity>(&[("endurance", "2/13"), ("stamina", "0/11"), ("health", "3/12"), ("fate", "3")])
            .expect("reads");
    let once = lasting::rest(&tired, "break").sheet;
    assert_eq!((once.pool("endurance"), once.pool("stamina"), once.pool("health")), (9, 6, 3));
    let twice = lasting::rest(&once, "break").sheet;
    assert_eq!(lasting::rest(&twice, "break").sheet, twice, "a third gives nothing");
    let rested = lasting::rest(&twice, "rest").sheet;
    assert_eq!((rested.pool("endurance"), rested.pool("health"), rested.breaks), (13, 4, 0));
    assert_eq!(lasting::rest(&rested, "evening").sheet.fate, 3);
    let dead = read_sheet::<Ingenuity>(&[("dead", "yes"), ("health", "0/12")]).expect("reads");
    assert_eq!(lasting::rest(&dead, "rest").sheet.pool("health"), 0);
}
