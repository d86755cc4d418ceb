//! Rounds, sides and turns: R5 to R8, R11, R12 and rulings A14, A21, A22, A25, A29. Initiative is rolled once; a whole side acts, then the
//! next. What a combatant does with their turn is not decided here.

use super::{harm, initiative, manoeuvres, morale, oil, surprise};
use crate::rules::sovereign::{
    Condition, Cx, FightState, Flow, Rule, Sovereign, TableFact, Violation,
    model::{
        fact::{Event, Fact},
        feats::Feat,
        state::{Phase, Resource, is, is_up, up},
    },
};
use crate::{
    engine::{CombatantId, Moment, Refill, SideId, Stage, Transition, TurnOrder},
    rules::refusals::Owner,
};

/// What comes next when nobody has a choice. No new round begins unless two sides have someone who stands, or a combatant is dying. Where the
/// unseen act beside the order one side is enough.
pub fn due(fight: &FightState) -> Option<Transition<Sovereign>> {
    if fight.stage != Stage::Fighting {
        return None;
    }
    if let Some(who) = fight.turns.active {
        return (!up(fight, who) || is_beside(fight, who)).then_some(Transition::TurnEnds(who));
    }
    let TurnOrder::Sides { order, at } = &fight.turns.order else { return Some(Transition::RoundBegins) };
    match order.get(*at) {
        Some(side) => step_members(fight).is_empty().then_some(Transition::Passes(*side)),
        None if fight.turns.phase == Some(Phase::Alert) => Some(Transition::PhaseEnds(Phase::Alert)),
        None if !fight.system.round_over => Some(Transition::RoundEnds),
        None => goes_on(fight).then_some(Transition::RoundBegins),
    }
}

/// Whether another round is worth beginning, as far as those go for whom the order waits.
fn goes_on(fight: &FightState) -> bool {
    let counts = |it: &crate::rules::sovereign::Combatant| !is_beside(fight, it.id);
    let dying = fight.combatants.iter().any(|it| it.state.fall.is_some() && !it.state.dead && counts(it));
    let standing = fight.sides.iter().filter(|side| fight.members(side.id).any(|it| is_up(it) && counts(it))).count();
    // Rounds pass whether or not anyone is there unseen: they have one turn in each, and it tells nothing.
    standing > 1 || ((dying || fight.options.unseen_beside) && standing > 0)
}

/// R5, in place of it where the table plays so: whether a combatant's turns are taken beside the order, because nobody may know that they are
/// there. Where nobody else stands the order is theirs, and so is a surprise round that comes from the unseen alone (R7).
pub fn is_beside(fight: &FightState, who: CombatantId) -> bool {
    if !fight.options.unseen_beside || !fight.is_unknown(who) {
        return false;
    }
    let surprise = fight.turns.phase == Some(Phase::Surprise);
    let leads = |it: &crate::rules::sovereign::Combatant| {
        is_up(it) && !it.is_unknown() && !(surprise && it.is(&Condition::Surprised))
    };
    fight.combatants.iter().any(|it| leads(it))
}

/// R5, where the table plays so: whether a combatant may act now although it is another's turn: once a round, whenever their player likes.
fn may_act_beside(fight: &FightState, who: CombatantId) -> bool {
    is_beside(fight, who) && up(fight, who) && !fight.turns.is_spent(who) && !nothing_left(fight, who)
}

/// A25: a turn beside the order begins with its first act.
fn begins_beside(cx: &mut Cx<'_>, who: CombatantId) {
    if cx.combatant(who).state.began != Some(cx.turns.round) {
        own_turn(cx, who);
    }
}

/// R7: whether, to those who know of nobody unseen, the fight has not begun: nobody they know of acts in the surprise round.
pub fn begins_unseen(known: &FightState) -> bool {
    let waits =
        |it: &crate::rules::sovereign::Combatant| !it.is_hidden() && (it.is(&Condition::Surprised) || !is_up(it));
    known.turns.phase == Some(Phase::Surprise)
        && known.turns.active.is_none()
        && known.combatants.iter().all(|it| waits(it) && !known.turns.is_spent(it.id))
}

/// How many sides have someone who can act.
pub fn sides_standing(fight: &FightState) -> usize {
    fight.sides.iter().filter(|side| fight.members(side.id).any(is_up)).count()
}

/// Those of the side that is up who have not ended their turn of this round.
fn step_members(fight: &FightState) -> Vec<CombatantId> {
    let Some(side) = fight.turns.side_up() else { return vec![] };
    fight.members(side).filter(|it| is_of_step(fight, it)).map(|it| it.id).collect()
}

/// Whether this member of the side that is up has not ended their turn of this round.
fn is_of_step(fight: &FightState, it: &crate::rules::sovereign::Combatant) -> bool {
    let in_phase = match fight.turns.phase {
        Some(Phase::Surprise) => !it.is(&Condition::Surprised),
        Some(Phase::Alert) => it.sheet.feat(Feat::Alert) >= 2,
        None => true,
    };
    is_up(it) && in_phase && !fight.turns.is_spent(it.id) && !is_beside(fight, it.id)
}

/// Whether a combatant has neither action left.
fn nothing_left(fight: &FightState, who: CombatantId) -> bool {
    let it = fight.combatant(who);
    it.budget.left(Resource::Main) == 0 && it.budget.left(Resource::Move) == 0 && !it.state.another
}

/// R5, A25: who may begin or go on with a turn: whose turn it is, or anyone of the side that is up. Who has neither action left keeps
/// nobody waiting.
pub fn may_act(fight: &FightState) -> Vec<CombatantId> {
    if fight.stage != Stage::Fighting {
        return vec![];
    }
    let mut all = match fight.turns.active {
        Some(who) if !fight.options.interleaved && !nothing_left(fight, who) => vec![who],
        _ => step_members(fight),
    };
    if fight.options.unseen_beside {
        let beside: Vec<CombatantId> =
            fight.ids().filter(|it| !all.contains(it) && may_act_beside(fight, *it)).collect();
        all.extend(beside);
    }
    all
}

/// Whether a combatant is one of those who [`may_act`].
pub fn may_act_now(fight: &FightState, who: CombatantId) -> bool {
    if fight.stage != Stage::Fighting {
        return false;
    }
    let of_step =
        |it: &crate::rules::sovereign::Combatant| fight.turns.side_up() == Some(it.side) && is_of_step(fight, it);
    let in_order = match fight.turns.active {
        Some(active) if !fight.options.interleaved && !nothing_left(fight, active) => active == who,
        _ => fight.find(who).is_some_and(of_step),
    };
    in_order || (fight.options.unseen_beside && may_act_beside(fight, who))
}

/// Whether a combatant's turn of this round is over, and nobody else's is under way: who ends it again is told so, and nothing is lost.
pub fn is_over_already(fight: &FightState, who: CombatantId) -> bool {
    let there = fight.find(who).is_some_and(|it| !it.state.dead) && !may_act_beside(fight, who);
    fight.stage == Stage::Fighting && there && fight.turns.active.is_none() && fight.turns.is_spent(who)
}

/// R5, A25: why it is not a combatant's turn. Their own side knows of the unseen, and is told whose turn is to be ended.
pub fn not_their_turn(fight: &FightState, who: CombatantId) -> Violation {
    let own = fight.find(who).map(|it| it.side);
    let up = fight.turns.active.and_then(|it| fight.find(it)).filter(|it| Some(it.side) == own);
    match (up, fight.turns.side_up()) {
        _ if is_beside(fight, who) => Violation::HadTheirTurn(who),
        _ if fight.turns.is_spent(who) => Violation::TurnOver(who),
        (Some(up), _) => Violation::AllysTurn { who, up: up.id },
        (None, Some(side)) => Violation::OtherSideUp { who, side: Owner(side) },
        (None, None) => Violation::NextRound(who),
    }
}

/// A25: whether a combatant has a turn to end: to hold an action is none.
///
/// # Errors
/// Why not.
pub fn check_end(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if is_over_already(fight, who) || may_act_now(fight, who) {
        return Ok(());
    }
    Err(not_their_turn(fight, who))
}

/// Whether a side may pass: it is its step.
///
/// # Errors
/// Why not.
pub fn check_pass(fight: &FightState, side: SideId) -> Result<(), Violation> {
    match fight.turns.side_up() {
        Some(up) if up == side => Ok(()),
        Some(up) => Err(Violation::SideNotUp { side, up: Owner(up) }),
        None => Err(Violation::NoSideUp(side)),
    }
}

/// Beginnings and ends.
///
/// # Errors
/// When a rule refuses it, or the GM must be asked.
pub fn transition(cx: &mut Cx<'_>, transition: &Transition<Sovereign>) -> Flow {
    match transition {
        Transition::FightBegins => return fight_begins(cx),
        Transition::Joins(who) => joins(cx, *who),
        Transition::RoundBegins => round_begins(cx),
        Transition::RoundEnds => return round_ends(cx),
        Transition::TurnBegins(who) => begin(cx, *who),
        Transition::TurnEnds(who) if goes_on_unseen(cx, *who) => leaves_the_order(cx, *who),
        Transition::TurnEnds(who) => end(cx, *who),
        Transition::Passes(side) => passes(cx, *side),
        Transition::PhaseEnds(_) => {
            cx.apply(TableFact::PhaseBegan(None));
            initiative::list(cx, 0);
        }
        Transition::FightEnds => cx.apply(TableFact::StageSet(Stage::Over)),
        Transition::PhaseBegins(_) | Transition::ClockRanOut(_) => {}
    }
    Ok(())
}

/// R5, R7: the fight begins, with a surprise round if a combatant is caught unawares.
fn fight_begins(cx: &mut Cx<'_>) -> Flow {
    if cx.combatants.is_empty() {
        return cx.refuse(Violation::NobodyToFight);
    }
    cx.apply(TableFact::StageSet(Stage::Fighting));
    morale::counts(cx);
    if let Some((victims, how)) = cx.system.ambush {
        let ambushers = surprise::ambushers(cx, victims);
        let caught = match ambushers.first() {
            Some(first) => cx.aside(*first, |cx| surprise::surprises(cx, victims, how, &ambushers)),
            None => surprise::surprises(cx, victims, how, &ambushers),
        };
        if caught {
            surprise::surprise_round(cx, victims);
        }
    }
    Ok(())
}

/// A round begins: everyone has their actions again, and the first side is up, after who is so alert that they act before all (C22).
fn round_begins(cx: &mut Cx<'_>) {
    if cx.system.initiative.is_empty() {
        initiative::roll_initiative(cx);
    } else if cx.options.unseen_beside {
        initiative::comes_to_be_seen(cx);
    }
    let round = cx.turns.round + 1;
    cx.apply(TableFact::RoundBegan(round));
    for who in cx.ids().collect::<Vec<_>>() {
        cx.apply(TableFact::Refilled { who, when: Refill::Round });
    }
    cx.change(Fact::RoundOpened);
    let alert: Vec<SideId> = cx
        .combatants
        .iter()
        .filter(|it| is_up(it) && it.sheet.feat(Feat::Alert) >= 2 && !is_beside(cx, it.id))
        .map(|it| it.side)
        .collect();
    match alert.first() {
        Some(side) if alert.iter().all(|it| it == side) => {
            cx.cite(Rule::Alert);
            let order = TurnOrder::Sides { order: vec![*side], at: 0 };
            cx.apply(TableFact::PhaseBegan(Some(Phase::Alert)));
            cx.apply(TableFact::OrderSet(order));
        }
        _ => initiative::list(cx, 0),
    }
}

/// A21 The end of a round: grapples harm, fires burn, the dying die, and what lasts a round is over.
fn round_ends(cx: &mut Cx<'_>) -> Flow {
    manoeuvres::grip_harms(cx)?;
    oil::burns(cx)?;
    harm::death_comes(cx);
    let round = cx.turns.round;
    cx.end_conditions(Moment::RoundEnds(round));
    if cx.turns.phase == Some(Phase::Surprise) {
        let caught: Vec<CombatantId> = cx.ids().filter(|it| is(cx, *it, Condition::Surprised)).collect();
        for who in caught {
            cx.apply(TableFact::Lost { who, what: Condition::Surprised });
        }
        cx.apply(TableFact::PhaseBegan(None));
    }
    let lapsed: Vec<CombatantId> = cx.combatants.iter().filter(|it| it.state.hold.is_some()).map(|it| it.id).collect();
    for who in lapsed {
        cx.cite(Rule::Hold);
        cx.change(Fact::HoldLapsed(who));
    }
    cx.change(Fact::RoundClosed);
    Ok(())
}

/// R5: the side has acted, or passes; anyone who of it had not begun has let their turn go by.
fn passes(cx: &mut Cx<'_>, side: SideId) {
    if let Some(who) = cx.turns.active {
        end(cx, who);
    }
    for who in step_members(cx) {
        if cx.combatant(who).state.began != Some(cx.turns.round) {
            begin(cx, who);
        }
        end(cx, who);
    }
    if let TurnOrder::Sides { order, at } = cx.turns.order.clone() {
        cx.tell(Event::SideDone(side));
        cx.apply(TableFact::OrderSet(TurnOrder::Sides { order, at: at + 1 }));
    }
}

/// A25: a turn begins with its first act. Anyone who had nothing left to do has ended theirs.
pub fn begins(cx: &mut Cx<'_>, who: CombatantId) {
    if cx.turns.active != Some(who) && is_beside(cx, who) {
        return begins_beside(cx, who);
    }
    if let Some(other) = cx.turns.active.filter(|it| *it != who)
        && !cx.options.interleaved
    {
        end(cx, other);
    }
    if cx.combatant(who).state.began != Some(cx.turns.round) {
        begin(cx, who);
    } else if cx.turns.active != Some(who) {
        cx.apply(TableFact::TurnBegan(who));
    }
}

/// A turn begins: what lasted until it is over.
fn begin(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::OneAfterAnother);
    cx.apply(TableFact::TurnBegan(who));
    own_turn(cx, who);
}

/// What lasted until a combatant's next turn is over.
fn own_turn(cx: &mut Cx<'_>, who: CombatantId) {
    let round = cx.turns.round;
    cx.change(Fact::Began { who, round });
    cx.end_conditions(Moment::TurnBegins(who));
    if cx.combatant(who).state.screens.is_some() {
        cx.change(Fact::Screens { who, ward: None });
    }
}

/// A turn that the GM gives by hand: it has what any turn has.
pub fn given(fight: &FightState, who: CombatantId) -> Vec<TableFact> {
    let round = fight.turns.round;
    vec![TableFact::Refilled { who, when: Refill::Round }, TableFact::System(Fact::Began { who, round })]
}

/// A turn ends.
pub fn end(cx: &mut Cx<'_>, who: CombatantId) {
    let beside = cx.turns.active != Some(who) && is_beside(cx, who);
    cx.apply(if beside { TableFact::Spent(who) } else { TableFact::TurnEnded(who) });
    cx.end_conditions(Moment::TurnEnds(who));
}

/// R5, where the table plays so: whether a combatant is seen no longer in the middle of their turn, and has something left to do in it.
fn goes_on_unseen(fight: &FightState, who: CombatantId) -> bool {
    fight.turns.active == Some(who) && up(fight, who) && is_beside(fight, who) && !nothing_left(fight, who)
}

/// The turn under way goes on beside the order: nobody else waits for its end.
fn leaves_the_order(cx: &mut Cx<'_>, who: CombatantId) {
    cx.apply(TableFact::TurnEnded(who));
    cx.apply(TableFact::Restored(who));
}

/// A combatant joins: in the middle of a fight with their side, or after all others if it is new.
fn joins(cx: &mut Cx<'_>, who: CombatantId) {
    if cx.stage != Stage::Fighting {
        return;
    }
    let side = cx.combatant(who).side;
    if is_beside(cx, who) {
        return;
    }
    cx.change(Fact::Reinforced(side));
    if cx.system.initiative.is_empty() || cx.system.initiative.iter().any(|it| it.0 == side) {
        return;
    }
    let mut totals = cx.system.initiative.clone();
    totals.push((side, 0));
    cx.change(Fact::InitiativeIs(totals));
    if let (TurnOrder::Sides { order, at }, None) = (cx.turns.order.clone(), cx.turns.phase) {
        let order = order.into_iter().chain([side]).collect();
        cx.apply(TableFact::OrderSet(TurnOrder::Sides { order, at }));
    }
}
