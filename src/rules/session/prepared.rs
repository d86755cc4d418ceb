//! A fight that a GM lays out ahead of time, turned into the opening of a later one. It contains nothing of players and no dice.

use super::super::request::UserError;
use crate::engine::{Controller, Encounter, GameSystem, Stage};

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
