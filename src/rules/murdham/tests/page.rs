//! The page `docs/murdham.md` names everything that can be typed: whoever adds a word adds it there.

use super::super::{
    Condition, Murdham, Options, Order,
    gear::{Armour, kinds},
    items::Item,
    options,
    sheet::{self, Skill},
    state::{Flag, Injury},
    words,
};
use crate::{
    engine::Ruleset,
    rules::{rows::Rows, ways::Ways},
};

const PAGE: &str = include_str!("../../../../docs/murdham.md");

/// Names of weapons, skills, injuries and ready-made people stand in the text.
#[test]
fn every_word_of_a_sheet_is_on_the_page() {
    let weapons: toml::Table =
        toml::from_str(include_str!("../../../../config/rulesets/murdham/weapons.toml")).expect("weapons.toml reads");
    let everyday = weapons["also"].as_table().expect("a table").keys().cloned();
    let all = everyday
        .chain(kinds().iter().map(|it| it.name.clone()))
        .chain(Skill::all().iter().map(|it| it.name.clone()))
        .chain(Armour::all().iter().map(|it| it.name.clone()))
        .chain(Item::ALL.map(|it| it.0.to_owned()))
        .chain(Injury::ALL.map(|it| words::injury(it).to_owned()))
        .chain(Murdham::templates().into_iter().map(|it| it.0));
    let page = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
    for word in all {
        assert!(page.contains(&word), "docs/murdham.md does not name \u{201c}{word}\u{201d}");
    }
}

/// What is typed letter by letter stands as code: verbs, fields, options, values, orders.
#[test]
fn every_key_is_on_the_page() {
    let bare = sheet::read(&[]).expect("a sheet may be empty");
    let fields = sheet::fields(&bare).into_iter().map(|it| it.0);
    let options = options::options(&Options::default()).into_iter().map(|it| it.0);
    let all = fields
        .chain(options)
        .chain(Murdham::VERBS.iter().map(|it| it.name.to_owned()))
        .chain(Murdham::ALSO.iter().map(|it| it.0.to_owned()))
        .chain(Flag::ALL.map(|it| it.0.to_owned()))
        .chain(Condition::ALL.map(|it| words::condition(it).replace(' ', "-")))
        .chain(Order::ALL.map(|it| words::order(it).to_owned()));
    let page = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
    for key in all {
        assert!(page.contains(&format!("`{key}`")), "docs/murdham.md does not name `{key}`");
    }
}
