//! The page `docs/sovereign.md` names everything that can be typed: anyone who adds a word adds it there.

use super::super::{
    Sovereign,
    model::{armour, feats, gear},
    values::PROPERTIES,
};
use crate::rules::{properties, tests::page};

/// Weapons, feats and armour beside what every system has.
#[test]
fn every_word_is_on_the_page() {
    let words = gear::armoury()
        .iter()
        .map(|it| it.name.clone())
        .chain(gear::everyday_words().map(str::to_owned))
        .chain(feats::Feat::ALL.iter().map(|it| it.0.to_owned()))
        .chain(armour::wardrobe().iter().map(|it| it.name.clone()));
    page::names_every_word::<Sovereign>(include_str!("../../../../docs/sovereign.md"), words, []);
}

/// The page's table of values is the program's.
#[test]
fn every_value_is_on_the_page() {
    let page = include_str!("../../../../docs/sovereign.md");
    let table = properties::page(PROPERTIES);
    assert!(page.contains(&table), "docs/sovereign.md should say under Values:\n{table}");
}
