//! Moving: R4-R6 and rulings A5, A6, A22. Out of combat you walk up to an enemy; in combat you only step round the same enemies, or try to
//! get out.

use crate::engine::{CombatantId, Ends, Held, Moment, space::grid::Square};
use crate::rules::refusals::Squares;
use crate::rules::td2e::{
    Condition, Cx, FightState, Flow, Rule, TableFact, Violation,
    chapters::{
        cost::Cost,
        testing::{self, Test},
    },
    model::{
        board::{self, Walk},
        fact::Event,
        gear::TestDice,
        state::{Difficulty, Resource, squares},
    },
};
use std::collections::BTreeMap;

/// Squares of one movement, and those that a second one would add: it takes the whole turn.
fn squares_left(fight: &FightState, who: CombatantId) -> (u16, u16) {
    let it = fight.combatant(who);
    let left = it.budget.left(Resource::Squares);
    let second = if it.budget.left(Resource::Deed) > 0 { squares(&it.sheet) } else { 0 };
    (left, left + second)
}

/// A22 Scale: the one step round the same enemies that is free with an attack.
pub fn free_step(fight: &FightState, who: CombatantId) -> BTreeMap<Square, u32> {
    let it = fight.combatant(who);
    if !fight.options.free_step || it.budget.left(Resource::Deed) == 0 || it.budget.left(Resource::Still) == 0 {
        return BTreeMap::new();
    }
    board::steps_round(fight, who)
}

/// R5, R6, A22: the squares that a combatant can walk to now, with what each costs.
pub fn walks(fight: &FightState, who: CombatantId) -> BTreeMap<Square, u32> {
    if board::in_combat(fight, who) {
        return free_step(fight, who);
    }
    board::reach(fight, who, u32::from(squares_left(fight, who).1))
}

/// R5, R6, A22: the squares that a combatant could walk to in a whole turn, with what each costs.
pub fn walks_in_a_turn(fight: &FightState, who: CombatantId) -> BTreeMap<Square, u32> {
    match board::in_combat(fight, who) {
        true if fight.options.free_step => board::steps_round(fight, who),
        true => BTreeMap::new(),
        false => board::reach(fight, who, 2 * u32::from(squares(&fight.combatant(who).sheet))),
    }
}

/// Why a combatant cannot walk to a square; `walks` are those they can.
///
/// # Errors
/// The rule that forbids it.
pub fn check_walk(
    fight: &FightState,
    who: CombatantId,
    to: Square,
    walks: &BTreeMap<Square, u32>,
) -> Result<(), Violation> {
    let Some(from) = fight.combatant(who).place else { return Err(Violation::NoPlace(who)) };
    match () {
        () if walks.contains_key(&to) => Ok(()),
        () if from == to => Err(Violation::AlreadyThere),
        () if board::taken(fight, who, to) => Err(Violation::Taken),
        () if board::in_combat(fight, who) => Err(Violation::InCombat(who)),
        () => Err(Violation::TooFar { who, most: Squares(u32::from(squares_left(fight, who).1)) }),
    }
}

/// A combatant walks so far, or to whom they run into on the way (A21). What it has cost.
pub fn walk(cx: &mut Cx<'_>, who: CombatantId, step: Walk) -> u32 {
    let left = u32::from(cx.combatant(who).budget.left(Resource::Squares));
    let in_combat = board::in_combat(cx, who);
    let met = board::meets(cx, who, step.to).filter(|_| cx.options.finds_unseen);
    let step = met.map_or(Some(step), |it| it.short);
    let cost = step.map_or(0, |it| it.cost);
    cx.apply(TableFact::Took { who, from: Resource::Still, amount: 1 });
    cx.end_conditions(Moment::LetsGo(who)); // A15: whoever walks lets go
    if !in_combat {
        cx.apply(TableFact::Took { who, from: Resource::Squares, amount: cost.min(left) as u16 });
    }
    if let Some(step) = step {
        cx.apply(TableFact::Placed { who, at: Some(step.to) });
    }
    if let Some(met) = met {
        runs_into(cx, who, met.unseen);
    }
    cost
}

/// A21: a combatant has run into another they knew nothing of: neither is hidden from the other any longer.
fn runs_into(cx: &mut Cx<'_>, who: CombatantId, unseen: CombatantId) {
    cx.cite(Rule::Adjacent);
    for it in [unseen, who] {
        cx.come_into_sight(it);
    }
    cx.tell(Event::RanInto { who, unseen });
}

/// R5, R6: walks to a square. Farther than one movement it is the whole turn.
///
/// # Errors
/// Never; it asks nobody.
pub fn move_to(cx: &mut Cx<'_>, who: CombatantId, to: Square) -> Flow {
    let walks = walks(cx, who);
    if let Err(violation) = check_walk(cx, who, to, &walks) {
        return cx.refuse(violation);
    }
    let cost = walks[&to];
    let left = u32::from(cx.combatant(who).budget.left(Resource::Squares));
    if board::in_combat(cx, who) {
        cx.cite(Rule::Scale);
    } else if cost > left {
        cx.cite(Rule::Advance);
    } else {
        cx.cite(Rule::AdvanceAndAttack);
    }
    let in_combat = board::in_combat(cx, who);
    let walked = walk(cx, who, Walk { to, cost });
    if walked > left && !in_combat {
        Cost::Turn.spend(cx, who);
    }
    Ok(())
}

/// R6, A6: whether a combatant can walk towards an enemy, and where that leads.
///
/// # Errors
/// The rule that forbids it.
pub fn advance_to(fight: &FightState, who: CombatantId, target: CombatantId) -> Result<Walk, Violation> {
    if !board::seen(fight, who, target) {
        return Err(Violation::NobodyThere);
    }
    if fight.combatant(who).place.is_none() || fight.find(target).is_none_or(|it| it.place.is_none()) {
        return Err(Violation::NoPlace(who));
    }
    if board::in_combat(fight, who) {
        return Err(Violation::InCombat(who));
    }
    if board::adjacent(fight, who, target) {
        return Err(Violation::AlreadyThere);
    }
    let (_, most) = squares_left(fight, who);
    let way = board::beside(fight, who, target, u32::from(most))
        .or_else(|| board::towards(fight, who, target, u32::from(most)));
    way.map(|(to, cost)| Walk { to, cost }).ok_or(Violation::TooFar { who, most: Squares(u32::from(most)) })
}

/// R6 Advance, ruling A6: walks towards an enemy, as far as two movements go.
///
/// # Errors
/// Never; it asks nobody.
pub fn advance(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId) -> Flow {
    let step = match advance_to(cx, who, target) {
        Ok(step) => step,
        Err(violation) => return cx.refuse(violation),
    };
    if !board::is_beside(cx, step.to, target) {
        cx.cite(Rule::FarAway);
    }
    move_to(cx, who, step.to)
}

/// A5 Extricating: the squares that getting out of combat may lead to.
pub fn ways_out(fight: &FightState, who: CombatantId) -> BTreeMap<Square, u32> {
    board::ways_out(fight, who, u32::from(squares(&fight.combatant(who).sheet)))
}

/// A5 Extricating: the nearest of them.
pub fn nearest_out(fight: &FightState, who: CombatantId) -> Option<Square> {
    ways_out(fight, who).into_iter().min_by_key(|(at, cost)| (*cost, at.y, at.x)).map(|it| it.0)
}

/// R4, A5: whether a combatant can try to get out of combat to this square; `None` where the fight has no squares.
///
/// # Errors
/// The rule that forbids it.
pub fn check_extricate(
    fight: &FightState,
    who: CombatantId,
    to: Option<Square>,
    out: &BTreeMap<Square, u32>,
) -> Result<(), Violation> {
    if !board::in_combat(fight, who) {
        return Err(Violation::NotInCombat(who));
    }
    if fight.combatant(who).budget.left(Resource::Still) == 0 {
        return Err(Violation::AfterMoving(who));
    }
    let most = squares(&fight.combatant(who).sheet);
    match to {
        None if board::has_squares(fight) => Err(Violation::NoPlace(who)),
        None => Ok(()),
        Some(to) if out.contains_key(&to) => Ok(()),
        Some(_) => Err(Violation::NotOut { who, most: Squares(u32::from(most)) }),
    }
}

/// R4 In combat, ruling A5: a test; on a success one moves away, on a failure the turn is over.
///
/// # Errors
/// Never; it asks nobody.
pub fn extricate(cx: &mut Cx<'_>, who: CombatantId, to: Option<Square>) -> Flow {
    cx.cite(Rule::InCombat);
    cx.cite(Rule::Extricating);
    let agile = cx.combatant(who).sheet.gifts().filter_map(|it| it.extricate).any(|it| it == TestDice::Advantage);
    Cost::Turn.spend(cx, who);
    let test = Test {
        what: "test to get out of combat".to_owned(),
        rule: Rule::Extricating,
        dice: testing::dice(&cx.options, agile, false),
        difficulty: Difficulty::Average,
    };
    let test = testing::under_circumstances(cx, who, test);
    if testing::test(cx, who, &test) {
        if cx.combatant(who).is(&Condition::Grabbed) {
            cx.apply(TableFact::Lost { who, what: Condition::Grabbed });
        }
        match to {
            Some(to) => {
                walk(cx, who, Walk { to, cost: 0 });
            }
            None => {
                cx.end_conditions(Moment::LetsGo(who)); // A15: as whoever walks does
                let held = Held { what: Condition::Clear, ends: Ends::Fight, from: None };
                cx.apply(TableFact::Gained { who, held });
            }
        }
    }
    cx.apply(TableFact::ResourceSet { who, resource: Resource::Squares, left: 0 });
    Ok(())
}
