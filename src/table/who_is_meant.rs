//! Whom a typed word means: a name, several with commas, one name for Goblin 1 to 8, a side, or all.

use crate::{
    engine::{CombatantId, view::Viewer},
    rules::{NameView, Session, UserError, spelling::folded, wording::unnumbered},
};

/// The word for everyone the GM plays.
pub const ALL: &str = "all";

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

/// The combatants meant by one name, without commas.
///
/// # Errors
/// If nobody is, with the closest name there is.
pub(super) fn meant(
    session: &dyn Session,
    typed: &str,
    of: &dyn Fn(&NameView) -> bool,
) -> Result<Vec<CombatantId>, UserError> {
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
