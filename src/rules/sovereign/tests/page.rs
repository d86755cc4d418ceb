//! The page `docs/sovereign.md` names everything that can be typed: whoever adds a word adds it there.

use super::super::{Sovereign, gear};
use crate::rules::tests::page;

/// Weapons, feats and armour beside what every system has.
#[test]
fn every_word_is_on_the_page() {
    let words = gear::armoury()
        .iter()
        .map(|it| it.name.clone())
        .chain(gear::everyday_words().map(str::to_owned))
        .chain(gear::Feat::ALL.iter().map(|it| it.0.to_owned()))
        .chain(gear::wardrobe().iter().map(|it| it.name.clone()));
    page::names_every_word::<Sovereign>(include_str!("../../../../docs/sovereign.md"), words, []);
}
