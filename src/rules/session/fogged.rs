//! A fight's fog: how it's laid, how its memory goes along with the log, and what's taken out of what a viewer sees.

use super::{super::request::UserError, Fight};
use crate::{
    engine::{
        CombatantId, Encounter, FightState, GameSystem, Log, LogRow, Record, TableFact,
        fog::{FogMemory, SeenBoard, is_lost_to},
        partial_action::{Candidate, Param, ParamValue},
        view::{Scene, Viewer},
    },
    rules::{names, wording},
};

/// The fog's name among a fight's values and options.
pub(super) const FOG: &str = "fog";

/// Whether this is the fog's name.
pub(super) fn is_fog(name: &str) -> bool {
    names::key(name) == FOG
}

/// Whether fog is to be laid.
///
/// # Errors
/// Why it can't be, or what's wrong with the word.
pub(super) fn wanted<R: GameSystem>(value: &str) -> Result<bool, String> {
    let on = wording::yes(value).map_err(|_| format!("fog can be on or off, not \u{201c}{}\u{201d}.", value.trim()))?;
    match R::SIGHT {
        None if on => Err(
            "Fog needs lines of sight, which only boards of squares have; this system plays in zones. Hide whoever the players don\u{2019}t see \
             with /gm hide."
                .to_owned(),
        ),
        _ => Ok(on),
    }
}

/// Puts a row into the log, and its memory of what was seen along with it.
pub(super) fn append<R: GameSystem>(log: &mut Log<R>, memory: &mut FogMemory, row: LogRow<R>) {
    if !memory.concerns(log.now().now(), &row) {
        return log.append(row);
    }
    let before: Encounter<R> = log.now().clone();
    log.append(row.clone());
    memory.follow(&before, &row, log.now());
}

/// What was seen in a log.
pub(super) fn remembered<R: GameSystem>(log: &Log<R>) -> FogMemory {
    let lays = |it: &LogRow<R>| it.effect.records().iter().any(|it| matches!(it, Record::Fact(TableFact::FogSet(_))));
    let mut memory = FogMemory::default();
    if log.opening().now().fog || log.rows().iter().any(lays) {
        let mut again = Log::new(log.opening().clone());
        log.rows().iter().for_each(|row| append(&mut again, &mut memory, row.clone()));
    }
    memory
}

/// Takes out of a scene what this viewer's characters don't see.
pub(super) fn cover<R: GameSystem>(scene: &mut Scene, fight: &FightState<R>, memory: &FogMemory, viewer: Viewer) {
    if let Some(seen) = memory.seen_by(fight, viewer) {
        seen.cover(scene, fight, viewer);
    }
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
            Some(seen) if !is_shown(&seen) => {
                Err(UserError::say(format!("{} is out of sight, so you don\u{2019}t know where.", fight.name(who))))
            }
            _ => Ok(()),
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
