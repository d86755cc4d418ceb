//! Where combatants stand whom the GM adds, and what the GM is told of it.

use crate::{
    engine::view::Viewer,
    rules::{FirstPlace, NameView, Newcomer, Session, names, wording},
};

/// Where a newcomer will stand if nobody says where; `None` if it will have no place.
pub(super) fn first_place(session: &dyn Session, newcomer: &Newcomer) -> Option<FirstPlace> {
    let Newcomer { side, hidden, .. } = newcomer;
    let side = match side {
        Some(typed) => session.find_side(typed).ok()?,
        None => session.sides().first()?.id,
    };
    session.first_place(side, *hidden)
}

/// The reply to the GM who has added combatants: who, and where they stand. `there` is everyone who was there before; `by_default` is why
/// they're where they are, unless the GM named a place.
pub(super) fn added(
    session: &dyn Session,
    newcomer: &Newcomer,
    there: &[NameView],
    by_default: Option<&FirstPlace>,
) -> String {
    let Newcomer { name, hidden, .. } = newcomer;
    let mut new = session.names(Viewer::Gm);
    new.retain(|it| !there.iter().any(|known| known.id == it.id));
    let names: Vec<String> = new.iter().map(|it| it.name.clone()).collect();
    let unseen = if *hidden { ", hidden from the other sides" } else { "" };
    let who = wording::few_or_kinds(&names);
    let Some(first) = new.first() else {
        // Whoever is added in the middle of a question comes once it's answered.
        return format!("{name} joins once the open question is settled{unseen}.");
    };
    let blank = blank_sheet(session, newcomer).unwrap_or_default();
    // Where there's only one place, it goes without saying.
    let is_only = session.places().len() == 1;
    let Some(at) = session.place_of(first.id) else {
        let no_place = if session.places().is_empty() { "" } else { " No place on the map yet: use /gm place." };
        return format!("Added {who}{unseen}.{no_place}{blank}");
    };
    let why = match by_default.filter(|_| newcomer.at.is_none() && session.places().len() > 1) {
        None => String::new(),
        Some(it) if it.is_with_own => ", where most of their side are".to_owned(),
        Some(_) => ", where newcomers start".to_owned(),
    };
    let at = if is_only { String::new() } else { format!(" at {at}") };
    format!("Added {who}{at}{why}{unseen}.{blank}")
}

/// That somebody who's called like a ready-made sheet doesn't have it: a name isn't a template.
fn blank_sheet(session: &dyn Session, newcomer: &Newcomer) -> Option<String> {
    let Newcomer { name, template, fields, .. } = newcomer;
    if template.is_some() || !fields.is_empty() {
        return None;
    }
    let all = session.templates().into_iter().map(|it| (it.replace('-', " "), it));
    let ready = match names::find(wording::unnumbered(name), all) {
        names::Named::One(ready) => ready,
        names::Named::None(close) => close.into_iter().next()?.replace(' ', "-"),
        names::Named::Several(_) => return None,
    };
    Some(format!(" That\u{2019}s a blank sheet. For the ready-made one, /gm remove it, then /gm add template:{ready}."))
}
