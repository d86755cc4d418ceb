//! `/gm autopilot`: whom it means, and how they're to be played.

use super::who_is_meant::all_meant_of;
use crate::{
    engine::{CombatantId, playing::Style, view::Viewer},
    rules::{Handover, NameView, Request, Session, UserError, wording::yes},
};

/// The word that takes combatants back from Umpire.
pub const OFF: &str = "off";

/// The request: for combatants by name, for a side, for all with the same name but for their numbers (Goblin for Goblin 1 to 8), or for
/// all that the GM plays. Several are separated by commas. `away` are the characters of players who aren't there: only by name.
pub(super) fn request(
    session: &dyn Session,
    who: &str,
    style: Option<&str>,
    away: &[CombatantId],
) -> Result<Request, UserError> {
    let to = handover_here(session, style.unwrap_or_default())?;
    let is_gms = |it: &NameView| it.player.is_none() && !away.contains(&it.id);
    let all = all_meant_of(session, who, &is_gms)?;
    if all.is_empty() {
        return Err(UserError::say("Say whom: /gm autopilot who:\u{2026}"));
    }
    Ok(Request::Autopilot { who: all, to })
}

/// Who plays, as typed: a style, `off`, or nothing at all (also `yes`) for everybody's usual style.
///
/// # Errors
/// The styles there are.
pub fn handover(typed: &str) -> Result<Handover, UserError> {
    let typed = typed.trim();
    match yes(typed) {
        Ok(true) => Ok(Handover::Usual),
        Ok(false) => Ok(Handover::Off),
        Err(_) if typed.is_empty() => Ok(Handover::Usual),
        Err(_) => Ok(Handover::In(typed.parse::<Style>()?)),
    }
}

/// As [`handover`], in a fight: somebody who's protected is meant by their name there.
pub(super) fn handover_here(session: &dyn Session, typed: &str) -> Result<Handover, UserError> {
    Ok(match handover(typed)? {
        Handover::In(style) => Handover::In(with_known_ward(session, style)?),
        other => other,
    })
}

/// The style with the full name of whoever is protected.
fn with_known_ward(session: &dyn Session, style: Style) -> Result<Style, UserError> {
    let Style::Protect(typed) = &style else { return Ok(style) };
    let who = session.find(Viewer::Gm, typed)?;
    let names = session.names(Viewer::Gm);
    Ok(names.into_iter().find(|it| it.id == who).map_or(style, |it| Style::Protect(it.name)))
}
