//! What the last deeds left on the map: the way that whoever moved last has come, and the last attack. Only deeds of combatants whom the
//! viewer sees, and saw all along: whoever has been hidden since then leaves no trace.

use crate::engine::{
    BlowTally, CombatantId, FightState, GameSystem, Input, Log, LogRow, Record, Stage, TableFact,
    encounter::Effect,
    ruleset::PlaceOf,
    space::Space,
    view::{Discretion, LastAttack, Traces, Trail, Viewer, as_known},
};

/// How many deeds that the viewer knows of a trail may lie back.
const DEEDS_MAX: usize = 4;

/// The traces that this viewer may see.
pub(super) fn traces<R: GameSystem>(log: &Log<R>, viewer: Viewer, discretion: Discretion) -> Traces {
    let known = as_known(log.now().now(), viewer, discretion);
    if known.stage != Stage::Fighting {
        return Traces::default();
    }
    let deeds = log.deeds();
    let mut traces = Traces::default();
    // Whoever was hidden or shown, or joined, since then.
    let mut changed: Vec<CombatantId> = vec![];
    let mut counted = 0;
    for (number, deed) in deeds.iter().enumerate().rev() {
        let facts: Vec<&TableFact<R>> = deed.iter().flat_map(|it| facts(it)).collect();
        if facts.iter().any(|it| matches!(it, TableFact::Board(_))) {
            break;
        }
        changed.extend(facts.iter().filter_map(|it| match it {
            TableFact::Hid { who, .. } if viewer != Viewer::Gm => Some(*who),
            TableFact::Joined(it) => Some(it.id),
            _ => None,
        }));
        let is_known = |it: CombatantId| known.find(it).is_some() && !changed.contains(&it);
        let Some(Input::Act { who, action }) = deed.first().map(|it| &it.input) else { continue };
        if !is_known(*who) {
            continue;
        }
        if counted == 0 {
            let aimed_at = R::target(action).filter(|it| is_known(*it));
            let at = aimed_at.and_then(|at| struck(&known, (*who, at), deed)).filter(|it| is_known(*it));
            traces.attack = at.map(|at| LastAttack { by: *who, at });
        }
        let moved = |it: &&TableFact<R>| match it {
            TableFact::Placed { who, at: Some(_) } if is_known(*who) => Some(*who),
            _ => None,
        };
        if let Some(mover) = facts.iter().rev().find_map(moved) {
            traces.trail = trail(&known, mover, before(&deeds[..number], mover), &facts);
            break;
        }
        counted += 1;
        if counted == DEEDS_MAX {
            break;
        }
    }
    traces
}

/// The way that somebody has come in a deed, if that's where they still are.
fn trail<R: GameSystem>(
    known: &FightState<R>,
    mover: CombatantId,
    start: Option<&PlaceOf<R>>,
    facts: &[&TableFact<R>],
) -> Option<Trail> {
    let steps = facts.iter().filter_map(|it| placed(it, mover)).flatten();
    let mut way: Vec<&PlaceOf<R>> = start.into_iter().chain(steps).collect();
    way.dedup();
    let is_there = way.last().copied() == known.find(mover)?.place.as_ref();
    let is_way = way.len() >= 2;
    (is_way && is_there).then(|| Trail { who: mover, spots: way.into_iter().map(|it| known.space.spot(it)).collect() })
}

/// Where somebody was after these deeds.
fn before<'a, R: GameSystem>(deeds: &'a [Vec<&'a LogRow<R>>], who: CombatantId) -> Option<&'a PlaceOf<R>> {
    deeds
        .iter()
        .rev()
        .flat_map(|deed| deed.iter().rev())
        .flat_map(|it| facts(it).into_iter().rev())
        .find_map(|it| placed(it, who))
        .flatten()
}

/// Where a fact puts somebody, if it does: `Some(None)` takes them off the map.
fn placed<R: GameSystem>(fact: &TableFact<R>, of: CombatantId) -> Option<Option<&PlaceOf<R>>> {
    match fact {
        TableFact::Placed { who, at } if *who == of => Some(at.as_ref()),
        TableFact::Joined(it) if it.id == of => Some(it.place.as_ref()),
        _ => None,
    }
}

/// Whom an attack on a foe fell on in the end, or missed: its target, or who has stepped in for them. `None` if it was only got ready for.
fn struck<R: GameSystem>(
    known: &FightState<R>,
    (by, at): (CombatantId, CombatantId),
    deed: &[&LogRow<R>],
) -> Option<CombatantId> {
    let mut tally = BlowTally::default();
    for row in deed {
        row.effect.records().iter().for_each(|it| R::tally(it, &mut tally));
    }
    let side = |it: CombatantId| known.find(it).map(|it| it.side);
    let is_attack = side(by) != side(at) && tally.has_begun();
    is_attack.then(|| tally.stepped_in(by, at).unwrap_or(at))
}

/// The changes that a row made.
fn facts<R: GameSystem>(row: &LogRow<R>) -> Vec<&TableFact<R>> {
    if let Effect::Later(facts) = &row.effect {
        return facts.iter().collect();
    }
    row.effect.records().iter().filter_map(|it| if let Record::Fact(fact) = it { Some(fact) } else { None }).collect()
}
