//! `/rest` in a script. In Discord it's for saved characters between fights; here it's for the fight's combatants, before it begins or once
//! it's decided. What the fight has left of them is their sheet, and what the rest changes is set where `expect` can read it. In a closed
//! fight nothing can be set any more, and sheet-only fields can never be set; the script stores those changes, and `expect` reads them. The
//! system says what a rest restores.

use crate::{
    engine::{Actor, CombatantId, Dice, Stage, view::Viewer},
    rules::{Change, Request, Session, UserError, names::key},
    table::{Command, EncounterService, InputOrigin},
};

/// A value after a rest.
#[derive(Clone)]
pub(super) struct After {
    /// The combatant.
    pub who: CombatantId,
    /// The sheet field.
    pub field: String,
    /// The value.
    pub value: String,
}

/// The value that rests have given this field of a combatant, if they changed it.
pub(super) fn after(all: &[After], who: CombatantId, field: &str) -> Option<String> {
    let is_it = |it: &&After| it.who == who && key(&it.field) == key(field);
    all.iter().rev().find(is_it).map(|it| it.value.clone())
}

/// The result of a rest: what it restores, and what there is to say.
pub(super) struct Night {
    /// The changes in order.
    pub given: Vec<After>,
    /// The text, one line each.
    pub words: Vec<String>,
}

/// Sets what a rest restores, and returns what can't be set: everything in a closed fight, otherwise the sheet-only fields.
pub(super) async fn settle(service: &mut EncounterService, gm: Actor, given: Vec<After>, now_ms: i64) -> Vec<After> {
    let closed = service.session().stage() == Stage::Over;
    let mut kept = vec![];
    for it in given {
        let set = Request::Set { who: it.who, field: it.field.clone(), value: it.value.clone() };
        if closed || service.ask(gm, &set, InputOrigin::default(), now_ms).await.is_err() {
            kept.push(it);
        }
    }
    kept
}

/// Rests the combatants that the user may rest: all in `own`, or the one the command names, with what earlier rests have given them.
///
/// # Errors
/// In the middle of a fight, or for an unknown kind of rest or name.
pub(super) fn rest(
    session: &dyn Session,
    command: &Command,
    own: &[CombatantId],
    before: &[After],
    dice: &mut dyn Dice,
) -> Result<Night, UserError> {
    let decided = session.scene(Viewer::Gm).details.decided.is_some();
    if session.stage() == Stage::Fighting && !decided {
        return Err(UserError::say("You can\u{2019}t rest during a fight. Close it first, with /encounter end."));
    }
    let kinds: Vec<&str> = session.rests().iter().map(|it| it.name).collect();
    let kind = command.get("kind").unwrap_or_default();
    if kind.is_empty() {
        return Err(UserError::say(format!("/rest needs kind: {}.", kinds.join(", "))));
    }
    let who = match command.get("name") {
        Some(name) => vec![session.find(Viewer::Gm, name)?],
        None => own.to_vec(),
    };
    if let Some(other) = who.iter().find(|it| !own.contains(it)) {
        let names = session.names(Viewer::Gm);
        let name = names.iter().find(|it| it.id == *other).map_or("that one", |it| it.name.as_str());
        return Err(UserError::say(format!("{name} is not yours to have rest.")));
    }
    let mut night = Night { given: vec![], words: vec![] };
    for who in who {
        let mut fields = session.sheet_fields(who);
        for Change { field, to, .. } in session.lasting(who).map(|it| it.changes).unwrap_or_default() {
            fields.retain(|it| it.0 != field);
            fields.push((field, to));
        }
        for After { field, value, .. } in before.iter().filter(|it| it.who == who) {
            fields.retain(|it| it.0 != *field);
            fields.push((field.clone(), value.clone()));
        }
        let rested = session.rest(&fields, kind, dice)?;
        night.words.extend(rested.words);
        night.words.extend(rested.changes.iter().map(Change::words));
        night.given.extend(rested.changes.into_iter().map(|it| After { who, field: it.field, value: it.to }));
    }
    Ok(night)
}
