//! A fight that a GM lays out ahead of time, made the opening of one that is played later. It holds nothing of players and no dice.

use super::super::request::UserError;
use crate::engine::{Controller, Encounter, Ruleset, Stage};

pub(super) fn prepared<R: Ruleset>(now: &Encounter<R>) -> Result<String, UserError> {
    if now.fight.stage != Stage::Gathering || now.pending.is_some() {
        return Err(UserError::say(
            "This fight has begun, and what has happened in it cannot be prepared. Lay one out with /encounter start in a channel of your \
             own, and save it before it begins.",
        ));
    }
    let mut fight = now.fight.clone();
    fight.combatants.retain(|it| it.owner.is_none() && it.saved.is_none());
    for it in &mut fight.combatants {
        // Whom the GM had lent to a player of that table is the GM's again.
        std::sync::Arc::make_mut(it).controller = Controller::Gm;
    }
    if fight.combatants.is_empty() && *fight.space == R::Space::default() {
        return Err(UserError::say(
            "There is nothing to save yet: bring foes in with /gm add, or lay out the place with /gm board.",
        ));
    }
    serde_json::to_string(&Encounter::new(fight)).map_err(|it| UserError::say(it.to_string()))
}
