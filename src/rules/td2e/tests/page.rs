//! The page `docs/td2e.md` names everything that can be typed: whoever adds a word adds it there.

use super::super::{Td2e, gear};
use crate::rules::tests::page;

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
