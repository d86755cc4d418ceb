//! A system's page in `docs/` names everything a player can type: if you add a word, add it there. Each system says what that includes
//! beyond verbs, fields, options, conditions, orders and ready-made people.

use crate::{
    engine::{GameSystem, NamedValues},
    rules::{System, action_space::ActionSpace, with_ruleset},
};

/// Names appear in the text, keys appear as code.
///
/// # Panics
/// If the page doesn't name one.
pub fn names_every_word<R: ActionSpace + GameSystem>(
    page: &str,
    names: impl IntoIterator<Item = String>,
    keys: impl IntoIterator<Item = String>,
) {
    let (system, page) = (R::NAME, page.split_whitespace().collect::<Vec<_>>().join(" "));
    for word in names.into_iter().chain(R::templates().into_iter().map(|it| it.0)) {
        assert!(page.contains(&word), "docs/{system}.md does not name \u{201c}{word}\u{201d}");
    }
    let bare = R::sheet(&[]).unwrap_or_else(|why| panic!("a sheet may be empty: {why:?}"));
    let keys = R::sheet_fields(&bare)
        .into_iter()
        .chain(R::option_fields(&R::Options::default()))
        .map(|it| it.0)
        .chain(R::VERBS.iter().map(|it| it.name.to_owned()))
        .chain(R::aliases().into_iter().map(str::to_owned))
        .chain(R::condition_menu().into_iter().map(|it| it.replace(' ', "-")))
        .chain(keys);
    for key in keys {
        assert!(page.contains(&format!("`{key}`")), "docs/{system}.md does not name `{key}`");
    }
    for (order, _) in R::order_menu() {
        assert!(page.contains(order), "docs/{system}.md does not name the order \u{201c}{order}\u{201d}");
    }
}

/// Every ready-made sheet of every system reads back from its own fields.
#[test]
fn ready_made_sheets_read_back() {
    for system in System::ALL {
        with_ruleset!(system, R => {
            for (name, it) in R::templates() {
                let again = R::sheet(&R::sheet_fields(&it)).unwrap_or_else(|why| panic!("{name}: {why:?}"));
                assert_eq!(again, it, "{name}");
            }
        });
    }
}
