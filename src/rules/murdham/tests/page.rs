//! The page `docs/murdham.md` names everything that can be typed: anyone who adds a word adds it there.

use crate::rules::{
    data_rows::Rows,
    murdham::{
        Murdham,
        model::{
            gear::{Armour, kinds},
            items::Item,
            sheet::Skill,
            state::Injury,
        },
        values::PROPERTIES,
    },
    properties,
    tests::page,
};

/// Weapons, skills, armour, items and injuries beside what every system has.
#[test]
fn every_word_is_on_the_page() {
    let weapons: toml::Table =
        toml::from_str(include_str!("../../../../config/rulesets/murdham/weapons.toml")).expect("weapons.toml reads");
    let everyday = weapons["also"].as_table().expect("a table").keys().cloned();
    let words = everyday
        .chain(kinds().iter().map(|it| it.name.clone()))
        .chain(Skill::all().iter().map(|it| it.name.clone()))
        .chain(Armour::all().iter().map(|it| it.name.clone()))
        .chain(Item::ALL.map(|it| it.0.to_owned()))
        .chain(Injury::ALL.map(|it| it.name().to_owned()));
    page::names_every_word::<Murdham>(include_str!("../../../../docs/murdham.md"), words, []);
}

/// The page's table of values is the program's.
#[test]
fn every_value_is_on_the_page() {
    let page = include_str!("../../../../docs/murdham.md");
    let table = properties::page(PROPERTIES);
    assert!(page.contains(&table), "docs/murdham.md should say under Values:\n{table}");
}
