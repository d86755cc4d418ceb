//! Teams, rounds and turns: R1-R12, R20, R28 and rulings A1, A2, A23, A25, A28. [`due`] says what follows by itself.

use crate::engine::{
    CombatantId, Ends, Moment, SideId, Stage, Transition, TurnOrder, fight_state::ClockOn, space::grid::Grid,
};
use crate::rules::ingenuity::{
    Combatant, Condition, Cx, Event, Fact, FightState, Flow, Ingenuity, Phase, Resource, Rule, TableFact, Violation,
    chapters::{command, conditions, harm, order},
    model::{
        board,
        state::{ACTIONS, held},
    },
};
use std::sync::Arc;

pub use order::{due, may_act};

/// R6: nobody passes for a team; each member has a turn, and ends it.
pub fn check_pass(_: &FightState, _: SideId) -> Result<(), Violation> {
    Err(Violation::NoPassing)
}

/// Beginnings and ends.
pub fn transition(cx: &mut Cx<'_>, transition: &Transition<Ingenuity>) -> Flow {
    match transition {
        Transition::FightBegins => return fight_begins(cx),
        Transition::Joins(who) => joins(cx, *who),
        Transition::RoundBegins => round_begins(cx),
        Transition::PhaseBegins(Phase::Surprise) => surprise_begins(cx),
        Transition::PhaseBegins(Phase::Befalls) => return harm::next_effect(cx),
        Transition::PhaseEnds(_) => surprise_ends(cx),
        Transition::TurnBegins(who) => return begin(cx, *who),
        Transition::TurnEnds(who) if order::goes_on_unseen(cx, *who) => order::leaves_the_order(cx, *who),
        Transition::TurnEnds(who) => end(cx, *who),
        Transition::Passes(side) => skipped(cx, *side),
        Transition::RoundEnds => return round_ends(cx),
        Transition::ClockRanOut(ClockOn::Combatant(_)) => command::was_silent(cx),
        Transition::ClockRanOut(ClockOn::Side(_)) => {}
        Transition::FightEnds => fight_ends(cx),
    }
    Ok(())
}

/// R3 Initiative: the teams in their order; those the GM said nothing of come after, as they were named. R9: who has surprise.
fn fight_begins(cx: &mut Cx<'_>) -> Flow {
    if cx.combatants.is_empty() {
        return cx.refuse(Violation::NobodyToFight);
    }
    cx.apply(TableFact::StageSet(Stage::Fighting));
    cx.cite(Rule::Teams);
    if *cx.space == Grid::default() {
        cx.apply(TableFact::Board(Arc::new(board::metres())));
    }
    let circle = circle(cx);
    cx.cite(Rule::Initiative);
    cx.apply(TableFact::OrderSet(TurnOrder::Alternating { at: circle[0], circle, passed: vec![] }));
    // Stealth: a team of which nobody is seen has surprise.
    let unseen = |side: SideId| cx.members(side).next().is_some() && cx.members(side).all(|it| it.is_hidden());
    let stealthy: Vec<SideId> = cx.sides.iter().map(|it| it.id).filter(|it| unseen(*it)).collect();
    let mut surprise = cx.system.surprise.clone();
    surprise.extend(stealthy.into_iter().filter(|it| !cx.system.surprise.contains(it)));
    let over = surprise.is_empty();
    cx.change(Fact::SurpriseIs { sides: surprise, over });
    Ok(())
}

/// R3, A23: the teams that have anyone, the first to act first.
fn circle(fight: &FightState) -> Vec<SideId> {
    let mut circle = fight.system.initiative.clone();
    circle.extend(fight.sides.iter().map(|it| it.id).filter(|it| !fight.system.initiative.contains(it)));
    circle.retain(|side| fight.members(*side).next().is_some());
    circle
}

/// A23 Newcomers: who joins acts in the next slot of their team; a new team comes last.
fn joins(cx: &mut Cx<'_>, who: CombatantId) {
    if cx.stage != Stage::Fighting {
        return;
    }
    cx.cite(Rule::Newcomers);
    let side = cx.combatant(who).side;
    if let TurnOrder::Alternating { circle, at, passed } = &cx.turns.order
        && !circle.contains(&side)
    {
        let circle = circle.iter().copied().chain([side]).collect();
        let order = TurnOrder::Alternating { circle, at: *at, passed: passed.clone() };
        cx.apply(TableFact::OrderSet(order));
    }
    cx.tell(Event::Came(who));
}

/// R9 Surprise round: a whole round in which only those with surprise act, and those who cannot be surprised (R10).
fn surprise_begins(cx: &mut Cx<'_>) {
    cx.cite(Rule::Surprise);
    cx.apply(TableFact::PhaseBegan(Some(Phase::Surprise)));
    if cx.combatants.iter().any(|it| !cx.system.surprise.contains(&it.side) && order::cannot_be_surprised(it)) {
        cx.cite(Rule::CannotBeSurprised);
        cx.cite(Rule::DangerSense);
    }
    open(cx);
}

fn surprise_ends(cx: &mut Cx<'_>) {
    cx.change(Fact::SurpriseOver);
    cx.apply(TableFact::PhaseBegan(None));
}

/// R5 Rounds, R6: a round begins, with the team of the highest initiative.
fn round_begins(cx: &mut Cx<'_>) {
    let round = cx.turns.round + 1;
    cx.cite(Rule::Rounds);
    cx.apply(TableFact::RoundBegan(round));
    open(cx);
}

/// Turns are taken from now on: attacks and reactions of the round are counted anew (A6).
fn open(cx: &mut Cx<'_>) {
    cx.change(Fact::RoundIsFresh);
    let circle = circle(cx);
    let Some(&first) = circle.first() else { return };
    let waits = |side: &SideId| cx.members(*side).any(|it| order::in_order(cx, it));
    let at = circle.iter().copied().find(|it| waits(it)).unwrap_or(first);
    cx.apply(TableFact::OrderSet(TurnOrder::Alternating { circle, at, passed: vec![] }));
}

/// R7 Lopsided teams, R8: a team with nobody left to act is skipped.
fn skipped(cx: &mut Cx<'_>, side: SideId) {
    if let Some(next) = order::next_side(cx, side, None) {
        cx.cite(Rule::Lopsided);
        cx.apply(TableFact::SideUp(next));
    }
}

/// R6, R11, R12, A1: a turn begins with three actions and the reaction back; what lasted until now is over. C9: what harms over time.
pub fn begin(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    let side = cx.combatant(who).side;
    let stunned = held(cx.combatant(who), Condition::Stunned).is_some();
    cx.cite(Rule::Alternation);
    if !order::is_beside(cx, who) {
        if cx.turns.side_up() != Some(side) {
            cx.apply(TableFact::SideUp(side));
        }
        cx.change(Fact::TurnOf(Some((who, side))));
    }
    cx.apply(TableFact::TurnBegan(who));
    cx.change(Fact::TurnIsFresh(who));
    cx.end_conditions(Moment::TurnBegins(who));
    cx.apply(TableFact::ResourceSet { who, resource: Resource::Action, left: ACTIONS - u16::from(stunned) });
    if cx.combatant(who).budget.left(Resource::Reaction) != 1 {
        cx.cite(Rule::ReactionReturns);
        cx.apply(TableFact::ResourceSet { who, resource: Resource::Reaction, left: 1 });
    }
    if stunned {
        cx.cite(Rule::Conditions);
        conditions::lose(cx, who, Condition::Stunned);
    }
    harm::over_time(cx, who)
}

/// A turn that the GM gives by hand has what any turn has.
pub fn given(fight: &FightState, who: CombatantId) -> Vec<TableFact> {
    let Some(it) = fight.find(who) else { return vec![] };
    let of = (!order::is_beside(fight, who)).then_some((who, it.side));
    vec![
        TableFact::System(Fact::TurnOf(of)),
        TableFact::System(Fact::TurnIsFresh(who)),
        TableFact::ResourceSet { who, resource: Resource::Action, left: ACTIONS },
        TableFact::ResourceSet { who, resource: Resource::Reaction, left: 1 },
    ]
}

/// R6, R7: a turn ends, and it is the next team's slot.
pub fn end(cx: &mut Cx<'_>, who: CombatantId) {
    let beside = order::begun_beside(cx);
    cx.apply(TableFact::TurnEnded(who));
    cx.end_conditions(Moment::TurnEnds(who));
    let side = cx.system.turn_of.map(|it| it.1).or_else(|| cx.find(who).map(|it| it.side));
    cx.change(Fact::TurnOf(None));
    if cx.system.lent.is_some() {
        command::was_silent(cx);
    }
    if beside {
        return; // the slot is whose it was
    }
    cx.change(Fact::JustEnded(Some(who)));
    let next = side.and_then(|side| order::next_side(cx, side, None));
    if let (Some(side), Some(next)) = (side, next) {
        if next == side && cx.sides.len() > 1 {
            cx.cite(Rule::Lopsided);
        }
        cx.apply(TableFact::SideUp(next));
    }
}

/// R5: a round ends. What harms over time befalls those too who had no turn.
fn round_ends(cx: &mut Cx<'_>) -> Flow {
    let all: Vec<CombatantId> = cx.ids().collect();
    for who in all {
        harm::over_time(cx, who)?;
    }
    cx.end_conditions(Moment::RoundEnds(cx.turns.round));
    cx.change(Fact::RoundIsOver);
    Ok(())
}

/// R2 End, A20: the fight is closed; who fell with health left wakes.
fn fight_ends(cx: &mut Cx<'_>) {
    cx.cite(Rule::End);
    if cx.system.achieved.is_none() && order::sides_standing(cx) < 2 {
        cx.cite(Rule::OneTeamLeft);
    }
    let asleep = |it: &&Arc<Combatant>| !it.state.dead && it.state.health > 0 && it.is(&Condition::Unconscious);
    let asleep: Vec<CombatantId> = cx.combatants.iter().filter(asleep).map(|it| it.id).collect();
    for who in asleep {
        cx.cite(Rule::Waking);
        cx.apply(TableFact::Lost { who, what: Condition::Unconscious });
    }
    cx.apply(TableFact::ClockSet(None));
    cx.apply(TableFact::StageSet(Stage::Over));
}

/// R20 Guard, A2, A4: all that is left of the turn, for +1 to all defences and their tests until the next one.
pub fn guard(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Guard);
    cx.cite(Rule::GuardWhat);
    conditions::gain(cx, who, Condition::Guarding, Ends::TurnOf(who), None);
    take_all(cx, who);
}

/// R28 Wait, A2: all that is left of the turn, for one more reaction until the next one.
pub fn wait(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Wait);
    let left = cx.combatant(who).budget.left(Resource::Reaction) + 1;
    cx.change(Fact::Waits(who));
    cx.apply(TableFact::ResourceSet { who, resource: Resource::Reaction, left });
    take_all(cx, who);
}

/// A2: what ends the turn takes all actions that are left.
pub fn take_all(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::EndsTurn);
    cx.apply(TableFact::ResourceSet { who, resource: Resource::Action, left: 0 });
    end(cx, who);
}

/// R4 Trigger act: the deed that began the fight is the first action of its doer's first turn. `attacks` is whom they attack now.
///
/// # Errors
/// If it is something else.
pub fn check_trigger(fight: &FightState, who: CombatantId, attacks: Option<CombatantId>) -> Result<(), Violation> {
    let Some(trigger) = fight.system.trigger.as_ref().filter(|it| it.who == who) else { return Ok(()) };
    let Some(wanted) = trigger.target else { return Ok(()) };
    let there = fight.find(wanted).is_some_and(|it| !it.state.dead);
    if there && attacks != Some(wanted) { Err(Violation::TriggerFirst(who)) } else { Ok(()) }
}

/// R4: their first action is this: the deed that began the fight, or another because that one is possible no more. A deed that is no
/// attack is in the words of the GM, who alone can tell.
pub fn trigger_is_over(cx: &mut Cx<'_>, who: CombatantId, attacks: Option<CombatantId>) {
    let Some(trigger) = cx.system.trigger.clone().filter(|it| it.who == who) else { return };
    if attacks.is_some() && trigger.target == attacks {
        cx.cite(Rule::Trigger);
        cx.change(Fact::TriggerDone);
    } else {
        cx.change(Fact::TriggerIs(None));
    }
}
