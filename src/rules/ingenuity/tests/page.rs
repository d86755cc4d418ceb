//! The page `docs/ingenuity.md` names everything that can be typed: whoever adds a word adds it there.

use super::super::{
    Condition, Ingenuity, Options, Standing, fate::Boon, gear, gear::DamageType, options, sheet, words,
};
use crate::{engine::Ruleset, rules::ways::Ways};

const PAGE: &str = include_str!("../../../../docs/ingenuity.md");

/// Names of items, talents, maneuvers, skills and ready-made people stand in the text; keys stand as code.
#[test]
fn every_word_is_on_the_page() {
    let page = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = gear::armoury()
        .iter()
        .map(|it| it.name.clone())
        .chain(gear::talents().iter().map(|it| it.name.clone()))
        .chain(gear::maneuvers().iter().map(|it| it.name.clone()))
        .chain(DamageType::ALL.map(|it| it.0.to_owned()))
        .chain(sheet::SIZES.map(str::to_owned))
        .chain(sheet::SKILLS.map(str::to_owned))
        .chain(sheet::PROFICIENCIES.map(str::to_owned))
        .chain(Standing::ALL.map(|it| words::order(it).to_owned()))
        .chain(Ingenuity::templates().into_iter().map(|it| it.0));
    for word in words {
        assert!(page.contains(&word), "docs/ingenuity.md does not name \u{201c}{word}\u{201d}");
    }
    let bare = sheet::read(&[]).expect("a sheet may be empty");
    let keys = sheet::fields(&bare)
        .into_iter()
        .chain(options::options(&Options::default()))
        .map(|it| it.0)
        .chain(Ingenuity::VERBS.iter().map(|it| it.name.to_owned()))
        .chain(Ingenuity::ALSO.iter().map(|it| it.0.to_owned()))
        .chain(Boon::ALL.map(|it| it.0.to_owned()))
        .chain(Condition::ALL.map(|it| words::bare(it).replace(' ', "-")));
    for key in keys {
        assert!(page.contains(&format!("`{key}`")), "docs/ingenuity.md does not name `{key}`");
    }
}
