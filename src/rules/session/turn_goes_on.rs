//! Whether somebody's turn would go on after an action, so that there'd be a turn to end.

use super::odds::completed;
use crate::engine::{
    CombatantId, Encounter, GameSystem, Input,
    odds::to_its_end,
    panics::survives,
    partial_action::{END, PartialAction},
    play_rng::PlayRng,
};

/// The seed of the dice that it's tried with.
const SEED: u64 = 1;

/// Whether the turn can be ended after this action, as it's likely to go. It's tried on a copy, with dice of its own.
pub(super) fn turn_goes_on<R: GameSystem>(known: &Encounter<R>, who: CombatantId, draft: &PartialAction) -> bool {
    let tried = || {
        let action = completed(&known.fight, who, draft.clone())?;
        let after = to_its_end(known.clone(), Input::Act { who, action }, &mut PlayRng::new(SEED), |_, _| ())?;
        let fight = after.now();
        Some(fight.find(who).is_some() && R::verbs(fight, who).iter().any(|it| it.name == END))
    };
    survives(tried).flatten().unwrap_or_default()
}
