//! A fight turned into the opening of a later one, without dice: one that a GM lays out ahead of time, which contains nothing of players, or
//! one that's over and is played again, with everybody who was there.

use super::super::request::UserError;
use crate::engine::{Controller, Encounter, GameSystem, Input, Log, Stage, Transition};

pub(super) fn prepared<R: GameSystem>(now: &Encounter<R>) -> Result<String, UserError> {
    if now.fight.stage != Stage::Gathering || now.pending.is_some() {
        return Err(UserError::say(
            "This fight has already begun, so it can\u{2019}t be saved as a prepared one. Set one up with /encounter start in a channel of \
             your own, and save it before it begins.",
        ));
    }
    let mut fight = now.fight.clone();
    fight.combatants.retain(|it| it.owner.is_none() && it.saved.is_none());
    for it in &mut fight.combatants {
        // Combatants that the GM had lent to a player of that table are the GM's again.
        std::sync::Arc::make_mut(it).controller = Controller::Gm;
    }
    if fight.combatants.is_empty() && *fight.space == R::Space::default() {
        return Err(UserError::say(
            "There\u{2019}s nothing to save yet. Add foes with /gm add, or draw the map with /gm board.",
        ));
    }
    serde_json::to_string(&Encounter::new(fight)).map_err(|it| UserError::say(it.to_string()))
}

/// The fight as it stood before it began.
pub(super) fn line_up<R: GameSystem>(log: &Log<R>) -> Result<String, UserError> {
    let rows = log.rows();
    let begins = rows.iter().rposition(|it| matches!(it.input, Input::Transition(Transition::FightBegins)));
    // One that was ended before it began is played as it stood then.
    let ends = || rows.iter().position(|it| matches!(it.input, Input::Transition(Transition::FightEnds)));
    let until = begins.or_else(ends).unwrap_or(rows.len());
    let before =
        Log::read(log.opening().clone(), rows[..until].to_vec()).map_err(|it| UserError::say(it.to_string()))?;
    let fight = before.now().fight.clone();
    match fight.combatants.is_empty() {
        true => Err(UserError::say("Nobody was in that fight. Start a new one with /encounter start.")),
        false => serde_json::to_string(&Encounter::new(fight)).map_err(|it| UserError::say(it.to_string())),
    }
}
