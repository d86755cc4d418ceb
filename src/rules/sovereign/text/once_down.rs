//! What the player of somebody at 0 HP has to know: C6 to C8.

use crate::rules::{
    sovereign::{Combatant, Condition, FightState, chapters::harm::DYING_ROUNDS, model::state::is_up},
    wording::who_helps,
};

/// C6 Mortally Injured, C7 Stabilising, C8: when somebody dies, and who can stabilise them.
pub fn once_down(fight: &FightState, of: &Combatant) -> Option<String> {
    if of.state.dead {
        return None;
    }
    if of.is(&Condition::Unconscious) {
        return Some("is stable, and unconscious for the rest of the fight (C8).".to_owned());
    }
    let fall = of.state.fall.as_ref().filter(|_| of.is(&Condition::Injured))?;
    let last = fall.round + DYING_ROUNDS;
    let helped = match who_helps(fight, of, |it| is_up(it) && it.sheet.kit) {
        Some(who) => format!("{who} could, from next to them"),
        None => "nobody who\u{2019}s up has a healer\u{2019}s kit".to_owned(),
    };
    Some(format!("dies at the end of round {last} unless somebody stabilises them (C7): {helped}."))
}
