//! The page `docs/einfelst.md` names everything that can be typed: whoever adds a word adds it there.

use super::super::{Einfelst, gear};
use crate::rules::tests::page;

/// Weapons and armour beside what every system has.
#[test]
fn every_word_is_on_the_page() {
    let armour = gear::wardrobe().iter().flat_map(|it| std::iter::once(it.name.clone()).chain(it.also.iter().cloned()));
    let words = gear::weapon_names().map(str::to_owned).chain(armour);
    page::names_every_word::<Einfelst>(include_str!("../../../../docs/einfelst.md"), words, []);
}
