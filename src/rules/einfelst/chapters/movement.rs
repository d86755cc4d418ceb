//! Moving, and the weapon in hand: R15, R16, C3, C4. Going into the next zone is one fast manoeuvre.

use super::{attack, cost::Cost, harm, hold, reaction, testing::Test, turn};
use crate::engine::{
    CombatantId, Ends, Held,
    space::zones::{ZoneId, ZonePlace},
};
use crate::rules::einfelst::{
    Condition, Cx, FightState, Flow, Rule, TableFact, Violation,
    model::{
        board::{self, ZoneSpot},
        fact::{Event, Fact},
        question::Extra,
        state::{Skill, enemies, is, is_here, weapon},
        track::HarmKind,
    },
};

/// R16: whether the combatant can go into this zone.
pub fn check_move(fight: &FightState, who: CombatantId, to: ZoneId) -> Result<(), Violation> {
    let from = board::zone_of(fight, who).ok_or(Violation::NoPlace(who))?;
    board::step(fight, from, to)
}

/// R16: the zones that a combatant can still go to, for the map.
pub fn reaches(fight: &FightState, who: CombatantId) -> Vec<ZonePlace> {
    let may = turn::may_act(fight).contains(&who) && Cost::Fast.check(fight, who).is_ok();
    if may { could_reach(fight, who) } else { vec![] }
}

/// R16: the zones that a combatant could go to with one manoeuvre, for the map.
pub fn could_reach(fight: &FightState, who: CombatantId) -> Vec<ZonePlace> {
    let beside = board::zones(fight).into_iter().filter(|it| check_move(fight, who, *it).is_ok());
    beside.map(ZonePlace::In).collect()
}

/// R16 Moving within a zone, C4: goes into the next zone; if pinned, it costs one Harm.
pub fn move_to(cx: &mut Cx<'_>, who: CombatantId, to: ZoneId) -> Flow {
    cx.cite(Rule::WithinZone);
    let pinned = is(cx, who, Condition::Pinned);
    arrives(cx, who, to);
    if pinned {
        cx.cite(Rule::ShootEffects);
        cx.apply(TableFact::Lost { who, what: Condition::Pinned });
        harm::suffer(cx, who, 1, HarmKind::Physical)?;
    }
    Ok(())
}

/// The combatant is now in another zone: cover and closeness stay behind, and holds that don't reach that far end.
pub fn arrives(cx: &mut Cx<'_>, who: CombatantId, to: ZoneId) {
    cx.apply(TableFact::Placed { who, at: Some(ZonePlace::In(to)) });
    moves_about(cx, who, true);
    for held in hold::held_by(cx, who) {
        if !board::same_zone(cx, who, held) {
            hold::is_free(cx, held);
        }
    }
    if hold::holder(cx, who).is_some_and(|it| !board::same_zone(cx, who, it)) {
        hold::is_free(cx, who);
    }
}

/// The combatant has left their spot.
fn moves_about(cx: &mut Cx<'_>, who: CombatantId, comes_near: bool) {
    for what in [Condition::InCover, Condition::Distant] {
        if (comes_near || what == Condition::InCover) && cx.combatant(who).is(&what) {
            cx.apply(TableFact::Lost { who, what });
        }
    }
    let others: Vec<CombatantId> = cx.ids().filter(|it| cx.combatant(*it).state.near.contains(&who)).collect();
    for other in others {
        let near = cx.combatant(other).state.near.iter().copied().filter(|it| *it != who).collect();
        cx.change(Fact::NearIs { who: other, near });
    }
    if !cx.combatant(who).state.near.is_empty() {
        cx.change(Fact::NearIs { who, near: vec![] });
    }
}

/// R16: whether the combatant can get to that spot in the zone.
pub fn check_within(fight: &FightState, who: CombatantId, spot: ZoneSpot) -> Result<(), Violation> {
    let ZoneSpot::Beside(target) = spot else { return Ok(()) };
    match () {
        () if target == who => Err(Violation::Oneself),
        () if !board::seen(fight, who, target) || !is_here(fight, target) => Err(Violation::NobodyThere),
        () if !board::same_zone(fight, who, target) => Err(Violation::NotSameZone(target)),
        () => Ok(()),
    }
}

/// R16 Moving within a zone: anywhere in it: up to someone, even behind their cover, or away from everyone.
pub fn within(cx: &mut Cx<'_>, who: CombatantId, spot: ZoneSpot) -> Flow {
    cx.cite(Rule::WithinZone);
    cx.tell(Event::MovesWithin { who, spot });
    moves_about(cx, who, spot != ZoneSpot::Apart);
    let near = match spot {
        ZoneSpot::Apart => {
            let held = Held { what: Condition::Distant, ends: Ends::Fight, from: None };
            cx.apply(TableFact::Gained { who, held });
            vec![]
        }
        ZoneSpot::Beside(target) => vec![target],
        ZoneSpot::Everybody => board::others_here(cx, who).into_iter().filter(|it| board::seen(cx, who, *it)).collect(),
    };
    cx.change(Fact::NearIs { who, near });
    Ok(())
}

/// R7, R15: whether the combatant can take cover.
pub fn check_cover(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    match () {
        () if is(fight, who, Condition::InCover) => Err(Violation::InCover(who)),
        () if !board::has_cover(fight, who) => Err(Violation::NoCover(who)),
        () => Ok(()),
    }
}

/// R7 Zones, R15 Fast manoeuvres: takes cover where the Director has marked some.
pub fn take_cover(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::Zones);
    moves_about(cx, who, true);
    let held = Held { what: Condition::InCover, ends: Ends::Fight, from: None };
    cx.apply(TableFact::Gained { who, held });
    Ok(())
}

/// R15: whether the combatant is prone.
pub fn check_stand(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if is(fight, who, Condition::Prone) { Ok(()) } else { Err(Violation::Standing(who)) }
}

/// R15: stands up.
pub fn stand(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.apply(TableFact::Lost { who, what: Condition::Prone });
    Ok(())
}

/// R15: whether the weapon can be drawn.
pub fn check_draw(fight: &FightState, who: CombatantId, with: u8) -> Result<(), Violation> {
    let state = &fight.combatant(who).state;
    match weapon(fight, who, with) {
        None => Err(Violation::NotCarried),
        Some(_) if state.dropped.contains(&with) => Err(Violation::OnTheGround),
        Some(_) if state.in_hand == Some(with) => Err(Violation::InHand),
        Some(_) => Ok(()),
    }
}

/// R15: draws a weapon, putting away the one in hand.
pub fn draw(cx: &mut Cx<'_>, who: CombatantId, with: u8) -> Flow {
    cx.change(Fact::InHand { who, with: Some(with) });
    Ok(())
}

/// C3: whether this weapon of the combatant's is on the ground.
pub fn check_pick_up(fight: &FightState, who: CombatantId, with: u8) -> Result<(), Violation> {
    if fight.combatant(who).state.dropped.contains(&with) { Ok(()) } else { Err(Violation::NothingDropped(who)) }
}

/// C3, R15: picks up a dropped weapon.
pub fn pick_up(cx: &mut Cx<'_>, who: CombatantId, with: u8) -> Flow {
    cx.cite(Rule::StrikeEffects);
    cx.change(Fact::PickedUp { who, with });
    Ok(())
}

/// The zones that the target can be pushed into.
pub fn pushed_where(fight: &FightState, target: CombatantId) -> Vec<ZoneId> {
    let Some(from) = board::zone_of(fight, target) else { return vec![] };
    board::beside(fight, from).into_iter().filter(|to| board::obstacle(fight, from, *to).is_none()).collect()
}

/// C3: the target is pushed into another zone, or to another spot in theirs.
pub fn pushed(cx: &mut Cx<'_>, by: CombatantId, target: CombatantId, to: Option<ZoneId>) {
    cx.tell(Event::Pushed { by, who: target });
    match to {
        Some(to) => arrives(cx, target, to),
        None => {
            moves_about(cx, target, true);
            let held = Held { what: Condition::Distant, ends: Ends::Fight, from: Some(by) };
            cx.apply(TableFact::Gained { who: target, held });
        }
    }
}

/// R14: whether the combatant can push the target there.
pub fn check_push(
    fight: &FightState,
    who: CombatantId,
    target: CombatantId,
    to: Option<ZoneId>,
) -> Result<(), Violation> {
    attack::foe(fight, who, target)?;
    if !board::same_zone(fight, who, target) {
        return Err(Violation::NotSameZone(target));
    }
    if !board::is_close(fight, who, target) {
        return Err(Violation::NotClose(target));
    }
    match (to, board::zone_of(fight, target)) {
        (Some(to), Some(from)) => board::step(fight, from, to),
        (Some(_), None) => Err(Violation::NoPlace(target)),
        (None, _) => Ok(()),
    }
}

/// R14 Slow manoeuvres: pushes by Force, against a parry.
pub fn push(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId, to: Option<ZoneId>) -> Flow {
    cx.cite(Rule::SlowTable);
    let unseen = attack::is_seen(cx, who);
    cx.tell(Event::Shoves { by: who, at: target });
    let defence = if unseen { None } else { reaction::defends(cx, who, target, false)? };
    let clash = attack::opposed(cx, &Test::of(who, Skill::Force, Rule::SlowTable, "push"), target, defence);
    match clash.extra {
        Some(extra) => {
            pushed(cx, who, target, to);
            hold::spend(cx, who, target, extra, Extra::Push)
        }
        None => {
            cx.tell(Event::Missed { by: who, at: target });
            if clash.surplus > 0 && enemies(cx, who, target) { reaction::surplus(cx, target, who) } else { Ok(()) }
        }
    }
}
