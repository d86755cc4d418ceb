//! Umpire plays: what a side does now, in every rule system, whether it acts or answers a question. A choice is an ordinary input, so nothing
//! in a fight depends on who made it.
//!
//! A player knows the fight as its side does: whoever is hidden from it is taken out before anything is looked at. It has dice of its own
//! (`playout`) and never sees those of the fight.

mod aimed;
mod decision;
mod eyes;
pub mod forecast;
mod player;
mod playout;
mod random;
mod ranking;
mod search;
mod simple;
pub mod style;
mod trial;
mod whole;

pub use aimed::at as ways_to_attack;
pub use decision::{Decision, by_style, due, side_of};
pub use eyes::seen_by;
pub use player::{Player, USUAL_PLAYOUTS};
pub use simple::Thumb;
pub use style::{Style, UnknownStyle};
pub use whole::{PlayOut, PlayedOut, Styles, play_out};

use super::{
    encounter::{Encounter, Input},
    ids::PromptId,
    panics::survives,
    play_rng::PlayRng,
    ruleset::{Playable, Ruleset},
};

/// What this player does. It's always something: if a search fails, the rule of thumb; if that finds nothing, the default answer or a pass.
/// `None` if there's nothing to do at all.
pub fn choose<R: Playable>(encounter: &Encounter<R>, decision: &Decision, player: &Player) -> Option<Input<R>> {
    choose_and_tell(encounter, decision, player).0
}

/// As [`choose`], and whether a bug was survived on the way, so that somebody hears of it.
pub fn choose_and_tell<R: Playable>(
    encounter: &Encounter<R>,
    decision: &Decision,
    player: &Player,
) -> (Option<Input<R>>, bool) {
    let mut failed = false;
    let known = eyes::seen_by(encounter, decision.side());
    let unseen = eyes::unseen(encounter, decision.side());
    let mut tried = |choose: &dyn Fn() -> Option<Input<R>>| {
        let chosen = survives(choose);
        failed |= chosen.is_none();
        chosen.flatten()
    };
    let thumb = || simple::choose(&known, decision, &player.style);
    let chosen = match player.style {
        Style::Random => tried(&|| random::choose(&known, decision, &mut PlayRng::new(player.seed))),
        Style::Cunning if R::SEARCHES_ANSWERS || matches!(decision, Decision::Act { .. }) => {
            tried(&|| search::choose((&known, &unseen), decision, player))
        }
        _ => None,
    };
    let chosen = chosen.or_else(|| tried(&thumb)).or_else(|| by_default(&known, decision));
    (chosen, failed)
}

/// What anybody would do by rule of thumb; `None` if there's nothing. It takes no time worth mentioning.
pub fn obvious<R: Playable>(encounter: &Encounter<R>, decision: &Decision) -> Option<Input<R>> {
    let known = eyes::seen_by(encounter, decision.side());
    survives(|| simple::choose(&known, decision, &Style::Simple)).flatten()
}

/// The best things to do, best first, at most this many; empty if there's nothing to do. People who want a hint get it from here. It asks
/// whether anybody still waits for a better one.
pub fn best<R: Playable>(
    encounter: &Encounter<R>,
    decision: &Decision,
    player: &Player,
    most: usize,
    is_wanted: &dyn Fn() -> bool,
) -> Vec<Input<R>> {
    let known = eyes::seen_by(encounter, decision.side());
    let unseen = eyes::unseen(encounter, decision.side());
    let searches = R::SEARCHES_ANSWERS || matches!(decision, Decision::Act { .. });
    let mut all = match searches {
        true => survives(|| ranking::by_playouts((&known, &unseen), decision, player, is_wanted)).unwrap_or_default(),
        false => vec![],
    };
    if all.is_empty() {
        all = survives(|| ranking::by_thumb(&known, decision)).unwrap_or_default();
    }
    if all.is_empty() {
        all.extend(by_default(&known, decision));
    }
    // A friend's life is worth more than the next two rounds show.
    let saves = survives(|| ranking::rescue(&known, decision)).flatten();
    if let Some(saves) = saves.filter(|it| !all[..all.len().min(most)].contains(it)) {
        all.insert(all.len().min(1), saves);
    }
    all.truncate(most);
    // What a first menu suggested at once is still a suggestion.
    let obvious = survives(|| simple::choose(&known, decision, &Style::Simple)).flatten();
    if let Some(obvious) = obvious.filter(|it| matches!(it, Input::Act { .. }) && !all.contains(it)) {
        all.truncate(most.saturating_sub(1).max(1));
        all.push(obvious);
    }
    all
}

/// The default answer, or a pass.
fn by_default<R: Ruleset>(known: &Encounter<R>, decision: &Decision) -> Option<Input<R>> {
    match decision {
        Decision::Answer { prompt, .. } => default_answer(known, *prompt),
        Decision::Act { side, .. } => R::check_pass(&known.fight, *side).is_ok().then_some(Input::pass(*side)),
    }
}

/// The answer that silence would give to an open question.
pub fn default_answer<R: Ruleset>(encounter: &Encounter<R>, prompt: PromptId) -> Option<Input<R>> {
    let asked = encounter.prompts().iter().find(|it| it.id == prompt)?;
    Some(Input::Answer { prompt, choice: asked.offers.first()?.clone() })
}
