//! What the player of somebody who's out of action has to know: A2.

use crate::{
    engine::view::OnceDown,
    rules::{
        einfelst::{
            Combatant, FightState,
            model::{
                sheet::Keeps,
                state::{is_out, is_up, keeps},
            },
        },
        wording::who_helps,
    },
};

/// A2: who can bring somebody back into action.
pub fn once_down(fight: &FightState, of: &Combatant) -> Option<OnceDown> {
    if of.state.fled || is_up(fight, of) {
        return None;
    }
    let is_past_help = of.state.critical || keeps(fight, of) == Keeps::Points;
    if is_out(fight, of) && is_past_help {
        return Some(OnceDown::without_help("is out of action for the rest of the fight (A2)."));
    }
    Some(match who_helps(fight, of, |it| is_up(fight, it)) {
        Some((helpers, who)) => {
            OnceDown::new(format!("can be brought back by {who}, in the same zone: Help (A2)."), helpers)
        }
        None => OnceDown::without_help("can\u{2019}t be brought back: nobody is up to help (A2)."),
    })
}
