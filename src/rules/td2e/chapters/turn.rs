//! Rounds and turns: R1-R3 and rulings A10, A16. Initiative is rolled once; turns begin and end by themselves.

use crate::engine::{CombatantId, Refill, SideId, Stage, Transition, TurnOrder, turns::Listing};
use crate::rules::td2e::{
    Combatant, Condition, Cx, FightState, Flow, Rule, TableFact, Td2e, Violation,
    chapters::{harm, testing},
    model::{
        fact::{Event, Fact},
        state::{Resource, is_player, is_up, up},
    },
};

/// R3: how long a round lasts, in seconds.
pub const ROUND_S: u32 = 5;

/// R1, A10: what comes next when nobody has a choice. No new round begins unless two sides have someone who stands, or a combatant's life
/// is in the balance. Where the unseen act beside the order one side is enough.
pub fn due(fight: &FightState) -> Option<Transition<Td2e>> {
    if fight.stage != Stage::Fighting {
        return None;
    }
    if let Some(who) = fight.turns.active {
        // Who is seen no longer goes on beside the order with what is left: nobody else waits for them.
        return (nothing_left(fight, who) || is_beside(fight, who)).then_some(Transition::TurnEnds(who));
    }
    let TurnOrder::Listed { slots, at } = &fight.turns.order else { return None };
    let Some(slot) = slots.get(*at) else { return goes_on(fight).then_some(Transition::RoundBegins) };
    Some(match slot.owners.first() {
        Some(owner) if takes_turn(fight, *owner) => Transition::TurnBegins(*owner),
        Some(owner) => Transition::TurnEnds(*owner),
        None => Transition::RoundEnds, // whose slot it was has left
    })
}

/// Whether a combatant has a turn in the slot that is up: who stands, and who has a test to make for their life; not who has had it.
fn takes_turn(fight: &FightState, who: CombatantId) -> bool {
    let had = fight.turns.is_spent(who) || fight.system.acted.contains(&who);
    !had && !is_beside(fight, who) && (up(fight, who) || harm::must_stabilise(fight, who))
}

/// Whether another round is worth beginning.
fn goes_on(fight: &FightState) -> bool {
    let plays = |it: &Combatant| is_up(it) && !is_beside(fight, it.id);
    let sides = fight.sides.iter().filter(|side| fight.members(side.id).any(plays)).count();
    // Rounds pass whether or not anyone is there unseen: they have one turn in each, and it tells nothing.
    let passes = fight.options.unseen_beside && sides > 0;
    sides > 1 || passes || fight.combatants.iter().any(|it| it.state.stabilising_tests.is_some() && !it.state.dead)
}

/// How many sides have someone who can act.
pub fn sides_standing(fight: &FightState) -> usize {
    fight.sides.iter().filter(|side| fight.members(side.id).any(is_up)).count()
}

/// A turn ends by itself when its deed is done, or its owner is down.
fn nothing_left(fight: &FightState, who: CombatantId) -> bool {
    !up(fight, who) || fight.combatant(who).budget.left(Resource::Deed) == 0
}

/// R1 Initiative, where the table plays so: whether a combatant's turns are taken beside the order, because nobody may know that they are
/// there. Where nobody else stands the order is theirs, or nobody could ever act.
pub fn is_beside(fight: &FightState, who: CombatantId) -> bool {
    fight.options.unseen_beside
        && fight.is_unknown(who)
        && fight.combatants.iter().any(|it| is_up(it) && !it.is_unknown())
}

/// Whether a combatant may act now although it is another's turn: once a round, whenever their player likes.
pub fn may_act_beside(fight: &FightState, who: CombatantId) -> bool {
    let goes_on = !fight.system.acted.contains(&who) || fight.combatant(who).budget.left(Resource::Deed) > 0;
    is_beside(fight, who) && up(fight, who) && goes_on
}

/// R1, R3: whether it is a combatant's turn.
///
/// # Errors
/// Why not.
pub fn may_go_on(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    let Some(it) = fight.find(who) else { return Err(Violation::NobodyThere) };
    if fight.stage != Stage::Fighting {
        return Err(Violation::NoFight);
    }
    if !is_up(it) {
        return Err(Violation::Down(who));
    }
    if fight.turns.active == Some(who) || may_act_beside(fight, who) {
        return Ok(());
    }
    if is_beside(fight, who) {
        return Err(Violation::HadTheirTurn(who));
    }
    let up = fight.acting_in_sight().map(|it| it.id);
    Err(up.map_or(Violation::NotTheirTurnYet(who), |up| Violation::NotTheirTurn { who, up }))
}

/// Whether a combatant's turn was the last, has ended by itself, and nobody has done anything since: who ends it then is told so, and
/// nothing is lost.
pub fn is_over_already(fight: &FightState, who: CombatantId) -> bool {
    let TurnOrder::Listed { slots, at } = &fight.turns.order else { return false };
    if fight.stage != Stage::Fighting || fight.turns.active == Some(who) || may_act_beside(fight, who) {
        return false;
    }
    let fresh = |it: CombatantId| {
        [Resource::Deed, Resource::Still].iter().all(|resource| fight.combatant(it).budget.left(*resource) > 0)
    };
    let before = (0..(*at).min(slots.len())).rev();
    let last_round = (*at..slots.len()).rev().filter(|_| fight.turns.round > 1);
    let mut owners = before.chain(last_round).filter_map(|it| slots[it].owners.first().copied());
    fight.turns.active.is_none_or(fresh) && owners.find(|it| up(fight, *it)) == Some(who)
}

/// A turn beside the order begins with its first deed or step.
pub fn begin_beside(cx: &mut Cx<'_>, who: CombatantId) {
    if cx.turns.active == Some(who) {
        return;
    }
    let begun = cx.system.acted.contains(&who);
    has_acted(cx, who);
    if !begun {
        cx.apply(TableFact::Refilled { who, when: Refill::Turn });
    }
}

/// This round's turn is begun: no other follows, in the order or beside it.
fn has_acted(cx: &mut Cx<'_>, who: CombatantId) {
    if !cx.system.acted.contains(&who) {
        let acted = cx.system.acted.iter().copied().chain([who]).collect();
        cx.change(Fact::ActedAre(acted));
    }
}

/// A combatant ends their own turn: the one that is under way, or one beside the order.
pub fn end_own(cx: &mut Cx<'_>, who: CombatantId) {
    match cx.turns.active == Some(who) {
        true => end(cx, who),
        false => cx.apply(TableFact::ResourceSet { who, resource: Resource::Deed, left: 0 }),
    }
}

/// Whose turn it is, and who may act beside the order.
pub fn may_act(fight: &FightState) -> Vec<CombatantId> {
    if fight.stage != Stage::Fighting {
        return vec![];
    }
    fight.ids().filter(|it| fight.turns.active == Some(*it) || may_act_beside(fight, *it)).collect()
}

/// R3 Rounds: a side passes by ending the turn under way, if it is one of theirs; otherwise nobody passes for a side.
///
/// # Errors
/// Why not.
pub fn check_pass(fight: &FightState, side: SideId) -> Result<(), Violation> {
    let active = fight.turns.active.and_then(|who| fight.find(who));
    if active.is_some_and(|it| it.side == side) { Ok(()) } else { Err(Violation::NoPassing) }
}

/// Beginnings and ends.
///
/// # Errors
/// When a rule refuses it.
pub fn transition(cx: &mut Cx<'_>, transition: &Transition<Td2e>) -> Flow {
    match transition {
        Transition::FightBegins => return fight_begins(cx),
        Transition::Joins(who) => return joins(cx, *who),
        Transition::RoundBegins => round_begins(cx),
        Transition::TurnBegins(who) => begin(cx, *who),
        Transition::TurnEnds(who) => end(cx, *who),
        Transition::FightEnds => fight_ends(cx),
        Transition::RoundEnds => step_on(cx),
        Transition::Passes(_) => {
            if let Some(who) = cx.turns.active {
                end(cx, who);
            }
        }
        Transition::PhaseBegins(_) | Transition::PhaseEnds(_) | Transition::ClockRanOut(_) => {}
    }
    Ok(())
}

/// R11 Dropping, R12 Stabilised: the tests that a combatant at 0 HP has left are made as the fight ends, and who lives comes round.
fn fight_ends(cx: &mut Cx<'_>) {
    let all: Vec<CombatantId> = cx.ids().collect();
    for who in all {
        while cx.combatant(who).state.stabilising_tests.is_some() && !cx.combatant(who).state.dead {
            harm::stabilise(cx, who);
        }
        if cx.combatant(who).state.hp > 0 && cx.combatant(who).is(&Condition::Unconscious) {
            cx.apply(TableFact::Lost { who, what: Condition::Unconscious });
        }
    }
    cx.apply(TableFact::StageSet(Stage::Over));
}

/// R1 Initiative: everyone rolls, in the order in which they joined; then ties are broken.
fn fight_begins(cx: &mut Cx<'_>) -> Flow {
    if cx.combatants.is_empty() {
        return cx.refuse(Violation::NobodyToFight);
    }
    cx.apply(TableFact::StageSet(Stage::Fighting));
    let ambushers: Vec<CombatantId> =
        cx.combatants.iter().filter(|it| it.sheet.hidden && !it.is_hidden()).map(|it| it.id).collect();
    for who in ambushers {
        cx.apply(TableFact::Hid { who, hidden: true });
    }
    let all: Vec<CombatantId> = cx.ids().collect();
    let rolled: Vec<(CombatantId, i32)> = all.into_iter().map(|who| (who, roll_initiative(cx, who))).collect();
    // Who acts beside the order has no part in anyone's tie, or its re-roll would tell of them.
    let (beside, listed): (Vec<_>, Vec<_>) = rolled.into_iter().partition(|it| is_beside(cx, it.0));
    let mut order = in_order(cx, listed);
    for (who, total) in beside {
        let index = place_in(cx, &order, who, total);
        order.insert(index, (who, total));
    }
    list(cx, order, 0);
    Ok(())
}

/// R1 Initiative: 2d6, or 3d6 for the vigilant.
fn roll_initiative(cx: &mut Cx<'_>, who: CombatantId) -> i32 {
    let dice = cx.combatant(who).sheet.gifts().filter_map(|it| it.initiative).max().unwrap_or(2);
    let roll = testing::sum(cx, who, Rule::Initiative, "initiative", dice);
    cx.rolled(roll).total
}

fn vigilant(fight: &FightState, who: CombatantId) -> bool {
    fight.combatant(who).sheet.any(|it| it.initiative.is_some())
}

/// Those who are tied so often in a row stay in the order in which they joined.
const MOST_REROLLS: u8 = 100;

/// R1 Initiative, R2 Ties: totals from the highest down; those who are tied are put in order among themselves.
fn in_order(cx: &mut Cx<'_>, rolled: Vec<(CombatantId, i32)>) -> Vec<(CombatantId, i32)> {
    in_order_after(cx, rolled, 0)
}

fn in_order_after(cx: &mut Cx<'_>, mut rolled: Vec<(CombatantId, i32)>, rerolls: u8) -> Vec<(CombatantId, i32)> {
    rolled.sort_by_key(|it| (std::cmp::Reverse(it.1), it.0));
    let mut order = vec![];
    for tied in rolled.chunk_by(|a, b| a.1 == b.1) {
        let among = break_tie(cx, tied.iter().map(|it| it.0).collect(), rerolls);
        order.extend(among.into_iter().map(|who| (who, tied[0].1)));
    }
    order
}

/// R2 Ties, ruling A16: the vigilant before the others; inside each group those who are tied roll again, each with their own dice, until
/// no tie is left.
fn break_tie(cx: &mut Cx<'_>, tied: Vec<CombatantId>, rerolls: u8) -> Vec<CombatantId> {
    if tied.len() < 2 || rerolls >= MOST_REROLLS {
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
        order.extend(in_order_after(cx, again, rerolls + 1).into_iter().map(|it| it.0));
    }
    order
}

/// The order is listed, with this slot up.
fn list(cx: &mut Cx<'_>, order: Vec<(CombatantId, i32)>, at: usize) {
    let slots: Vec<Listing> =
        order.iter().map(|(who, total)| Listing { owners: vec![*who], label: total.to_string() }).collect();
    let at = if cx.turns.round == 0 { slots.len() } else { at };
    cx.change(Fact::InitiativeIs(order));
    cx.apply(TableFact::OrderSet(TurnOrder::Listed { slots, at }));
}

/// R1 Initiative, R19 Trait slots: a combatant joins; in the middle of a fight they roll and take their place, after those with the same
/// total unless they alone are vigilant.
fn joins(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    let it = cx.combatant(who);
    let (taken, there) = it.sheet.slots();
    if is_player(it) && cx.options.slots && taken > there {
        return cx.refuse(Violation::Slots { who, taken, there });
    }
    if it.sheet.hidden && !it.is_hidden() {
        cx.apply(TableFact::Hid { who, hidden: true });
    }
    let TurnOrder::Listed { slots, at } = &cx.turns.order else { return Ok(()) };
    // The slots of those who have left go; how many went before the one that is up shifts it.
    let left = |it: &&Listing| !it.owners.is_empty();
    let at = slots.iter().take(*at).filter(left).count();
    let listed: Vec<CombatantId> = slots.iter().filter_map(|it| it.owners.first().copied()).collect();
    let total_of = |who: CombatantId| cx.system.initiative.iter().find(|it| it.0 == who).map_or(0, |it| it.1);
    let mut order: Vec<(CombatantId, i32)> = listed.into_iter().map(|who| (who, total_of(who))).collect();
    let total = roll_initiative(cx, who);
    let index = place_in(cx, &order, who, total);
    order.insert(index, (who, total));
    // As it is told to those who hear of the newcomer: nobody unseen is in their order.
    let unseen = |it: CombatantId| cx.is_hidden(it);
    let after = order[..index].iter().rev().map(|it| it.0).find(|it| unseen(who) || !unseen(*it));
    cx.tell(Event::TakesPlace { who, after });
    list(cx, order, if index <= at { at + 1 } else { at });
    Ok(())
}

/// R2 Ties: where in the order a combatant comes who is not tied with anyone: after those with the same total, unless they alone are
/// vigilant.
fn place_in(fight: &FightState, order: &[(CombatantId, i32)], who: CombatantId, total: i32) -> usize {
    let keen = vigilant(fight, who);
    let before = |it: &(CombatantId, i32)| it.1 > total || (it.1 == total && (!keen || vigilant(fight, it.0)));
    order.iter().position(|it| !before(it)).unwrap_or(order.len())
}

/// R3 Rounds: a round begins with the first of the order.
fn round_begins(cx: &mut Cx<'_>) {
    let round = cx.turns.round + 1;
    cx.cite(Rule::Rounds);
    cx.apply(TableFact::RoundBegan(round));
    if !cx.system.acted.is_empty() {
        cx.change(Fact::ActedAre(vec![]));
    }
    cx.apply(TableFact::SlotUp(0));
}

/// A turn begins: what lasted until it is over. Who lies at 0 HP tests for their life, and that is the turn (A10).
fn begin(cx: &mut Cx<'_>, who: CombatantId) {
    cx.apply(TableFact::TurnBegan(who));
    if cx.options.unseen_beside {
        has_acted(cx, who); // who sneaks out of sight does not begin again beside the order
    }
    if cx.combatant(who).is(&Condition::Evading) {
        cx.apply(TableFact::Lost { who, what: Condition::Evading }); // A4, also where the GM's hand has set it
    }
    cx.apply(TableFact::Refilled { who, when: Refill::Turn });
    if harm::must_stabilise(cx, who) {
        harm::stabilise(cx, who);
    }
}

/// A turn that the GM gives by hand: its slot is up, and it begins as any turn does. Who acts beside the order has it there and then.
pub fn given(fight: &FightState, who: CombatantId) -> Vec<TableFact> {
    let mut given = spent(fight, who, false);
    let slot = match &fight.turns.order {
        TurnOrder::Listed { slots, .. } if !is_beside(fight, who) => {
            slots.iter().position(|it| it.owners.contains(&who))
        }
        _ => None,
    };
    match slot {
        Some(slot) => given.extend([TableFact::TurnEnded(who), TableFact::SlotUp(slot)]),
        None => given.push(TableFact::Refilled { who, when: Refill::Turn }),
    }
    given
}

/// A turn of this round that the GM uses up by hand, or gives back before its slot has come.
pub fn spent(fight: &FightState, who: CombatantId, spent: bool) -> Vec<TableFact> {
    if spent && fight.turns.active == Some(who) {
        return vec![TableFact::ResourceSet { who, resource: Resource::Deed, left: 0 }];
    }
    let mut acted = fight.system.acted.clone();
    acted.retain(|it| *it != who);
    acted.extend(spent.then_some(who));
    if acted == fight.system.acted { vec![] } else { vec![TableFact::System(Fact::ActedAre(acted))] }
}

/// R3: who goes out of sight after their turn of this round has nothing left of it, whatever they did in it.
pub fn hidden(fight: &FightState, who: CombatantId) -> Vec<TableFact> {
    let is_over = fight.turns.active != Some(who) && fight.system.acted.contains(&who);
    let has_more = is_over && fight.find_in_sight(who).is_some_and(|it| it.budget.left(Resource::Deed) > 0);
    has_more.then_some(TableFact::ResourceSet { who, resource: Resource::Deed, left: 0 }).into_iter().collect()
}

/// A turn ends, and the next slot is up.
pub fn end(cx: &mut Cx<'_>, who: CombatantId) {
    cx.apply(TableFact::TurnEnded(who));
    step_on(cx);
}

/// The next slot is up.
fn step_on(cx: &mut Cx<'_>) {
    if let TurnOrder::Listed { at, .. } = cx.turns.order {
        cx.apply(TableFact::SlotUp(at + 1));
    }
}
