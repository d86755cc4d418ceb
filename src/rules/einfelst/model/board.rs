//! Where combatants are, and what that means: R7, R8, R16, R30 and ruling A24. Zones are the engine's; a barrier on a border is an
//! obstacle, cover in a zone is a place to take cover, and `exit` marks a way out.

use super::state::{Condition, enemies, is, is_here, up};
use crate::rules::einfelst::{FightState, Violation};
use crate::{
    engine::{
        CombatantId,
        space::{
            Space,
            feature::{Feature, FeatureKind},
            zones::{BorderId, ZoneId, ZonePlace, Zones},
        },
    },
    rules::names::key,
};
use serde::{Deserialize, Serialize};

/// The combatant's zone; on a border, the first of its two.
pub fn zone_of(fight: &FightState, who: CombatantId) -> Option<ZoneId> {
    fight.space.zones_of(fight.find(who)?.place?).next()
}

/// The number of zones between two combatants; anyone without a place is near everyone.
pub fn zones_apart(fight: &FightState, a: CombatantId, b: CombatantId) -> Option<u32> {
    let place = |who: CombatantId| fight.find(who).and_then(|it| it.place);
    match (place(a), place(b)) {
        (Some(a), Some(b)) => fight.space.distance(&a, &b),
        _ => Some(0),
    }
}

/// R7 Zones: whether two combatants are in the same zone.
pub fn same_zone(fight: &FightState, a: CombatantId, b: CombatantId) -> bool {
    zones_apart(fight, a, b) == Some(0)
}

/// R16 Moving within a zone, A24 Cover: whether two combatants are near enough for close combat: in the same zone, and neither in cover nor
/// far off, unless one has moved up to the other.
pub fn is_close(fight: &FightState, who: CombatantId, target: CombatantId) -> bool {
    let apart =
        is(fight, target, Condition::InCover) || [who, target].iter().any(|it| is(fight, *it, Condition::Distant));
    let near = |a: CombatantId, b: CombatantId| fight.find(a).is_some_and(|it| it.state.near.contains(&b));
    same_zone(fight, who, target) && (!apart || near(who, target) || near(target, who))
}

/// Whether the combatant may know that the other exists.
pub fn seen(fight: &FightState, who: CombatantId, other: CombatantId) -> bool {
    fight.find(other).is_some_and(|it| !it.is_hidden() || !enemies(fight, who, other))
}

/// The name of a zone.
pub fn name(fight: &FightState, zone: ZoneId) -> String {
    fight.space.place_words(&ZonePlace::In(zone))
}

/// All zones.
pub fn zones(fight: &FightState) -> Vec<ZoneId> {
    (0..fight.space.zones.len()).map(|it| ZoneId(it as u8)).collect()
}

/// The adjacent zones, across open borders; there may still be obstacles.
pub fn beside(fight: &FightState, zone: ZoneId) -> Vec<ZoneId> {
    fight.space.beside(zone).collect()
}

/// R8 Obstacles: what bars the way between two zones: "rubble".
pub fn obstacle(fight: &FightState, a: ZoneId, b: ZoneId) -> Option<String> {
    let border = fight.space.border(a, b)?;
    let mut features = fight.space.features(ZonePlace::On(border));
    let barrier = features.find(|it| it.kind == FeatureKind::Barrier)?;
    Some(if barrier.what.is_empty() { "an obstacle".to_owned() } else { barrier.what })
}

/// R8, R15: whether an obstacle can be opened by hand, like a door.
pub fn is_door(what: &str) -> bool {
    let what = key(what);
    ["door", "gate", "hatch", "shutter", "trapdoor", "portcullis"]
        .iter()
        .any(|it| what.split('-').any(|word| word == *it))
        && !what.contains("locked")
        && !what.contains("barred")
}

/// R8 Obstacles: the board once the way between two zones is clear.
pub fn cleared(fight: &FightState, a: ZoneId, b: ZoneId) -> Zones {
    let mut board = (*fight.space).clone();
    if let Some(BorderId(index)) = board.border(a, b) {
        board.borders[usize::from(index)].traits.retain(|it| Feature::read(it).kind != FeatureKind::Barrier);
    }
    board
}

/// Whether a zone has this trait: "dark".
pub fn has(fight: &FightState, zone: ZoneId, what: &str) -> bool {
    fight.space.features(ZonePlace::In(zone)).any(|it| it.kind == FeatureKind::Plain && key(&it.what) == what)
}

/// R7 Zones: whether there's cover to take: marked in the zone, or anywhere if there's no board.
pub fn has_cover(fight: &FightState, who: CombatantId) -> bool {
    let marked = |zone: ZoneId| fight.space.features(ZonePlace::In(zone)).any(|it| it.kind == FeatureKind::Cover);
    *fight.space == Zones::default() || zone_of(fight, who).is_none_or(marked)
}

/// R30 The way out: whether an enemy who can act is in the zone, as far as the combatant can see.
pub fn held_by_enemy(fight: &FightState, who: CombatantId, zone: ZoneId) -> bool {
    let there = |it: CombatantId| enemies(fight, who, it) && up(fight, it) && seen(fight, who, it);
    fight.ids().any(|it| there(it) && zone_of(fight, it) == Some(zone))
}

/// R30: the zones that lead out of the fight: those marked `exit`, otherwise the ends of the board, otherwise all.
fn exits(fight: &FightState) -> Vec<ZoneId> {
    let all = zones(fight);
    let some = |wanted: &dyn Fn(ZoneId) -> bool| -> Option<Vec<ZoneId>> {
        let found: Vec<ZoneId> = all.iter().copied().filter(|it| wanted(*it)).collect();
        (!found.is_empty()).then_some(found)
    };
    some(&|it| has(fight, it, "exit")).or_else(|| some(&|it| beside(fight, it).len() < 2)).unwrap_or(all)
}

/// R30 The way out, A19: whether the combatant can flee this way: into an adjacent zone, or straight out of the fight. The zone they start
/// in doesn't count.
pub fn way_out(fight: &FightState, who: CombatantId, to: Option<ZoneId>) -> Result<(), Violation> {
    let exits = exits(fight);
    let Some(from) = zone_of(fight, who) else {
        return if to.is_none() { Ok(()) } else { Err(Violation::NoPlace(who)) };
    };
    let Some(to) = to else {
        return if exits.contains(&from) { Ok(()) } else { Err(Violation::NoWayOut(who)) };
    };
    step(fight, from, to)?;
    let mut reached = vec![to];
    let mut index = 0;
    if held_by_enemy(fight, who, to) {
        return Err(Violation::EnemyInTheWay { who, zone: to });
    }
    let mut met = None;
    while let Some(&zone) = reached.get(index) {
        if exits.contains(&zone) {
            return Ok(());
        }
        for next in beside(fight, zone) {
            if next == from || reached.contains(&next) || obstacle(fight, zone, next).is_some() {
                continue;
            }
            match held_by_enemy(fight, who, next) {
                true => met = Some(next),
                false => reached.push(next),
            }
        }
        index += 1;
    }
    Err(met.map_or(Violation::NoWayOut(who), |zone| Violation::EnemyInTheWay { who, zone }))
}

/// R8, R16: whether one step leads from one zone to the other.
pub fn step(fight: &FightState, from: ZoneId, to: ZoneId) -> Result<(), Violation> {
    if from == to {
        return Err(Violation::AlreadyThere);
    }
    if !beside(fight, from).contains(&to) {
        return Err(Violation::NotAdjacent { to });
    }
    match obstacle(fight, from, to) {
        Some(what) => Err(Violation::Obstacle { to, what }),
        None => Ok(()),
    }
}

/// Everyone else in the fight who's in the combatant's zone.
pub fn others_here(fight: &FightState, who: CombatantId) -> Vec<CombatantId> {
    fight.ids().filter(|it| *it != who && is_here(fight, *it) && same_zone(fight, who, *it)).collect()
}

/// R16: a spot in the zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ZoneSpot {
    /// Close to everyone in it.
    Everybody,
    /// Close to someone.
    Beside(CombatantId),
    /// Away from everyone.
    Apart,
}
