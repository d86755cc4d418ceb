//! What the player of somebody at 0 HP has to know: R11 to R14, A11, A13.

use crate::{
    engine::view::OnceDown,
    rules::{
        td2e::{
            Combatant, Condition, FightState,
            model::state::{is_up, tests_left},
        },
        wording::who_helps,
    },
};

/// R11 to R14: the tests that are left, and the medics who make them easier.
pub fn once_down(fight: &FightState, of: &Combatant) -> Option<OnceDown> {
    if of.state.dead {
        return None;
    }
    let Some(so_far) = of.state.stabilising_tests else {
        let is_out = of.is(&Condition::Unconscious);
        return is_out.then(|| OnceDown::without_help("is unconscious for the rest of the fight, but alive (R12)."));
    };
    let tests = match tests_left(of, so_far) {
        1 => "has one test left, on their next turn; failing it is death (R13).".to_owned(),
        left => format!("rolls to stabilise on each of their next {left} turns; one success, and they live (R11)."),
    };
    let medics = || who_helps(fight, of, |it| is_up(it) && it.sheet.any(|it| it.attends));
    let once = match so_far.attended {
        true => OnceDown::without_help(tests + " A medic has seen to them: advantage (A11)."),
        false => match medics() {
            Some((helpers, medics)) => OnceDown::new(format!("{tests} {medics} can Attend to them (A11)."), helpers),
            None => OnceDown::without_help(tests),
        },
    };
    Some(once.unsettled("would make every test that\u{2019}s left at once (R11)"))
}
