//! Anything legal, by the player's own dice.

use super::decision::Decision;
use crate::engine::{
    encounter::{Encounter, Input},
    fight_state::FightState,
    ids::{CombatantId, SideId},
    play_rng::PlayRng,
    ruleset::Playable,
};

/// The percentage of turns that random play passes.
const PASSES: u8 = 2;

/// An action of one of these, or a pass; `None` if neither is possible.
pub fn act<R: Playable>(
    known: &FightState<R>,
    side: SideId,
    who: &[CombatantId],
    rng: &mut PlayRng,
) -> Option<Input<R>> {
    let may_pass = || R::check_pass(known, side).is_ok();
    if !(rng.percent(PASSES) && may_pass()) {
        let mut who = who.to_vec();
        while let Some(it) = rng.take(&mut who) {
            if let Some(action) = R::at_random(known, it, rng) {
                return Some(Input::Act { who: it, action });
            }
        }
    }
    may_pass().then_some(Input::pass(side))
}

/// An action, a pass or an answer.
pub fn choose<R: Playable>(known: &Encounter<R>, decision: &Decision, rng: &mut PlayRng) -> Option<Input<R>> {
    match decision {
        Decision::Answer { prompt, .. } => {
            let asked = known.prompts().iter().find(|it| it.id == *prompt)?;
            Some(Input::Answer { prompt: *prompt, choice: rng.pick(&asked.offers)?.clone() })
        }
        Decision::Act { side, who } => act(&known.fight, *side, who, rng),
    }
}
