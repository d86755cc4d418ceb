//! The page `docs/td2e.md` names everything that can be typed: anyone who adds a word adds it there.

use super::super::{Td2e, model::gear, values::PROPERTIES};
use crate::rules::{properties, tests::page};

/// Weapons, traits, races and armour beside what every system has.
#[test]
fn every_word_is_on_the_page() {
    let words = gear::subclasses()
        .map(|it| it.0.to_owned())
        .chain(gear::everyday_words().map(|it| it.0.to_owned()))
        .chain(gear::traits().iter().map(|it| it.name.clone()))
        .chain(gear::races().iter().map(|it| it.name.clone()))
        .chain(gear::wardrobe().iter().map(|it| it.name.clone()));
    page::names_every_word::<Td2e>(include_str!("../../../../docs/td2e.md"), words, []);
}

/// The page's table of values is the program's.
#[test]
fn every_value_is_on_the_page() {
    let page = include_str!("../../../../docs/td2e.md");
    let table = properties::page(PROPERTIES);
    assert!(page.contains(&table), "docs/td2e.md should say under Values:\n{table}");
}
