//! `/gm autopilot`: whom it means, and how they're to be played.

use crate::{
    engine::{CombatantId, playing::Style, view::Viewer},
    rules::{
        Handover, NameView, Request, Session, UserError,
        spelling::folded,
        wording::{unnumbered, yes},
    },
};

/// The word for everyone the GM plays.
pub const ALL: &str = "all";
/// The word that takes combatants back from Umpire.
pub const OFF: &str = "off";

/// The request: for combatants by name, for a side, for all with the same name but for their numbers (Goblin for Goblin 1 to 8), or for
/// all that the GM plays. Several are separated by commas.
pub(super) fn request(session: &dyn Session, who: &str, style: Option<&str>) -> Result<Request, UserError> {
    let to = handover_here(session, style.unwrap_or_default())?;
    let all = all_meant(session, who)?;
    if all.is_empty() {
        return Err(UserError::say("Say whom: /gm autopilot who:\u{2026}"));
    }
    Ok(Request::Autopilot { who: all, to })
}

/// Everyone meant, each once. A name may have commas of its own; a word for several means those that the GM plays.
pub(super) fn all_meant(session: &dyn Session, typed: &str) -> Result<Vec<CombatantId>, UserError> {
    all_meant_of(session, typed, &|it| it.player.is_none())
}

/// The same, where a word for several means those of whom this is true.
pub(super) fn all_meant_of(
    session: &dyn Session,
    typed: &str,
    of: &dyn Fn(&NameView) -> bool,
) -> Result<Vec<CombatantId>, UserError> {
    let names = session.names(Viewer::Gm);
    let parts: Vec<&str> = typed.split(',').collect();
    let (mut all, mut at) = (vec![], 0);
    while at < parts.len() {
        let whole = (at + 1..=parts.len()).rev().find_map(|end| {
            let typed = folded(parts[at..end].join(",").trim());
            Some((end, names.iter().find(|it| folded(&it.name) == typed)?.id))
        });
        let (end, found) = match whole {
            Some((end, who)) => (end, vec![who]),
            None if parts[at].trim().is_empty() => (at + 1, vec![]),
            None => (at + 1, meant(session, parts[at], of)?),
        };
        at = end;
        for who in found {
            if !all.contains(&who) {
                all.push(who);
            }
        }
    }
    Ok(all)
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

/// The combatants meant by one name.
fn meant(session: &dyn Session, typed: &str, of: &dyn Fn(&NameView) -> bool) -> Result<Vec<CombatantId>, UserError> {
    let names = session.names(Viewer::Gm);
    let typed = typed.trim();
    let is = |name: &str| folded(name) == folded(typed);
    if let Some(it) = names.iter().find(|it| is(&it.name)) {
        return Ok(vec![it.id]);
    }
    let among = |wanted: &dyn Fn(&NameView) -> bool| -> Vec<CombatantId> {
        names.iter().filter(|it| of(it) && wanted(it)).map(|it| it.id).collect()
    };
    let side = session.sides().into_iter().find(|it| is(&it.name));
    let found = match side {
        Some(side) => among(&|it| it.side == side.id),
        None if is(ALL) => among(&|_| true),
        None => among(&|it| is(unnumbered(&it.name))),
    };
    match found.is_empty() {
        true if side_or_all(session, typed) => {
            Err(UserError::say(format!("The GM plays nobody in \u{201c}{typed}\u{201d}.")))
        }
        true => Ok(vec![session.find(Viewer::Gm, typed)?]),
        false => Ok(found),
    }
}

fn side_or_all(session: &dyn Session, typed: &str) -> bool {
    folded(typed) == ALL || session.sides().iter().any(|it| folded(&it.name) == folded(typed))
}
