//! What somebody can do against one combatant whom they're told to attack, by the rules of thumb.

use super::{simple::Thumb, style::Style};
use crate::engine::{
    fight_state::FightState,
    ids::CombatantId,
    ruleset::{Playable, Purpose},
    space::Space,
};

/// So many ways are worth trying before something else is done.
const MOST_WAYS: usize = 3;

/// The best ways for `who` to attack `target`, best first: to strike; else to get ready for it; else to come nearer. Empty if nothing of it
/// is possible, or their side doesn't know where the target is. `known` is the fight as that side knows it.
pub fn at<R: Playable>(known: &FightState<R>, who: CombatantId, target: CombatantId) -> Vec<R::Action> {
    if known.find(target).is_none() {
        return vec![];
    }
    let thumb = Thumb { fight: known, who, style: &Style::Simple };
    let strikes = R::legal(known, who, Purpose::Strike).into_iter().filter(|it| R::target(it) == Some(target));
    let readies = || R::legal(known, who, Purpose::Recover).into_iter().map(|it| (R::promise(known, who, &it), it));
    let nearer = |action: &R::Action| match R::target(action) {
        Some(other) if other != target => 0.0,
        _ => (R::promise(known, who, action) * gained(known, who, target, action)).max(0.0),
    };
    let steps = || R::legal(known, who, Purpose::Approach).into_iter().map(|it| (nearer(&it), it));
    let all = best(strikes.map(|it| (thumb.appeal(&it, Purpose::Strike), it)));
    let all = if all.is_empty() { best(readies()) } else { all };
    if all.is_empty() { best(steps()) } else { all }
}

/// How much nearer to the target an action leads; half a step where it leads up to somebody without saying where.
fn gained<R: Playable>(known: &FightState<R>, who: CombatantId, target: CombatantId, action: &R::Action) -> f64 {
    let Some(to) = R::place(action) else { return 0.5 };
    let place = |of| known.find(of).and_then(|it| it.place.clone());
    let (Some(from), Some(foe)) = (place(who), place(target)) else { return 0.0 };
    match (known.space.distance(&from, &foe), known.space.distance(&to, &foe)) {
        (Some(from), Some(to)) => f64::from(from) - f64::from(to),
        _ => 0.0,
    }
}

/// The most promising of them, best first; those that promise nothing are left out.
fn best<A>(ways: impl Iterator<Item = (f64, A)>) -> Vec<A> {
    let mut ranked: Vec<(f64, A)> = ways.filter(|it| it.0 > 0.0).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.into_iter().take(MOST_WAYS).map(|it| it.1).collect()
}
