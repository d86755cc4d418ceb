//! The GM's changes to one combatant or to several at once: `/gm set`, `/gm condition`, `/gm hide` and `/gm reveal`.

use super::{command::Command, who_is_meant::all_meant_of};
use crate::{
    engine::{CombatantId, fight_state::Shown, view::Viewer},
    rules::{Request, Session, UserError},
};

/// The same change for everyone that `name:` means: a name, several with commas, one name for Goblin 1 to 8, a side, or all.
///
/// # Errors
/// A name that isn't there, with the closest that is.
pub(super) fn for_each(
    session: &dyn Session,
    command: &Command,
    change: impl Fn(CombatantId) -> Request,
) -> Result<Request, UserError> {
    try_for_each(session, command, |who| Ok(change(who)))
}

/// The same, where the change may be refused for somebody: then nobody is changed.
///
/// # Errors
/// As [`for_each`], and why somebody can't be changed like that.
pub(super) fn try_for_each(
    session: &dyn Session,
    command: &Command,
    change: impl Fn(CombatantId) -> Result<Request, UserError>,
) -> Result<Request, UserError> {
    let all: Result<Vec<Request>, UserError> = meant(session, command)?.into_iter().map(change).collect();
    Ok(whole(all?))
}

/// `/gm reveal`. Of several, those are meant who are hidden, unless it's about how much is seen of them.
///
/// # Errors
/// As [`for_each`].
pub(super) fn revealed(session: &dyn Session, command: &Command, shown: Option<Shown>) -> Result<Request, UserError> {
    let all = meant(session, command)?;
    let seen = session.names(Viewer::Everyone);
    let is_hidden = |who: &CombatantId| seen.iter().all(|it| it.id != *who);
    let hidden: Vec<CombatantId> = all.iter().copied().filter(is_hidden).collect();
    let who = if shown.is_none() && !hidden.is_empty() { hidden } else { all };
    Ok(whole(who.into_iter().map(|who| Request::Reveal { who, shown }).collect()))
}

fn meant(session: &dyn Session, command: &Command) -> Result<Vec<CombatantId>, UserError> {
    match all_meant_of(session, command.need("name")?, &|_| true)? {
        none if none.is_empty() => Err(UserError::say("Say whom: name:\u{2026}")),
        all => Ok(all),
    }
}

fn whole(all: Vec<Request>) -> Request {
    match <[Request; 1]>::try_from(all) {
        Ok([one]) => one,
        Err(all) => Request::Each(all),
    }
}
