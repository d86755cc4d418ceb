//! The page `docs/ingenuity.md` names everything that can be typed: anyone who adds a word adds it there.

use crate::rules::ingenuity::{
    Ingenuity,
    model::{
        circumstances::Boon,
        gear::{self, DamageType},
        learned, sheet,
    },
    values::PROPERTIES,
};
use crate::rules::{properties, tests::page};

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

/// The page's table of values is the program's.
#[test]
fn every_value_is_on_the_page() {
    let page = include_str!("../../../../docs/ingenuity.md");
    let table = properties::page(PROPERTIES);
    assert!(page.contains(&table), "docs/ingenuity.md should say under Values:\n{table}");
}
