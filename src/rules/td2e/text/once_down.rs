//! What the player of somebody at 0 HP has to know: R11 to R14, A11, A13.

use crate::rules::{
    td2e::{
        Combatant, Condition, FightState,
        model::state::{is_up, tests_left},
    },
    wording::who_helps,
};

/// R11 to R14: the tests that are left, and the medics who make them easier.
pub fn once_down(fight: &FightState, of: &Combatant) -> Option<String> {
    if of.state.dead {
        return None;
    }
    let Some(drop) = of.state.drop else {
        let is_out = of.is(&Condition::Unconscious);
        return is_out.then(|| "is unconscious for the rest of the fight, but alive (R12).".to_owned());
    };
    let tests = match tests_left(of, drop) {
        1 => "has one test left, on their next turn; failing it is death (R13).".to_owned(),
        left => format!("rolls to stabilise on each of their next {left} turns; one success, and they live (R11)."),
    };
    let medic = match who_helps(fight, of, |it| is_up(it) && it.sheet.any(|it| it.attends)) {
        _ if drop.attended => " A medic has seen to them: advantage (A11).".to_owned(),
        Some(medics) => format!(" {medics} can Attend to them (A11)."),
        None => String::new(),
    };
    Some(tests + &medic)
}
