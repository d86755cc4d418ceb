//! Whose character has gone down in an action, and what their player has to know.

use crate::engine::{Combatant, FightState, Overview, Seat, view::Mark};
use serde::{Deserialize, Serialize};

/// A player's character who has gone down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fallen {
    /// The player; `None` while Umpire plays them.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// The character's name.
    pub name: String,
    /// Whether they can come back, and who can help, as what follows the name.
    pub words: String,
}

/// The players' characters in everyone's sight who are down `now` and weren't `before`, as far as there's something to say to their players.
pub(super) fn fallen<R: Overview>(before: &FightState<R>, now: &FightState<R>) -> Vec<Fallen> {
    let is_down = |fight: &FightState<R>, it: &Combatant<R>| R::standing(fight, it).0 == Mark::Down;
    let has_fallen = |it: &&Combatant<R>| {
        !it.is_hidden() && is_down(now, it) && before.find(it.id).is_some_and(|was| !is_down(before, was))
    };
    let told = |it: &Combatant<R>| {
        let seat = it.controller.seat().filter(|_| it.autopilot.is_none());
        it.owner?;
        Some(Fallen { seat, name: it.name.to_string(), words: R::once_down(now, it)?.words })
    };
    now.combatants.iter().map(|it| &**it).filter(has_fallen).filter_map(told).collect()
}

/// What holds of those who have gone down after what followed at once: whoever is dead or up again needs no word.
pub(super) fn brought_up_to<R: Overview>(fallen: &mut Vec<Fallen>, now: &FightState<R>) {
    fallen.retain_mut(|it| {
        let who = now.combatants.iter().find(|who| *who.name == *it.name);
        let words = who.filter(|who| R::standing(now, who).0 == Mark::Down).and_then(|who| R::once_down(now, who));
        words.map(|once| it.words = once.words).is_some()
    });
}
