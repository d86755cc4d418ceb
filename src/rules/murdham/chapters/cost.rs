//! What a turn is spent in: whether somebody may begin or go on with one (R1, R2, R7, R42, R53), and what is left of it (R6).

use super::{beside, morale, movement, nonlethal, turn};
use crate::{
    engine::{CombatantId, Controller, Stage},
    rules::murdham::{
        Cx, FightState, Rule, TableFact, Violation,
        model::state::{Phase, Resource, RoundStep, takes_part},
        refusals::{FastPhase, NextTurn, TurnOf},
    },
};

/// R1, R2, R7, R42, R53: whether somebody may begin a turn now, or is in the middle of theirs.
///
/// # Errors
/// Why not.
pub fn may_go_on(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    let turns = &fight.turns;
    let Some(it) = fight.find(who) else { return Err(Violation::NobodyThere) };
    if fight.stage != Stage::Fighting {
        return Err(Violation::NoFight);
    }
    if !takes_part(it) {
        return morale::check_takes_part(fight, who);
    }
    let beside = beside::is_beside(fight, who);
    match turns.active {
        Some(active) if active == who => return Ok(()),
        // The GM ends an unseen turn first; players are not held up by it.
        Some(of) if it.controller == Controller::Gm || beside::under_way(fight).is_some() => {
            return Err(Violation::TurnUnderWay(TurnOf(of)));
        }
        _ => {}
    }
    let rests = beside && turn::rests(fight); // R40: nobody knows that the fight is not decided
    if fight.system.step != RoundStep::Turns && !rests {
        return Err(Violation::BetweenRounds);
    }
    if turns.is_spent(who) {
        let (reacted, next) = (it.state.reacted_in == Some(turns.round), NextTurn(who));
        return Err(if reacted { Violation::Reacted { who, next } } else { Violation::Spent { who, next } });
    }
    if nonlethal::loses_turn(fight, who) {
        return Err(Violation::Stunned(who));
    }
    match turns.phase {
        Some(Phase::Ambush) if !it.hidden => return Err(Violation::NotConcealed(who)),
        Some(Phase::Fast) if !turn::is_fast(fight, who) => {
            return Err(Violation::TooSlow { who, numbers: FastPhase(who) });
        }
        _ => {}
    }
    match turns.side_up() {
        Some(_) if beside => Ok(()),
        Some(up) if up == it.side => Ok(()),
        Some(up) => Err(Violation::NotTheirStep { side: it.side, up }),
        None => Err(Violation::BetweenRounds),
    }
}

/// What is left of a resource: before the turn has begun, all of it.
pub fn left(fight: &FightState, who: CombatantId, resource: Resource) -> u16 {
    let budget = &fight.combatant(who).budget;
    if fight.turns.active == Some(who) {
        return budget.left(resource);
    }
    match resource {
        Resource::Half => movement::halves_a_turn(fight, who),
        Resource::FastDodge => budget.left(resource),
        _ => 1,
    }
}

/// R6: whether the main action is left.
///
/// # Errors
/// That it is not.
pub fn main_left(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if left(fight, who, Resource::Main) > 0 { Ok(()) } else { Err(Violation::NoMain(who)) }
}

/// R6: whether the bonus action is left, or the main action to be used as a second one.
///
/// # Errors
/// That neither is.
pub fn bonus_left(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if left(fight, who, Resource::Bonus) + left(fight, who, Resource::Main) > 0 {
        Ok(())
    } else {
        Err(Violation::NoBonus(who))
    }
}

/// R6: the main action is spent.
pub fn spend_main(cx: &mut Cx<'_>, who: CombatantId) {
    cx.apply(TableFact::Took { who, from: Resource::Main, amount: 1 });
}

/// R6: a bonus action is spent, or the main action as a second one.
pub fn spend_bonus(cx: &mut Cx<'_>, who: CombatantId) {
    let from = if cx.combatant(who).budget.left(Resource::Bonus) > 0 {
        Resource::Bonus
    } else {
        cx.cite(Rule::Turn);
        Resource::Main
    };
    cx.apply(TableFact::Took { who, from, amount: 1 });
}
