//! A fight that a GM lays out ahead of time, made the opening of one that is played later. It holds nothing of players and no dice.

use super::super::request::UserError;
use crate::engine::{Controller, Encounter, Ruleset, Stage};

pub(super) fn prepared<R: Ruleset>(now: &Encounter<R>) -> Result<String, UserError> {
    if now.field.stage != Stage::Gathering || now.pending.is_some() {
        return Err(UserError::say(
            "This fight has begun, and what has happened in it cannot be prepared. Lay one out with /encounter start in a channel of your \
             own, and save it before it begins.",
        ));
    }
    let mut field = now.field.clone();
    field.combatants.retain(|it| it.owner.is_none() && it.saved.is_none());
    for it in &mut field.combatants {
        // Whom the GM had lent to a player of that table is the GM's again.
        std::sync::Arc::make_mut(it).controller = Controller::Gm;
    }
    if field.combatants.is_empty() && *field.space == R::Space::default() {
        return Err(UserError::say(
            "There is nothing to save yet: bring foes in with /gm add, or lay out the place with /gm board.",
        ));
    }
    serde_json::to_string(&Encounter::new(field)).map_err(|it| UserError::say(it.to_string()))
}
