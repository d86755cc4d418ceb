//! Swarms and charges: R17 to R20 and rulings A2 to A4, A11, A21, A26.

use super::{
    Condition, Cx, FightState, Flow, Rule, TableFact, Violation,
    attack::{self, How, Swing, With},
    board::{self, Walk},
    checks::modifier,
    fact::Fact,
    instants,
    movement::{given_back, spends, walks_untouched},
    state::{Resource, Trigger, grappling, is, up},
};
use crate::engine::{
    CombatantId, Ends, Held,
    space::{Space, grid::Square},
};
use serde::{Deserialize, Serialize};

/// A2: assailants of a swarm at most, the attacker among them.
const MOST: usize = 4;
/// R17: what each other assailant adds to the attack roll.
const EACH: i32 = 2;

/// What somebody does in a swarm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// Joins it, and leaves the attack to another.
    Join,
    /// Makes the attack, joining first if need be.
    Strike,
}

/// R17: those who swarm somebody this round.
pub fn assailants(fight: &FightState, at: CombatantId) -> Vec<CombatantId> {
    fight.combatants.iter().filter(|it| it.state.swarms == Some(at)).map(|it| it.id).collect()
}

/// R17, A2, A26: whether somebody can take this part against a target.
///
/// # Errors
/// The rule that forbids it.
pub fn check(fight: &FightState, who: CombatantId, at: CombatantId, with: With, part: Part) -> Result<(), Violation> {
    attack::aim(fight, who, at, with, How::Kill)?;
    let all = assailants(fight, at);
    let joined = all.contains(&who);
    if fight.system.swarmed.contains(&at) {
        return Err(Violation::SwarmDone(at));
    }
    if !joined && all.len() >= MOST {
        return Err(Violation::SwarmFull(at));
    }
    if joined && part == Part::Join { Err(Violation::SwarmJoined(at)) } else { Ok(()) }
}

/// R17 Swarm attack, A2, A26: joins, or makes the one attack with what the others add.
///
/// # Errors
/// When somebody must be asked.
pub fn swarm(cx: &mut Cx<'_>, who: CombatantId, at: CombatantId, with: With, part: Part) -> Flow {
    cx.cite(Rule::Swarm);
    let joined = assailants(cx, at).contains(&who);
    if part == Part::Strike && !instants::declared(cx, who, Trigger::Attacks)? {
        return Ok(());
    }
    if check(cx, who, at, with, part).is_err() {
        return given_back(cx, who);
    }
    if !joined {
        spends(cx, who, Resource::Main);
        cx.note(Fact::Swarms { who, at });
        attack::takes_in_hand(cx, who, with);
        super::harm::alarms(cx, at);
    }
    if part == Part::Join {
        return Ok(());
    }
    let others: Vec<CombatantId> = assailants(cx, at).into_iter().filter(|it| *it != who && up(cx, *it)).collect();
    let others = others.len().min(MOST - 1);
    if others + 1 == MOST {
        cx.cite(Rule::FourInASwarm);
    }
    cx.cite(Rule::SwarmLapses);
    cx.note(Fact::SwarmStrikes(at));
    let more = if others > 0 { vec![modifier("swarm", EACH * others as i32)] } else { vec![] };
    let swing =
        Swing { more, swarm: Some(others as u8), by_rule: Some(Rule::Swarm), ..Swing::new(who, at, with, How::Kill) };
    attack::swing(cx, swing)?;
    Ok(())
}

/// R20: whether somebody can charge a target, and along which line.
///
/// # Errors
/// The rule that forbids it.
pub fn check_charge(
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
            return Err(Violation::NoMomentum(who));
        }
        let way = line(to).ok_or(Violation::NoStraightLine(at))?;
        return if ends(&to) {
            Ok(way)
        } else {
            Err(Violation::OutOfReach { target: at, far: far(&to) * 5, reach: reach * 5 })
        };
    }
    if strikes && far(&from) <= reach {
        return Err(Violation::NoMomentum(who));
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
/// When somebody must be asked.
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
    let Ok(way) = check_charge(cx, who, at, (with, how), to) else { return given_back(cx, who) };
    spends(cx, who, Resource::Main);
    spends(cx, who, Resource::Move);
    if !cx.combatant(who).state.clear_of.is_empty() {
        cx.cite(Rule::ChargeDisengaged);
    }
    let guards = board::guards(cx, who);
    let held = Held { what: Condition::Charging, ends: Ends::Round(cx.turns.round), from: None };
    cx.apply(TableFact::Gained { who, held });
    cx.cite(Rule::RoundEnd);
    if !instants::opportunities(cx, who, guards)? {
        return Ok(());
    }
    let from = board::place(cx, who);
    walks_untouched(cx, who, &way.squares)?;
    // Whoever was stopped by somebody unseen attacks if they have got anywhere, and near enough.
    if !up(cx, who) {
        return Ok(());
    }
    if board::place(cx, who) == from || attack::aim(cx, who, at, with, how).is_err() {
        cx.note(Fact::ChargedShort { who, at });
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
