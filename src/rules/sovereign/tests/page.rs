//! The page `docs/sovereign.md` names everything that can be typed: whoever adds a word adds it there.

use super::super::{Condition, Options, Sovereign, gear, instants, options, sheet, words};
use crate::{engine::Ruleset, rules::ways::Ways};

const PAGE: &str = include_str!("../../../../docs/sovereign.md");

/// Names of weapons, feats, orders and ready-made people stand in the text; keys stand as code.
#[test]
fn every_word_is_on_the_page() {
    let page = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = gear::armoury()
        .iter()
        .map(|it| it.name.clone())
        .chain(gear::everyday_words().map(str::to_owned))
        .chain(gear::Feat::ALL.iter().map(|it| it.0.to_owned()))
        .chain(gear::wardrobe().iter().map(|it| it.name.clone()))
        .chain(instants::Order::ALL.iter().map(|it| it.0.to_owned()))
        .chain(Sovereign::templates().into_iter().map(|it| it.0));
    for word in words {
        assert!(page.contains(&word), "docs/sovereign.md does not name \u{201c}{word}\u{201d}");
    }
    let bare = sheet::read(&[]).expect("a sheet may be empty");
    let keys = sheet::fields(&bare)
        .into_iter()
        .chain(options::options(&Options::default()))
        .map(|it| it.0)
        .chain(Sovereign::VERBS.iter().map(|it| it.name.to_owned()))
        .chain(Sovereign::ALSO.iter().map(|it| it.0.to_owned()))
        .chain(Condition::ALL.map(|it| words::condition(it).replace(' ', "-")));
    for key in keys {
        assert!(page.contains(&format!("`{key}`")), "docs/sovereign.md does not name `{key}`");
    }
}
