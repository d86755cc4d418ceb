//! Charges: R20 and rulings A11, A21.

use super::{
    attack::{self, Swing},
    checks::modifier,
    cost::Cost,
    instants,
    movement::{given_back, walks_untouched},
};
use crate::{
    engine::{
        CombatantId, Ends, Held,
        space::{Space, grid::Square},
    },
    rules::sovereign::{
        Condition, Cx, FightState, Flow, Rule, TableFact, Violation,
        model::{
            blow::{How, With},
            board::{self, Walk},
            fact::Event,
            state::{Trigger, grappling, is, up, weapon},
        },
    },
};

/// R20: whether a combatant can charge a target, and along which line.
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    fight: &FightState,
    who: CombatantId,
    at: CombatantId,
    (with, how): (With, How),
    to: Option<Square>,
) -> Result<Walk, Violation> {
    if grappling(fight, who) {
        return Err(Violation::InGrapple(who));
    }
    let (weapon, _) = attack::could_aim(fight, who, at, with, how)?;
    if weapon.shoots() {
        return Err(Violation::ShotCharge(weapon.name.clone()));
    }
    let strikes = weapon.strikes() && how != How::Throw;
    let (Some(from), Some(goal)) = (board::place(fight, who), board::place(fight, at)) else {
        return Err(Violation::NoPlace(who));
    };
    let reach = if weapon.long { 2 } else { fight.combatant(who).sheet.reach_ft / board::SQUARE_FT };
    let throws = weapon.range.filter(|_| weapon.thrown && !is(fight, at, Condition::Lost));
    let throw = throws.map_or(0, |it| it.long_ft / board::SQUARE_FT);
    let most = 2 * board::squares_of_movement(fight, who);
    let far = |square: &Square| fight.space.distance(square, &goal).unwrap_or(u32::MAX);
    let ends = |square: &Square| {
        let near = if strikes { reach.max(throw) } else { throw };
        far(square) <= near && *square != from && (*square == goal || fight.space.sight(*square, goal).seen)
    };
    let line = |square: Square| board::straight(fight, who, square).filter(|it| it.cost <= most);
    if let Some(to) = to {
        if to == from {
            return Err(Violation::NoMomentum);
        }
        let way = line(to).ok_or(Violation::NoStraightLine(at))?;
        return if ends(&to) {
            Ok(way)
        } else {
            Err(Violation::OutOfReach { target: at, far: far(&to) * 5, reach: reach * 5 })
        };
    }
    if strikes && far(&from) <= reach {
        return Err(Violation::NoMomentum);
    }
    // The shortest line that ends beside the target, or where there is none, from which they can throw: one square towards it at least.
    let shortest = |close: u32| {
        let around = fight.space.within(goal, close as u16).filter(|it| ends(it) && far(it) < far(&from));
        let lines = around.filter_map(|it| Some((line(it)?, it)));
        lines.min_by_key(|(way, it)| (way.cost, board::crow(from, *it), it.y, it.x)).map(|it| it.0)
    };
    let beside = if strikes { shortest(reach) } else { None };
    beside.or_else(|| shortest(throw)).ok_or(Violation::NoStraightLine(at))
}

/// R20 Charge, A21: both actions for a straight line and an attack at +2; AC is 2 less until the round ends.
///
/// # Errors
/// When a combatant must be asked.
pub fn charge(
    cx: &mut Cx<'_>,
    who: CombatantId,
    at: CombatantId,
    (with, how): (With, How),
    to: Option<Square>,
) -> Flow {
    const MOMENTUM: i32 = 2;
    cx.cite(Rule::Charge);
    if !instants::declared(cx, who, Trigger::Moves)? {
        return Ok(());
    }
    let Ok(way) = check(cx, who, at, (with, how), to) else { return given_back(cx, who) };
    Cost::Both.spend(cx, who);
    if !cx.combatant(who).state.clear_of.is_empty() {
        cx.cite(Rule::ChargeDisengaged);
    }
    let attackers = board::opportunity_attackers(cx, who);
    let held = Held { what: Condition::Charging, ends: Ends::Round(cx.turns.round), from: None };
    cx.apply(TableFact::Gained { who, held });
    cx.cite(Rule::RoundEnd);
    if !instants::opportunities(cx, who, attackers)? {
        return Ok(());
    }
    let from = board::place(cx, who);
    walks_untouched(cx, who, &way.squares)?;
    // Anyone who was stopped by someone unseen attacks if they have got anywhere, and near enough.
    if !up(cx, who) {
        return Ok(());
    }
    if board::place(cx, who) == from || attack::aim(cx, who, at, with, how).is_err() {
        cx.tell(Event::ChargedShort { who, at });
        return Ok(());
    }
    if !instants::declared(cx, who, Trigger::Attacks)? {
        return Ok(());
    }
    let swing = Swing {
        more: vec![modifier("charge", MOMENTUM)],
        by_rule: Some(Rule::Charge),
        ..Swing::new(who, at, with, how)
    };
    attack::swing(cx, swing)?;
    Ok(())
}

/// The squares in which a charge at a combatant could end: around them, and where they stand, to be told why not.
pub fn squares(fight: &FightState, who: CombatantId, target: CombatantId, with: With) -> Vec<Square> {
    let (Some(goal), Some(own)) = (board::place(fight, target), board::place(fight, who)) else { return vec![] };
    let weapon = weapon(fight, who, with);
    let near = weapon.map_or(1, |it| if it.long { 2 } else { 1 });
    let line = if weapon.is_some_and(|it| it.thrown) { fight.space.beeline(own, goal) } else { vec![] };
    let mut all: Vec<Square> = fight.space.within(goal, near).chain([own]).collect();
    all.extend(
        line.into_iter()
            .filter(|it| *it != goal && fight.space.distance(it, &goal).is_some_and(|far| far > u32::from(near))),
    );
    all
}
