//! Choices that nobody would want: an attack with a weapon that does clearly less, by rule of thumb, than what's used unasked. They stay
//! possible, and are reached by naming them.

use super::{as_before::WITH, odds::completed};
use crate::engine::{
    CombatantId, FightState, GameSystem, Param,
    partial_action::{ATTACK, Candidate, ParamValue, PartialAction},
};

/// What's used unasked promises so many times as much as anything clearly worse.
const CLEARLY: f64 = 1.5;

/// The values of an attack's next parameter that are clearly worse than the one that's used unasked.
pub fn clearly_worse<R: GameSystem>(
    fight: &FightState<R>,
    who: CombatantId,
    so_far: &PartialAction,
) -> Vec<ParamValue> {
    let Some((usual, candidates)) = weapons(fight, who, so_far) else { return vec![] };
    let others = candidates.into_iter().filter(|it| it.fill != usual);
    others.filter(|it| is_worse(fight, who, so_far, &it.fill, &usual)).map(|it| it.fill).collect()
}

/// What a whole attack would better be made with, in a sentence: "Ana's usual choice (sword) would do more."
pub fn warning<R: GameSystem>(fight: &FightState<R>, who: CombatantId, draft: &PartialAction) -> Option<String> {
    let at = draft.filled.iter().position(|it| it.0 == WITH)?;
    let so_far = PartialAction { verb: draft.verb.clone(), filled: draft.filled[..at].to_vec() };
    let chosen = &draft.filled[at].1;
    let (usual, candidates) = weapons(fight, who, &so_far)?;
    let label = candidates.iter().find(|it| it.fill == usual).map(|it| it.label.clone())?;
    let is_other = *chosen != usual && candidates.iter().any(|it| it.fill == *chosen);
    (is_other && is_worse(fight, who, &so_far, chosen, &usual))
        .then(|| format!("{}\u{2019}s usual choice ({label}) would do more.", fight.name(who)))
}

/// The weapon that's used unasked, and all that could be; `None` if it isn't the weapon of an attack that comes next.
fn weapons<R: GameSystem>(
    fight: &FightState<R>,
    who: CombatantId,
    so_far: &PartialAction,
) -> Option<(ParamValue, Vec<Candidate>)> {
    if so_far.verb != ATTACK {
        return None;
    }
    match R::options(fight, who, so_far).ok()? {
        Param::Choose { name: WITH, candidates, default: Some(usual), .. }
            if candidates.iter().any(|it| it.fill == usual) =>
        {
            Some((usual, candidates))
        }
        _ => None,
    }
}

fn is_worse<R: GameSystem>(
    fight: &FightState<R>,
    who: CombatantId,
    so_far: &PartialAction,
    one: &ParamValue,
    usual: &ParamValue,
) -> bool {
    let promise = |with: &ParamValue| {
        let action = completed(fight, who, so_far.clone().with(WITH, with.clone()))?;
        Some(R::promise(fight, who, &action))
    };
    matches!((promise(one), promise(usual)), (Some(one), Some(usual)) if usual > one.max(0.0) * CLEARLY)
}
