//! What the player of somebody who's out of action has to know: A2.

use crate::rules::{
    einfelst::{
        Combatant, FightState,
        model::{
            sheet::Keeps,
            state::{is_out, is_up, keeps},
        },
    },
    wording::who_helps,
};

/// A2: who can bring somebody back into action.
pub fn once_down(fight: &FightState, of: &Combatant) -> Option<String> {
    if of.state.fled || is_up(fight, of) {
        return None;
    }
    let is_past_help = of.state.critical || keeps(fight, of) == Keeps::Points;
    if is_out(fight, of) && is_past_help {
        return Some("is out of action for the rest of the fight (A2).".to_owned());
    }
    Some(match who_helps(fight, of, |it| is_up(fight, it)) {
        Some(who) => format!("can be brought back by {who}, in the same zone: Help (A2)."),
        None => "can\u{2019}t be brought back: nobody is up to help (A2).".to_owned(),
    })
}
