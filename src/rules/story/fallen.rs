//! Whose character has gone down in an action, and what their player has to know.

use crate::engine::{
    Combatant, FightState, Overview, Seat,
    view::{Mark, OnceDown},
};
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
    /// The other players whose characters can help.
    #[serde(default)]
    pub helpers: Vec<Seat>,
}

/// The players' characters in everyone's sight who are down `now` and weren't `before`, as far as there's something to say to their players.
pub(super) fn fallen<R: Overview>(before: &FightState<R>, now: &FightState<R>) -> Vec<Fallen> {
    let is_down = |fight: &FightState<R>, it: &Combatant<R>| R::standing(fight, it).0 == Mark::Down;
    let has_fallen = |it: &&Combatant<R>| {
        !it.is_hidden() && is_down(now, it) && before.find(it.id).is_some_and(|was| !is_down(before, was))
    };
    let told = |it: &Combatant<R>| {
        let seat = player(it);
        it.owner?;
        let once = R::once_down(now, it)?;
        let helpers = helpers(now, seat, &once);
        Some(Fallen { seat, name: it.name.to_string(), words: once.words, helpers })
    };
    now.combatants.iter().map(|it| &**it).filter(has_fallen).filter_map(told).collect()
}

/// What holds of those who have gone down after what followed at once: whoever is dead or up again needs no word.
pub(super) fn brought_up_to<R: Overview>(fallen: &mut Vec<Fallen>, now: &FightState<R>) {
    fallen.retain_mut(|it| {
        let who = now.combatants.iter().find(|who| *who.name == *it.name);
        let once = who.filter(|who| R::standing(now, who).0 == Mark::Down).and_then(|who| R::once_down(now, who));
        once.map(|once| {
            it.helpers = helpers(now, it.seat, &once);
            it.words = once.words;
        })
        .is_some()
    });
}

/// Who plays somebody, if that's a person.
fn player<R: Overview>(it: &Combatant<R>) -> Option<Seat> {
    it.controller.seat().filter(|_| it.autopilot.is_none())
}

/// The players of those who can help, but for the player of whoever has fallen.
fn helpers<R: Overview>(now: &FightState<R>, fallen: Option<Seat>, once: &OnceDown) -> Vec<Seat> {
    let mut seats: Vec<Seat> = once.helpers.iter().filter_map(|it| player(now.find(*it)?)).collect();
    seats.retain(|it| Some(*it) != fallen);
    seats.sort_unstable();
    seats.dedup();
    seats
}
