//! Teams, rounds and turns: R1-R12, R20, R28 and rulings A1, A2, A23, A25, A28. [`due`] says what follows by itself.

use super::{
    Action, Combatant, Condition, Cx, FightState, Flow, Ingenuity, Rule, TableFact, Violation, board, command,
    fact::Fact,
    harm,
    state::{ACTIONS, Between, Phase, Resource, held, is_conscious, is_unseen, is_up},
    verbs,
};
use crate::engine::{
    CombatantId, Ends, Moment, SideId, Stage, Transition, TurnOrder, fight_state::ClockOn, space::grid::Grid,
};
use std::sync::Arc;

/// R5-R9: what comes next when nobody has a choice. No new round begins once nobody is left who could act in it (A28).
pub fn due(fight: &FightState) -> Option<Transition<Ingenuity>> {
    if fight.stage != Stage::Fighting || fight.system.achieved.is_some() {
        return None;
    }
    if !fight.system.coming.is_empty() {
        return Some(Transition::PhaseBegins(Phase::Befalls));
    }
    if let Some((_, ally)) = fight.system.lent {
        let gone = !fight.find(ally).is_some_and(is_up);
        return gone.then_some(Transition::ClockRanOut(ClockOn::Combatant(ally)));
    }
    if let Some(who) = fight.turns.active {
        let is_over = nothing_left(fight, who) || goes_on_unseen(fight, who) || holds_up_the_round(fight);
        return is_over.then_some(Transition::TurnEnds(who));
    }
    if let Some((who, _)) = fight.system.turn_of {
        return Some(Transition::TurnEnds(who)); // ended by the GM's hand, or its owner has left: the round goes on all the same
    }
    match fight.system.between {
        Between::Turns => {
            let side = fight.turns.side_up()?;
            if fight.members(side).any(|it| in_order(fight, it)) {
                return None;
            }
            Some(match (next_side(fight, side, None), fight.turns.phase) {
                (Some(_), _) => Transition::Passes(side),
                (None, Some(phase)) => Transition::PhaseEnds(phase),
                (None, None) => Transition::RoundEnds,
            })
        }
        Between::Rounds if !fight.system.surprise_over => Some(Transition::PhaseBegins(Phase::Surprise)),
        Between::Rounds => goes_on(fight).then_some(Transition::RoundBegins),
    }
}

/// A28 One team left: rounds go on until the GM confirms the end, so that the one who stands may still kill, heal or take up what lies
/// there (R23, R58). Where nobody stands there is nothing to wait for.
fn goes_on(fight: &FightState) -> bool {
    sides_standing(fight) > 0
}

/// A28: how many teams have somebody who is conscious.
pub fn sides_standing(fight: &FightState) -> usize {
    fight.sides.iter().filter(|side| fight.members(side.id).any(is_conscious)).count()
}

/// R11: whether the actions of a turn are used up, so that the next team may simply go on.
pub fn is_done(fight: &FightState, who: CombatantId) -> bool {
    fight.find(who).is_none_or(|it| it.budget.left(Resource::Action) == 0) && fight.system.lent.is_none()
}

/// A turn ends by itself when its owner cannot act, or nothing is left that is worth waiting for: no action, no step, no fate.
fn nothing_left(fight: &FightState, who: CombatantId) -> bool {
    let it = fight.combatant(who);
    let may_step = it.place.is_some() && !it.state.moved && !it.state.stepped && !it.is(&Condition::Grappled);
    !is_up(it) || (is_done(fight, who) && !may_step && it.state.fate == 0)
}

/// R5, R8, R9, R10: whether somebody still has a turn in this round.
pub fn eligible(fight: &FightState, it: &Combatant) -> bool {
    is_up(it) && !fight.turns.is_spent(it.id) && !is_surprised(fight, it)
}

/// R6: the same, where the order waits for them.
fn in_order(fight: &FightState, it: &Combatant) -> bool {
    eligible(fight, it) && !is_beside(fight, it.id)
}

/// R6, in place of it where the table plays so: whether somebody's turns are taken beside the order, because nobody may know that they are
/// there. Where nobody else can act the order is theirs, and so is the round of surprise that they come by unseen (R9).
pub fn is_beside(fight: &FightState, who: CombatantId) -> bool {
    fight.options.unseen_beside
        && !verbs::surprising(fight)
        && fight.find(who).is_some_and(is_unseen)
        && fight.combatants.iter().any(|it| is_up(it) && !is_unseen(it))
}

/// Whether the turn under way was begun beside the order.
fn begun_beside(fight: &FightState) -> bool {
    fight.turns.active.is_some() && fight.system.turn_of.is_none()
}

/// Whether the turn under way is beside the order, and its owner unseen still: it holds nobody up.
pub fn goes_on_beside(fight: &FightState) -> bool {
    begun_beside(fight) && fight.turns.active.is_some_and(|it| is_beside(fight, it))
}

/// Whether a turn beside the order is under way, and nobody else has one left: what follows by itself would tell that somebody is there if it
/// waited.
fn holds_up_the_round(fight: &FightState) -> bool {
    let waited_for = |side: SideId| fight.members(side).any(|it| in_order(fight, it));
    goes_on_beside(fight) && fight.system.between == Between::Turns && !fight.turns.side_up().is_some_and(waited_for)
}

/// Whether somebody is seen no longer in the middle of a turn that they began in the order, and has something left to do in it.
fn goes_on_unseen(fight: &FightState, who: CombatantId) -> bool {
    let in_the_order = fight.turns.active == Some(who) && fight.system.turn_of.is_some();
    in_the_order && is_beside(fight, who) && !nothing_left(fight, who)
}

/// The turn under way goes on beside the order: the next team need not wait for its end.
fn leaves_the_order(cx: &mut Cx<'_>, who: CombatantId) {
    let side = cx.system.turn_of.map_or(cx.combatant(who).side, |it| it.1);
    cx.note(Fact::TurnOf(None));
    if let Some(next) = next_side(cx, side, None) {
        cx.apply(TableFact::SideUp(next));
    }
}

/// R9 Surprise round, R10: whether somebody has no turn in it.
pub fn is_surprised(fight: &FightState, it: &Combatant) -> bool {
    verbs::surprising(fight) && !fight.system.surprise.contains(&it.side) && !cannot_be_surprised(it)
}

/// R10 Not to be surprised, C17: by danger sense, or because the GM says so.
pub fn cannot_be_surprised(it: &Combatant) -> bool {
    it.state.surprised.map_or_else(|| it.sheet.has_rank(|talent| talent.unsurprised), |surprised| !surprised)
}

/// R6, R7: the next team round the circle with somebody who has a turn left; the one it starts from comes last.
fn next_side(fight: &FightState, from: SideId, but: Option<CombatantId>) -> Option<SideId> {
    let TurnOrder::Alternating { circle, .. } = &fight.turns.order else { return None };
    let start = circle.iter().position(|it| *it == from).unwrap_or(0);
    let round = (1..=circle.len()).map(|step| circle[(start + step) % circle.len()]);
    round.into_iter().find(|side| fight.members(*side).any(|it| Some(it.id) != but && in_order(fight, it)))
}

/// R6: whose slot it would be once this turn is over.
pub fn next_after(fight: &FightState, active: CombatantId) -> Option<SideId> {
    let from = fight.system.turn_of.map_or_else(|| fight.find(active).map(|it| it.side), |it| Some(it.1))?;
    next_side(fight, from, Some(active))
}

/// R5, R6, R9: whether somebody may take the slot that is this team's.
///
/// # Errors
/// Why not.
pub fn check_slot(fight: &FightState, who: CombatantId, up: Option<SideId>) -> Result<(), Violation> {
    let it = fight.combatant(who);
    if is_surprised(fight, it) {
        return Err(Violation::Surprised(who));
    }
    if fight.turns.is_spent(who) {
        return Err(Violation::HadTheirTurn(who));
    }
    if is_beside(fight, who) {
        return Ok(());
    }
    match up {
        Some(up) if up != it.side => Err(Violation::NotTheirTeam { who, up }),
        Some(_) => Ok(()),
        None => Err(Violation::NobodysTurn),
    }
}

/// Those who may begin or go on with a turn now.
pub fn may_act(fight: &FightState) -> Vec<CombatantId> {
    if fight.stage != Stage::Fighting || fight.system.achieved.is_some() {
        return vec![];
    }
    match (fight.system.lent, fight.turns.active) {
        (Some((_, ally)), _) => vec![ally],
        (None, Some(who)) if !goes_on_beside(fight) => vec![who],
        _ => fight.ids().filter(|it| verbs::may_begin(fight, *it, "begin").is_ok()).collect(),
    }
}

/// R6: nobody passes for a team; each member has a turn, and ends it.
pub fn check_pass(_: &FightState, _: SideId) -> Result<(), Violation> {
    Err(Violation::NoPassing)
}

/// Beginnings and ends.
///
/// # Errors
/// When a rule refuses it, or somebody must be asked.
pub fn transition(cx: &mut Cx<'_>, transition: &Transition<Ingenuity>) -> Flow {
    match transition {
        Transition::FightBegins => return fight_begins(cx),
        Transition::Joins(who) => joins(cx, *who),
        Transition::RoundBegins => round_begins(cx),
        Transition::PhaseBegins(Phase::Surprise) => surprise_begins(cx),
        Transition::PhaseBegins(Phase::Befalls) => return harm::befalls(cx),
        Transition::PhaseEnds(_) => surprise_ends(cx),
        Transition::TurnBegins(who) => return begin(cx, *who),
        Transition::TurnEnds(who) if goes_on_unseen(cx, *who) => leaves_the_order(cx, *who),
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
    let unseen = |side: SideId| cx.members(side).next().is_some() && cx.members(side).all(|it| it.hidden);
    let stealthy: Vec<SideId> = cx.sides.iter().map(|it| it.id).filter(|it| unseen(*it)).collect();
    let mut surprise = cx.system.surprise.clone();
    surprise.extend(stealthy.into_iter().filter(|it| !cx.system.surprise.contains(it)));
    let over = surprise.is_empty();
    cx.note(Fact::SurpriseIs { sides: surprise, over });
    Ok(())
}

/// R3, A23: the teams that have anybody, the first to act first.
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
    cx.note(Fact::Came(who));
}

/// R9 Surprise round: a whole round in which only those with surprise act, and those who cannot be surprised (R10).
fn surprise_begins(cx: &mut Cx<'_>) {
    cx.cite(Rule::Surprise);
    cx.apply(TableFact::PhaseBegan(Some(Phase::Surprise)));
    if cx.combatants.iter().any(|it| !cx.system.surprise.contains(&it.side) && cannot_be_surprised(it)) {
        cx.cite(Rule::CannotBeSurprised);
        cx.cite(Rule::DangerSense);
    }
    open(cx);
}

fn surprise_ends(cx: &mut Cx<'_>) {
    cx.note(Fact::SurpriseOver);
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
    cx.note(Fact::RoundIsFresh);
    let circle = circle(cx);
    let Some(&first) = circle.first() else { return };
    let waits = |side: &SideId| cx.members(*side).any(|it| in_order(cx, it));
    let at = circle.iter().copied().find(|it| waits(it)).unwrap_or(first);
    cx.apply(TableFact::OrderSet(TurnOrder::Alternating { circle, at, passed: vec![] }));
}

/// R7 Lopsided teams, R8: a team with nobody left to act is skipped.
fn skipped(cx: &mut Cx<'_>, side: SideId) {
    if let Some(next) = next_side(cx, side, None) {
        cx.cite(Rule::Lopsided);
        cx.apply(TableFact::SideUp(next));
    }
}

/// R6, R11, R12, A1: a turn begins with three actions and the reaction back; what lasted until now is over. C9: what harms over time.
///
/// # Errors
/// When somebody must be asked.
pub fn begin(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    let side = cx.combatant(who).side;
    let stunned = held(cx.combatant(who), Condition::Stunned).is_some();
    cx.cite(Rule::Alternation);
    if !is_beside(cx, who) {
        if cx.turns.side_up() != Some(side) {
            cx.apply(TableFact::SideUp(side));
        }
        cx.note(Fact::TurnOf(Some((who, side))));
    }
    cx.apply(TableFact::TurnBegan(who));
    cx.note(Fact::TurnIsFresh(who));
    cx.end_conditions(Moment::TurnBegins(who));
    cx.apply(TableFact::ResourceSet { who, resource: Resource::Action, left: ACTIONS - u16::from(stunned) });
    if cx.combatant(who).budget.left(Resource::Reaction) != 1 {
        cx.cite(Rule::ReactionReturns);
        cx.apply(TableFact::ResourceSet { who, resource: Resource::Reaction, left: 1 });
    }
    if stunned {
        cx.cite(Rule::Conditions);
        verbs::lose(cx, who, Condition::Stunned);
    }
    harm::over_time(cx, who)
}

/// A turn that the GM gives by hand has what any turn has.
pub fn given(fight: &FightState, who: CombatantId) -> Vec<TableFact> {
    let Some(it) = fight.find(who) else { return vec![] };
    let of = (!is_beside(fight, who)).then_some((who, it.side));
    vec![
        TableFact::System(Fact::TurnOf(of)),
        TableFact::System(Fact::TurnIsFresh(who)),
        TableFact::ResourceSet { who, resource: Resource::Action, left: ACTIONS },
        TableFact::ResourceSet { who, resource: Resource::Reaction, left: 1 },
    ]
}

/// R6, R7: a turn ends, and it is the next team's slot.
pub fn end(cx: &mut Cx<'_>, who: CombatantId) {
    let beside = begun_beside(cx);
    cx.apply(TableFact::TurnEnded(who));
    cx.end_conditions(Moment::TurnEnds(who));
    let side = cx.system.turn_of.map(|it| it.1).or_else(|| cx.find(who).map(|it| it.side));
    cx.note(Fact::TurnOf(None));
    if cx.system.lent.is_some() {
        command::was_silent(cx);
    }
    if beside {
        return; // the slot is whose it was
    }
    cx.note(Fact::JustEnded(Some(who)));
    let next = side.and_then(|side| next_side(cx, side, None));
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
    cx.note(Fact::RoundIsOver);
    Ok(())
}

/// R2 End, A20: the fight is closed; who fell with health left wakes.
fn fight_ends(cx: &mut Cx<'_>) {
    cx.cite(Rule::End);
    if cx.system.achieved.is_none() && sides_standing(cx) < 2 {
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
    verbs::gain(cx, who, Condition::Guarding, Ends::TurnOf(who), None);
    take_all(cx, who);
}

/// R28 Wait, A2: all that is left of the turn, for one more reaction until the next one.
pub fn wait(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Wait);
    let left = cx.combatant(who).budget.left(Resource::Reaction) + 1;
    cx.note(Fact::Waits(who));
    cx.apply(TableFact::ResourceSet { who, resource: Resource::Reaction, left });
    take_all(cx, who);
}

/// A2: what ends the turn takes all actions that are left.
pub fn take_all(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::EndsTurn);
    cx.apply(TableFact::ResourceSet { who, resource: Resource::Action, left: 0 });
    end(cx, who);
}

/// R4 Trigger act: the deed that began the fight is the first action of its doer's first turn.
///
/// # Errors
/// If it is something else.
pub fn check_trigger(fight: &FightState, who: CombatantId, action: &Action) -> Result<(), Violation> {
    let Some(trigger) = fight.system.trigger.as_ref().filter(|it| it.who == who) else { return Ok(()) };
    let Some(wanted) = trigger.target else { return Ok(()) };
    let there = fight.find(wanted).is_some_and(|it| !it.state.dead);
    match action {
        Action::Attack { target, .. } if *target == wanted => Ok(()),
        _ if there => Err(Violation::TriggerFirst(who)),
        _ => Ok(()),
    }
}

/// R4: their first action is this: the deed that began the fight, or another because that one is possible no more. A deed that is no
/// attack is in the words of the GM, who alone can tell.
pub fn trigger_is_over(cx: &mut Cx<'_>, who: CombatantId, action: &Action) {
    let Some(trigger) = cx.system.trigger.clone().filter(|it| it.who == who) else { return };
    match action {
        Action::Attack { target, .. } if trigger.target == Some(*target) => {
            cx.cite(Rule::Trigger);
            cx.note(Fact::TriggerDone);
        }
        _ => cx.note(Fact::TriggerIs(None)),
    }
}
