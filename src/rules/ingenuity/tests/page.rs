//! The page `docs/ingenuity.md` names everything that can be typed: whoever adds a word adds it there.

use super::super::{Ingenuity, fate::Boon, gear, gear::DamageType, learned, sheet};
use crate::rules::tests::page;

/// Items, talents, maneuvers, kinds of damage, sizes, skills, proficiencies and boons beside what every system has.
#[test]
fn every_word_is_on_the_page() {
    let words = gear::armoury()
        .iter()
        .map(|it| it.name.clone())
        .chain(learned::talents().iter().map(|it| it.name.clone()))
        .chain(learned::maneuvers().iter().map(|it| it.name.clone()))
        .chain(DamageType::ALL.map(|it| it.0.to_owned()))
        .chain(sheet::SIZES.map(str::to_owned))
        .chain(sheet::SKILLS.map(str::to_owned))
        .chain(sheet::PROFICIENCIES.map(str::to_owned));
    let boons = Boon::ALL.map(|it| it.0.to_owned());
    page::names_every_word::<Ingenuity>(include_str!("../../../../docs/ingenuity.md"), words, boons);
}
