//! What the player of somebody who's down has to know: R8, R23, R54, R57.

use crate::rules::{
    ingenuity::{
        Combatant, FightState,
        model::state::{Down, down, is_up},
    },
    wording::who_helps,
};

/// R23 Resuscitate, R57: who can wake somebody, and what another blow would mean.
pub fn once_down(fight: &FightState, of: &Combatant) -> Option<String> {
    if down(of) != Some(Down::Unconscious) {
        return None;
    }
    let helped = match who_helps(fight, of, is_up) {
        Some(who) => format!("can be woken by {who}: Resuscitate (R23)."),
        None => "can\u{2019}t be woken: nobody is up (R23).".to_owned(),
    };
    let blow = if of.state.health <= 0 { " More damage could mean death (R57)." } else { "" };
    Some(format!("{helped}{blow}"))
}
