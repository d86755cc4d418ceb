//! Whether there'd be nothing but a turn to end after an action, or little else.

use super::odds::completed;
use crate::engine::{
    CombatantId, Encounter, GameSystem, Input,
    odds::to_its_end,
    panics::survives,
    partial_action::{ATTACK, END, PartialAction},
    play_rng::PlayRng,
};

/// The seed of the dice that it's tried with.
const SEED: u64 = 1;

/// Whether the turn could be ended after this action, as it's likely to go, and nobody attacked any more in it. It's tried on a copy, with dice of
/// its own.
pub(super) fn leaves_little<R: GameSystem>(known: &Encounter<R>, who: CombatantId, draft: &PartialAction) -> bool {
    let tried = || {
        let action = completed(&known.fight, who, draft.clone())?;
        let after = to_its_end(known.clone(), Input::Act { who, action }, &mut PlayRng::new(SEED), |_, _| ())?;
        let fight = after.now();
        let verbs = fight.find(who).map(|_| R::verbs(fight, who))?;
        let has = |name: &str| verbs.iter().any(|it| it.name == name);
        Some(has(END) && !has(ATTACK))
    };
    survives(tried).flatten().unwrap_or_default()
}
