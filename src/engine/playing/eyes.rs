//! The fight as a side knows it. Everything a player looks at comes from here.

use super::decision::side_of;
use crate::engine::{
    encounter::Encounter,
    fight_state::{Combatant, FightState},
    ids::SideId,
    prompt::{Prompt, PromptKind},
    ruleset::{Playable, RulesetTypes},
    view::{Discretion, Viewer, as_known},
};
use std::{borrow::Cow, sync::Arc};

/// The fight without anyone hidden from this side, and without other people's sealed answers; for the GM (`None`), all of it.
pub fn seen_by<R: Playable>(encounter: &Encounter<R>, side: Option<SideId>) -> Cow<'_, Encounter<R>> {
    let Some(side) = side else { return Cow::Borrowed(encounter) };
    let mut known = Cow::Borrowed(encounter);
    if let Cow::Owned(fight) = without_unseen(&encounter.fight, Some(side)) {
        known.to_mut().fight = fight;
    }
    if encounter.pending.is_none() {
        return known;
    }
    if let Some(pending) = &mut known.to_mut().pending {
        pending.now = without_unseen(encounter.now(), Some(side)).into_owned();
        pending.later.clear(); // nobody has seen it happen yet
        let others = pending.prompts.iter_mut().filter(|it| !is_asked(encounter.now(), it, side));
        others.filter(|it| it.kind == PromptKind::Sealed).for_each(|it| it.answered = None);
    }
    known
}

/// The fight without anyone hidden from this side; for the GM (`None`), all of it.
pub fn without_unseen<R: Playable>(fight: &FightState<R>, side: Option<SideId>) -> Cow<'_, FightState<R>> {
    let Some(side) = side else { return Cow::Borrowed(fight) };
    let mut known = as_known(fight, Viewer::Side(side), Discretion::Told);
    if matches!(known, Cow::Borrowed(_)) {
        return known; // it sees everyone
    }
    let gone = |known: &FightState<R>| -> Vec<Arc<Combatant<R>>> {
        fight.combatants.iter().filter(|it| known.find(it.id).is_none()).cloned().collect()
    };
    for it in gone(&known) {
        R::forget(known.to_mut(), &it);
    }
    known
}

/// Those whom this side doesn't see. What an action in progress has already noted may bring them back into the system's state.
pub fn unseen<R: Playable>(encounter: &Encounter<R>, side: Option<SideId>) -> Vec<Arc<Combatant<R>>> {
    let Some(side) = side else { return vec![] };
    let known = as_known(&encounter.fight, Viewer::Side(side), Discretion::Told);
    encounter.fight.combatants.iter().filter(|it| known.find(it.id).is_none()).cloned().collect()
}

fn is_asked<R: RulesetTypes>(fight: &FightState<R>, prompt: &Prompt<R>, side: SideId) -> bool {
    side_of(fight, prompt.to) == Some(side)
}
