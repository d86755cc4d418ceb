//! The page `docs/td2e.md` names everything that can be typed: whoever adds a word adds it there.

use super::super::{Condition, Options, Td2e, gear, options, sheet, words};
use crate::{engine::Ruleset, rules::ways::Ways};

const PAGE: &str = include_str!("../../../../docs/td2e.md");

/// Names of weapons, traits, races and ready-made people stand in the text; keys stand as code.
#[test]
fn every_word_is_on_the_page() {
    let page = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = gear::subclasses()
        .map(|it| it.0.to_owned())
        .chain(gear::everyday_words().map(|it| it.0.to_owned()))
        .chain(gear::traits().iter().map(|it| it.name.clone()))
        .chain(gear::races().iter().map(|it| it.name.clone()))
        .chain(gear::wardrobe().iter().map(|it| it.name.clone()))
        .chain(Td2e::templates().into_iter().map(|it| it.0));
    for word in words {
        assert!(page.contains(&word), "docs/td2e.md does not name \u{201c}{word}\u{201d}");
    }
    let bare = sheet::read(&[]).expect("a sheet may be empty");
    let keys = sheet::fields(&bare)
        .into_iter()
        .chain(options::options(&Options::default()))
        .map(|it| it.0)
        .chain(Td2e::VERBS.iter().map(|it| it.name.to_owned()))
        .chain(Td2e::ALSO.iter().map(|it| it.0.to_owned()))
        .chain(Condition::ALL.map(|it| words::condition(it).replace(' ', "-")));
    for key in keys {
        assert!(page.contains(&format!("`{key}`")), "docs/td2e.md does not name `{key}`");
    }
}
