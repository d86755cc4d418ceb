//! What the player of somebody who's down has to know: R8, R23, R54, R57.

use crate::{
    engine::view::OnceDown,
    rules::{
        ingenuity::{
            Combatant, FightState,
            model::state::{Down, down, is_up},
        },
        wording::who_helps,
    },
};

/// R23 Resuscitate, R57: who could wake somebody, and what another blow would mean.
pub fn once_down(fight: &FightState, of: &Combatant) -> Option<OnceDown> {
    if down(of) != Some(Down::Unconscious) {
        return None;
    }
    let blow = if of.state.health <= 0 { " More damage could mean death (R57)." } else { "" };
    Some(match who_helps(fight, of, is_up) {
        Some((helpers, who)) => {
            let words = format!("could be woken by {who}, from next to them: Resuscitate (R23).{blow}");
            OnceDown::new(words, helpers)
        }
        None => OnceDown::without_help(format!("can\u{2019}t be woken: nobody is up (R23).{blow}")),
    })
}
