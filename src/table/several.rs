//! The GM's changes to one combatant or to several at once: `/gm set`, `/gm condition`, `/gm hide` and `/gm reveal`.

use super::{autopilot, command::Command};
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
    Ok(of_each(meant(session, command)?, change))
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
    Ok(of_each(who, |who| Request::Reveal { who, shown }))
}

fn meant(session: &dyn Session, command: &Command) -> Result<Vec<CombatantId>, UserError> {
    match autopilot::all_meant_of(session, command.need("name")?, &|_| true)? {
        none if none.is_empty() => Err(UserError::say("Say whom: name:\u{2026}")),
        all => Ok(all),
    }
}

fn of_each(who: Vec<CombatantId>, change: impl Fn(CombatantId) -> Request) -> Request {
    match who.as_slice() {
        [one] => change(*one),
        all => Request::Each(all.iter().copied().map(change).collect()),
    }
}
