//! Umpire plays: what a side does now, in every rule system, whether it acts or answers a question. A choice is an ordinary input, so nothing
//! in a fight depends on who made it.
//!
//! A player knows the fight as its side does: whoever is hidden from it is taken out before anything is looked at. It has dice of its own
//! (`search`) and never sees those of the fight.

mod decision;
mod eyes;
mod player;
mod search;
mod simple;
pub mod style;

pub use decision::{Decision, due};
pub use player::{Player, USUAL_PLAYOUTS};
pub use simple::Thumb;
pub use style::{Style, UnknownStyle};

use super::{
    encounter::{Encounter, Input},
    panics::survives,
    play_rng::PlayRng,
    ruleset::{Playable, Ruleset},
};

/// What this player does. It's always something: if a search fails, the rule of thumb; if that finds nothing, the default answer or a pass.
/// `None` if there's nothing to do at all.
pub fn choose<R: Playable>(encounter: &Encounter<R>, decision: &Decision, player: &Player) -> Option<Input<R>> {
    let known = eyes::seen_by(encounter, decision.side());
    let unseen = eyes::unseen(encounter, decision.side());
    let thumb = || survives(|| simple::choose(&known, decision, &player.style)).flatten();
    let chosen = match player.style {
        Style::Random => survives(|| at_random(&known, decision, player.seed)).flatten().or_else(thumb),
        Style::Cunning if R::SEARCHES_ANSWERS || matches!(decision, Decision::Act { .. }) => {
            survives(|| search::choose((&known, &unseen), decision, player)).flatten().or_else(thumb)
        }
        _ => thumb(),
    };
    chosen.or_else(|| by_default(&known, decision))
}

/// The default answer, or a pass.
fn by_default<R: Ruleset>(known: &Encounter<R>, decision: &Decision) -> Option<Input<R>> {
    match decision {
        Decision::Answer { prompt, .. } => {
            let asked = known.prompts().iter().find(|it| it.id == *prompt)?;
            Some(Input::Answer { prompt: *prompt, choice: asked.offers.first()?.clone() })
        }
        Decision::Act { side, .. } => R::check_pass(&known.fight, *side).is_ok().then_some(Input::Pass { side: *side }),
    }
}

/// The percentage of turns that random play passes.
const PASSES: u8 = 2;

fn at_random<R: Playable>(known: &Encounter<R>, decision: &Decision, seed: u64) -> Option<Input<R>> {
    let mut rng = PlayRng::new(seed);
    match decision {
        Decision::Answer { prompt, .. } => {
            let asked = known.prompts().iter().find(|it| it.id == *prompt)?;
            Some(Input::Answer { prompt: *prompt, choice: rng.pick(&asked.offers)?.clone() })
        }
        Decision::Act { side, who } => {
            let mut who = who.clone();
            let passes = rng.percent(PASSES) && R::check_pass(&known.fight, *side).is_ok();
            while let Some(it) = rng.take(&mut who).filter(|_| !passes) {
                if let Some(action) = R::at_random(&known.fight, it, &mut rng) {
                    return Some(Input::Act { who: it, action });
                }
            }
            by_default(known, decision)
        }
    }
}
