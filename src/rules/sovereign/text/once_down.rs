//! What the player of somebody at 0 HP has to know: C6, C7, C24.

use crate::{
    engine::view::OnceDown,
    rules::{
        sovereign::{Combatant, Condition, FightState, chapters::harm::DYING_ROUNDS, model::state::is_up},
        wording::who_helps,
    },
};

/// C6 Mortally Injured, C7 Stabilising: when somebody dies, and who can stabilise them. Whoever was spared or is stable lives.
pub fn once_down(fight: &FightState, of: &Combatant) -> Option<OnceDown> {
    if of.state.dead {
        return None;
    }
    if of.is(&Condition::Unconscious) {
        return Some(OnceDown::without_help("is unconscious for the rest of the fight, but not dying."));
    }
    let fall = of.state.fall.as_ref().filter(|_| of.is(&Condition::Injured))?;
    let last = fall.round + DYING_ROUNDS;
    let dies = |help: &str| format!("dies at the end of round {last} unless somebody stabilises them (C7): {help}.");
    let once = match who_helps(fight, of, |it| is_up(it) && it.sheet.kit) {
        Some((helpers, who)) => OnceDown::new(dies(&format!("{who} can, from next to them")), helpers),
        None => OnceDown::without_help(dies("nobody who\u{2019}s up has a healer\u{2019}s kit")),
    };
    Some(once.unsettled("would die, as nobody has stabilised them (C6, C7)"))
}
