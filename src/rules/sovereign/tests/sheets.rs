//! Sheets: what is read is what was typed, every problem comes at once, and no row of the data does nothing.

use super::super::{
    Sovereign,
    chapters::lasting,
    model::{feats, gear, sheet},
};
use crate::{engine::Scripted, rules::tests::read_sheet};

/// Every weapon reads back from its own words, and so does a sheet with some of its own.
#[test]
fn the_data_loads_and_reads_back() {
    for it in gear::armoury() {
        assert_eq!(gear::weapon(&format!("{}: {}", it.name, it.spec())).expect(&it.name), *it);
    }
    for (name, feat) in feats::Feat::ALL {
        assert_eq!(feats::feats(name).expect(name), [(feat, 1)]);
    }
    let own = read_sheet::<Sovereign>(&[
        ("weapons", "fang: d8 shock 3/15 str natural, Biter: sword +1, throwing blade x3"),
        ("armour", "chain +1, shield"),
    ]);
    let own = own.expect("reads");
    assert_eq!(sheet::read(&sheet::fields(&own)).expect("reads back"), own);
}

/// All problems of a sheet come at once, each with its field.
#[test]
fn every_problem_comes_at_once() {
    let problems = read_sheet::<Sovereign>(&[
        ("class", "paladin"),
        ("feats", "lucky"),
        ("armour", "dragon"),
        ("movement", "23"),
        ("luck", "3"),
    ])
    .expect_err("five problems");
    let fields: Vec<&str> = problems.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(fields, ["class", "feats", "armour", "movement", "luck"]);
}

/// C9, C28, R34, C5: what is worked out of a sheet.
#[test]
fn numbers_are_worked_out() {
    let ana = read_sheet::<Sovereign>(&[
        ("class", "warrior"),
        ("level", "3"),
        ("str", "16"),
        ("dex", "14"),
        ("armour", "chain, shield"),
    ])
    .expect("reads");
    assert_eq!((ana.armour_class(true), ana.attack_bonus(), ana.killing_blow(), ana.physical()), (16, 3, 2, 12));
    let ysmay =
        read_sheet::<Sovereign>(&[("level", "3"), ("feats", "impervious defense"), ("dex", "14")]).expect("reads");
    assert_eq!(ysmay.armour_class(true), 18);
    let orc = read_sheet::<Sovereign>(&[("hd", "3")]).expect("reads");
    assert_eq!((orc.attack_bonus(), orc.physical(), orc.hp), (3, 14, 13));
}

/// C33: first aid heals 1d6 and Heal at the price of System Strain; a body that has its CON score of it takes no more.
#[test]
fn first_aid_costs_strain() {
    let hurt = read_sheet::<Sovereign>(&[("hp", "2"), ("max-hp", "9"), ("heal", "1"), ("con", "8")]).expect("reads");
    let mut dice: Scripted = [(6, 4)].into_iter().collect();
    let helped = lasting::rest(&hurt, "first aid", &mut dice).sheet;
    assert_eq!((helped.hp, helped.strain), (7, 1));
    let worn = sheet::Sheet { strain: 8, ..hurt };
    assert_eq!(lasting::rest(&worn, "first aid", &mut dice).sheet.hp, 2);
}
