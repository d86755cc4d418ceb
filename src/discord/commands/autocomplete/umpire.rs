//! Suggestions for `/gm autopilot`.

use super::Suggestion;
use crate::{
    engine::{playing::Style, view::Viewer},
    rules::{NameView, wording::unnumbered},
    table::{ALL, EncounterService, autopilot::OFF},
};

/// The candidates: everyone of the GM's, each side, each name shared by several, and each combatant.
pub(super) fn could_play(service: &EncounterService) -> Vec<Suggestion> {
    let session = service.session();
    let mut own = session.names(Viewer::Gm);
    own.retain(|it| it.player.is_none());
    let several = |wanted: &dyn Fn(&NameView) -> bool| own.iter().filter(|it| wanted(it)).count();
    let mut found = vec![];
    if !own.is_empty() {
        found.push(Suggestion::noted(ALL, "everyone you play"));
    }
    for side in session.sides() {
        if several(&|it| it.side == side.id) > 0 {
            found.push(Suggestion::noted(side.name.to_string(), "the whole side, without players\u{2019} characters"));
        }
    }
    let mut stems: Vec<&str> = own.iter().map(|it| unnumbered(&it.name)).collect();
    stems.sort_unstable();
    stems.dedup();
    stems.retain(|stem| several(&|it| unnumbered(&it.name) == *stem) > 1);
    found.extend(stems.into_iter().map(|it| Suggestion::noted(it, "all with this name")));
    for it in &own {
        if !found.iter().any(|known| known.value == it.name) {
            found.push(Suggestion::plain(it.name.clone()));
        }
    }
    found
}

/// The styles that Umpire plays in, and how to stop it.
pub(super) fn styles() -> Vec<Suggestion> {
    std::iter::once(OFF).chain(Style::WORDS).map(Suggestion::plain).collect()
}
