//! Rounds and turns: R1-R3 and rulings A10, A16. Initiative is rolled once; turns begin and end by themselves.

use super::{
    Barred, Condition, Cx, Field, Flow, Rule, TableFact, Td2e,
    fact::Fact,
    harm,
    state::{Pot, is_player, is_up, up},
    testing,
};
use crate::engine::{CombatantId, Moment, Order, Passage, Refill, SideId, Stage, turns::Listing};

/// R1, A10: what comes next when nobody has a choice. No new round begins unless two sides have somebody who stands, or somebody's life
/// is in the balance.
pub fn due(field: &Field) -> Option<Passage<Td2e>> {
    if field.stage != Stage::Fighting {
        return None;
    }
    if let Some(who) = field.turns.active {
        return nothing_left(field, who).then_some(Passage::TurnEnds(who));
    }
    let Order::Listed { slots, at } = &field.turns.order else { return None };
    let Some(slot) = slots.get(*at) else { return goes_on(field).then_some(Passage::RoundBegins) };
    Some(match slot.owners.first() {
        Some(owner) if takes_turn(field, *owner) && !field.turns.is_spent(*owner) => Passage::TurnBegins(*owner),
        Some(owner) => Passage::TurnEnds(*owner),
        None => Passage::RoundEnds, // whose slot it was has left
    })
}

/// Whether somebody has a turn: who stands, and who has a test to make for their life.
fn takes_turn(field: &Field, who: CombatantId) -> bool {
    up(field, who) || harm::must_stabilise(field, who)
}

/// Whether another round is worth beginning.
fn goes_on(field: &Field) -> bool {
    sides_standing(field) > 1 || field.combatants.iter().any(|it| it.state.drop.is_some() && !it.state.dead)
}

/// How many sides have somebody who can act.
pub fn sides_standing(field: &Field) -> usize {
    field.sides.iter().filter(|side| field.members(side.id).any(is_up)).count()
}

/// A turn ends by itself when its deed is done and there is no step left, or its owner is down.
fn nothing_left(field: &Field, who: CombatantId) -> bool {
    !up(field, who) || field.combatant(who).budget.left(Pot::Deed) == 0
}

/// Whose turn it is.
pub fn may_act(field: &Field) -> Vec<CombatantId> {
    field.turns.active.filter(|_| field.stage == Stage::Fighting).into_iter().collect()
}

/// Nobody passes for a side: each has a turn, and ends it.
pub fn check_pass(_: &Field, _: SideId) -> Result<(), Barred> {
    Err(Barred::NoPassing)
}

/// Beginnings and ends.
///
/// # Errors
/// When a rule refuses it.
pub fn passage(cx: &mut Cx<'_>, passage: &Passage<Td2e>) -> Flow {
    match passage {
        Passage::FightBegins => return fight_begins(cx),
        Passage::Joins(who) => return joins(cx, *who),
        Passage::RoundBegins => round_begins(cx),
        Passage::TurnBegins(who) => begin(cx, *who),
        Passage::TurnEnds(who) => end(cx, *who),
        Passage::FightEnds => cx.apply(TableFact::StageSet(Stage::Over)),
        Passage::RoundEnds => step_on(cx),
        Passage::PhaseBegins(_) | Passage::PhaseEnds(_) | Passage::Passes(_) | Passage::ClockRanOut(_) => {}
    }
    Ok(())
}

/// R1 Initiative: everybody rolls, in the order in which they joined; then ties are broken.
fn fight_begins(cx: &mut Cx<'_>) -> Flow {
    if cx.combatants.is_empty() {
        return cx.refuse(Barred::NobodyToFight);
    }
    cx.apply(TableFact::StageSet(Stage::Fighting));
    let ambushers: Vec<CombatantId> =
        cx.combatants.iter().filter(|it| it.sheet.hidden && !it.hidden).map(|it| it.id).collect();
    for who in ambushers {
        cx.apply(TableFact::Hid { who, hidden: true });
    }
    let all: Vec<CombatantId> = cx.ids().collect();
    let rolled: Vec<(CombatantId, i32)> = all.into_iter().map(|who| (who, roll_initiative(cx, who))).collect();
    let order = in_order(cx, rolled);
    list(cx, order, 0);
    Ok(())
}

/// R1 Initiative: 2d6, or 3d6 for the vigilant.
fn roll_initiative(cx: &mut Cx<'_>, who: CombatantId) -> i32 {
    let dice = cx.combatant(who).sheet.gifts().filter_map(|it| it.initiative).max().unwrap_or(2);
    let roll = testing::sum(cx, who, Rule::Initiative, "initiative", dice, vec![]);
    cx.rolled(roll).total
}

fn vigilant(field: &Field, who: CombatantId) -> bool {
    field.combatant(who).sheet.any(|it| it.initiative.is_some())
}

/// R1 Initiative, R2 Ties: totals from the highest down; those who are tied are put in order among themselves.
fn in_order(cx: &mut Cx<'_>, mut rolled: Vec<(CombatantId, i32)>) -> Vec<(CombatantId, i32)> {
    rolled.sort_by_key(|it| (std::cmp::Reverse(it.1), it.0));
    let mut order = vec![];
    for tied in rolled.chunk_by(|a, b| a.1 == b.1) {
        order.extend(break_tie(cx, tied.iter().map(|it| it.0).collect()).into_iter().map(|who| (who, tied[0].1)));
    }
    order
}

/// R2 Ties, ruling A16: the vigilant before the others; inside each group those who are tied roll again, each with their own dice, until
/// no tie is left.
fn break_tie(cx: &mut Cx<'_>, tied: Vec<CombatantId>) -> Vec<CombatantId> {
    if tied.len() < 2 {
        return tied;
    }
    cx.cite(Rule::Ties);
    if tied.len() > 2 {
        cx.cite(Rule::TiesOfSeveral);
    }
    let (first, rest): (Vec<CombatantId>, Vec<CombatantId>) = tied.into_iter().partition(|it| vigilant(cx, *it));
    let mut order = vec![];
    for group in [first, rest] {
        if group.len() < 2 {
            order.extend(group);
            continue;
        }
        let again: Vec<(CombatantId, i32)> = group.into_iter().map(|who| (who, roll_initiative(cx, who))).collect();
        order.extend(in_order(cx, again).into_iter().map(|it| it.0));
    }
    order
}

/// The order is listed, with this slot up.
fn list(cx: &mut Cx<'_>, order: Vec<(CombatantId, i32)>, at: usize) {
    let slots: Vec<Listing> =
        order.iter().map(|(who, total)| Listing { owners: vec![*who], label: total.to_string() }).collect();
    let at = if cx.turns.round == 0 { slots.len() } else { at };
    cx.note(Fact::InitiativeIs(order));
    cx.apply(TableFact::OrderSet(Order::Listed { slots, at }));
}

/// R1 Initiative, R19 Trait slots: somebody joins; in the middle of a fight they roll and take their place, after those with the same
/// total unless they alone are vigilant.
fn joins(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    let it = cx.combatant(who);
    let (taken, there) = it.sheet.slots();
    if is_player(it) && cx.options.slots && taken > there {
        return cx.refuse(Barred::Slots { who, taken, there });
    }
    if it.sheet.hidden && !it.hidden {
        cx.apply(TableFact::Hid { who, hidden: true });
    }
    let Order::Listed { at, .. } = cx.turns.order else { return Ok(()) };
    let total = roll_initiative(cx, who);
    let mut order = cx.shared.initiative.clone();
    order.retain(|it| cx.find(it.0).is_some());
    let keen = vigilant(cx, who);
    let before = |it: &(CombatantId, i32)| it.1 > total || (it.1 == total && (!keen || vigilant(cx, it.0)));
    let index = order.iter().position(|it| !before(it)).unwrap_or(order.len());
    order.insert(index, (who, total));
    let active = cx.turns.active;
    list(cx, order, if index <= at { at + 1 } else { at });
    debug_assert_eq!(cx.turns.active, active, "a newcomer ends nobody's turn");
    Ok(())
}

/// R3 Rounds: a round begins with the first of the order.
fn round_begins(cx: &mut Cx<'_>) {
    let round = cx.turns.round + 1;
    cx.cite(Rule::Rounds);
    cx.apply(TableFact::RoundBegan(round));
    cx.apply(TableFact::SlotUp(0));
}

/// A turn begins: what lasted until it is over. Who lies at 0 HP tests for their life, and that is the turn (A10).
fn begin(cx: &mut Cx<'_>, who: CombatantId) {
    cx.apply(TableFact::TurnBegan(who));
    conditions_end(cx, Moment::TurnBegins(who));
    cx.apply(TableFact::Refilled { who, when: Refill::Turn });
    let squares = super::attack::movement_of(cx, who);
    cx.apply(TableFact::PotSet { who, pot: Pot::Squares, left: squares });
    if harm::must_stabilise(cx, who) {
        harm::stabilise(cx, who);
    }
}

/// A turn that the GM gives by hand: its slot is up, and it has what any turn has.
pub fn given(field: &Field, who: CombatantId) -> Vec<TableFact> {
    let slot = match &field.turns.order {
        Order::Listed { slots, .. } => slots.iter().position(|it| it.owners.contains(&who)),
        _ => None,
    };
    let up = slot.map(TableFact::SlotUp);
    up.into_iter().chain([TableFact::TurnBegan(who), TableFact::Refilled { who, when: Refill::Turn }]).collect()
}

/// A turn ends, and the next slot is up.
pub fn end(cx: &mut Cx<'_>, who: CombatantId) {
    cx.apply(TableFact::TurnEnded(who));
    conditions_end(cx, Moment::TurnEnds(who));
    step_on(cx);
}

/// The next slot is up.
fn step_on(cx: &mut Cx<'_>) {
    if let Order::Listed { at, .. } = cx.turns.order {
        cx.apply(TableFact::SlotUp(at + 1));
    }
}

fn conditions_end(cx: &mut Cx<'_>, now: Moment) {
    let over: Vec<(CombatantId, Condition)> = cx
        .combatants
        .iter()
        .flat_map(|it| it.conditions.iter().filter(|held| held.ends.due(now)).map(|held| (it.id, held.what)))
        .collect();
    for (who, what) in over {
        cx.apply(TableFact::Lost { who, what });
    }
}
