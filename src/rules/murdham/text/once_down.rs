//! What the player of somebody who's down has to know: C6, C7.

use crate::{
    engine::view::OnceDown,
    rules::{
        murdham::{
            Combatant, FightState,
            chapters::omen,
            model::state::{is_able, takes_part},
        },
        wording::who_helps,
    },
};

/// C6 Critical damage, C7 Dying: when somebody dies, and who has something against it.
pub fn once_down(fight: &FightState, of: &Combatant) -> Option<OnceDown> {
    if of.state.dead || is_able(of) {
        return None;
    }
    let Some(round) = of.state.dies_after else {
        return Some(OnceDown::without_help("is out for the rest of the fight, but not dying (C6)."));
    };
    let dies = |help: &str| format!("dies at the end of round {round} unless somebody heals them (C7): {help}.");
    let heals = |it: &Combatant| takes_part(it) && it.state.items.iter().any(|it| it.0.heals());
    let once = match who_helps(fight, of, heals) {
        Some((helpers, who)) => OnceDown::new(dies(&format!("{who} can, from nearby")), helpers),
        None if omen::left(of) > 0 => OnceDown::without_help(dies(
            "nobody here can, but an omen can (C15): their player is asked when it comes to that",
        )),
        None => OnceDown::without_help(dies("nobody here can")),
    };
    Some(once.unsettled("would still be dying (C7), and the GM would say what becomes of them"))
}
