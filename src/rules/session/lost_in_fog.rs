//! Whoever is in the fog: nobody is told where they are, whether by a menu, a sentence or a line of sight.

use super::{super::request::UserError, Fight};
use crate::engine::{
    CombatantId, Encounter, FightState, GameSystem, SideId,
    fog::{SeenBoard, is_lost_to},
    partial_action::{Candidate, Param, ParamValue},
    view::Viewer,
};

/// Takes out whoever is in the fog for a side, if there is one: nothing that's suggested to it may say where they are.
pub(super) fn forget_lost<R: GameSystem>(now: &mut Encounter<R>, side: Option<SideId>) {
    // In the middle of an action, whoever it's about is in sight or told.
    if let (Some(side), None) = (side, &now.pending) {
        forget_lost_of(&mut now.fight, side);
    }
}

/// The same of a fight without an action in progress.
pub(super) fn forget_lost_of<R: GameSystem>(fight: &mut FightState<R>, side: SideId) {
    let lost: Vec<_> = fight.combatants.iter().filter(|it| is_lost_to(fight, side, it)).cloned().collect();
    for it in lost {
        fight.combatants.retain(|other| other.id != it.id);
        R::forget(fight, &it);
    }
}

fn out_of_sight(name: &str) -> UserError {
    UserError::say(format!("{name} is out of sight, so you don\u{2019}t know where."))
}

impl<R: GameSystem> Fight<R> {
    /// The board as this viewer's characters know it; `None` without fog.
    pub(super) fn seen_by(&self, viewer: Viewer) -> Option<SeenBoard> {
        self.memory.seen_by(self.fight(), viewer)
    }

    /// Why this viewer can't ask about a combatant's place: they're in the fog.
    ///
    /// # Errors
    /// If they are.
    pub(super) fn must_be_shown(&self, viewer: Viewer, who: CombatantId) -> Result<(), UserError> {
        let fight = self.fight();
        let is_shown = |it: &SeenBoard| fight.find(who).is_some_and(|who| it.shows(fight, who));
        match self.seen_by(viewer) {
            Some(seen) if !is_shown(&seen) => Err(out_of_sight(fight.name(who))),
            _ => Ok(()),
        }
    }

    /// Why this viewer can't have a combatant do something to another: their side doesn't know where the other is, and why it can't be done
    /// would tell them.
    ///
    /// # Errors
    /// If it doesn't.
    pub(super) fn must_be_known_to(
        &self,
        viewer: Viewer,
        who: CombatantId,
        other: CombatantId,
    ) -> Result<(), UserError> {
        match viewer != Viewer::Gm && self.is_lost_to(who, other) {
            true => Err(out_of_sight(self.fight().name(other))),
            false => Ok(()),
        }
    }

    /// Whether a combatant's side doesn't see another, and so doesn't know where they are.
    pub(super) fn is_lost_to(&self, who: CombatantId, other: CombatantId) -> bool {
        let fight = self.fight();
        let (Some(who), Some(other)) = (fight.find(who), fight.find(other)) else { return false };
        is_lost_to(fight, who.side, other)
    }

    /// A parameter in which whoever is in the fog can still be named, but isn't offered: that somebody can be reached tells where they are.
    pub(super) fn without_lost<A>(&self, viewer: Viewer, who: CombatantId, param: Param<A>) -> Param<A> {
        let Param::Choose { name, ask, candidates, unavailable, default } = param else { return param };
        let is_lost = |it: &ParamValue| matches!(it, ParamValue::Who(other) if viewer != Viewer::Gm && self.is_lost_to(who, *other));
        let (mut lost, candidates): (Vec<Candidate>, Vec<Candidate>) =
            candidates.into_iter().partition(|it| is_lost(&it.fill));
        let (also_lost, mut unavailable): (Vec<Candidate>, Vec<Candidate>) =
            unavailable.into_iter().partition(|it| is_lost(&it.fill));
        lost.extend(also_lost);
        lost.sort_by(|one, other| one.label.cmp(&other.label));
        lost.dedup_by(|one, other| one.fill == other.fill);
        unavailable.extend(lost.into_iter().map(|it| Candidate {
            note: "out of sight".to_owned(),
            needs_more: false,
            never: false,
            ..it
        }));
        Param::Choose { name, ask, candidates, unavailable, default: default.filter(|it| !is_lost(it)) }
    }
}
