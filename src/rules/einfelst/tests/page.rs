//! The page `docs/einfelst.md` names everything that can be typed: whoever adds a word adds it there.

use super::super::{Condition, Einfelst, Options, Order, gear, options, sheet, words};
use crate::{engine::Ruleset, rules::ways::Ways};

const PAGE: &str = include_str!("../../../../docs/einfelst.md");

/// Names of weapons, armour and ready-made people stand in the text; keys stand as code.
#[test]
fn every_word_is_on_the_page() {
    let page = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = gear::weapon_names()
        .map(str::to_owned)
        .chain(gear::wardrobe().iter().flat_map(|it| std::iter::once(it.name.clone()).chain(it.also.iter().cloned())))
        .chain(Einfelst::templates().into_iter().map(|it| it.0));
    for word in words {
        assert!(page.contains(&word), "docs/einfelst.md does not name \u{201c}{word}\u{201d}");
    }
    let bare = sheet::read(&[]).expect("a sheet may be empty");
    let keys = sheet::fields(&bare)
        .into_iter()
        .chain(options::options(&Options::default()))
        .map(|it| it.0)
        .chain(Einfelst::VERBS.iter().map(|it| it.name.to_owned()))
        .chain(Einfelst::ALSO.iter().map(|it| it.0.to_owned()))
        .chain(Order::ALL.iter().map(|it| it.0.to_owned()))
        .chain(Condition::ALL.map(|it| words::condition(it).replace(' ', "-")));
    for key in keys {
        assert!(page.contains(&format!("`{key}`")), "docs/einfelst.md does not name `{key}`");
    }
}
