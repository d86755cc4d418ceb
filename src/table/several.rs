//! The GM's changes to one combatant or to several at once: `/gm set`, `/gm condition`, `/gm hide` and `/gm reveal`.

use super::{command::Command, vitals, who_is_meant::all_meant_of};
use crate::{
    engine::{
        CombatantId,
        fight_state::Shown,
        view::{Mark, Viewer},
    },
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
    Ok(whole(meant(session, command)?.into_iter().map(change).collect()))
}

/// The option of `/gm set` for a condition that ends with the change. It's for the panel's form: one form is one change, which one undo takes back.
pub const ENDS: &str = "ends";

/// `/gm set`. What several lose is for those of them who are still up, unless none is.
///
/// # Errors
/// As [`for_each`], and why somebody can't be changed like that: then nobody is.
pub(super) fn set(session: &dyn Session, command: &Command) -> Result<Request, UserError> {
    let all = meant(session, command)?;
    let scene = session.scene(Viewer::Gm);
    let members = scene.sides.iter().flat_map(|it| &it.members).filter(|it| it.mark != Mark::Down);
    let up: Vec<CombatantId> = members.map(|it| it.id).filter(|it| all.contains(it)).collect();
    let mut changes = vec![];
    let ends: Vec<&str> = command.options.iter().filter(|it| it.0 == ENDS).map(|it| it.1.as_str()).collect();
    let has_fields = ends.is_empty() || command.get("field").is_some();
    for change in if has_fields { vitals::changes(command)? } else { vec![] } {
        let whom = if change.is_harm() && !up.is_empty() { &up } else { &all };
        for who in whom {
            changes.push(change.of(session, *who)?);
        }
    }
    for what in ends {
        changes.extend(all.iter().map(|who| Request::Condition { who: *who, name: what.to_owned(), on: false }));
    }
    Ok(whole(changes))
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
