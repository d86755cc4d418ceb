//! The page `docs/einfelst.md` names everything that can be typed.

use super::super::{Einfelst, model::gear, values::PROPERTIES};
use crate::rules::{properties, tests::page};

const PAGE: &str = include_str!("../../../../docs/einfelst.md");

/// Weapons and armour beside what every system has.
#[test]
fn every_word_is_on_the_page() {
    let armour = gear::wardrobe().iter().flat_map(|it| std::iter::once(it.name.clone()).chain(it.also.iter().cloned()));
    let words = gear::weapon_names().map(str::to_owned).chain(armour);
    page::names_every_word::<Einfelst>(PAGE, words, []);
}

/// The page's table of values is the program's.
#[test]
fn every_value_is_on_the_page() {
    let table = properties::page(PROPERTIES);
    assert!(PAGE.contains(&table), "docs/einfelst.md should say under Values:\n{table}");
}
