//! Where a combatant stands, and what that means: adjacent to combat, one movement away, two. Squares are those of the engine's grid; where
//! nobody has a square at all, everyone counts as next to everyone.

use crate::engine::{
    CombatantId,
    space::grid::{Footing, Gait, Grid, Sightlines, Square},
};
use crate::rules::td2e::{
    Combatant, Condition, FightState,
    model::state::{enemies, is_up},
};
use std::collections::BTreeMap;

/// Whether the fight has squares: a combatant stands on one.
pub fn has_squares(fight: &FightState) -> bool {
    fight.combatants.iter().any(|it| it.place.is_some())
}

/// A21 Adjacent to combat: on any of the eight squares around. Without squares everyone is, but who has got clear.
pub fn adjacent(fight: &FightState, a: CombatantId, b: CombatantId) -> bool {
    if a == b {
        return false;
    }
    if has_squares(fight) {
        let place = |it: CombatantId| fight.find(it).and_then(|it| it.place);
        return place(a).zip(place(b)).is_some_and(|(a, b)| are_beside(&fight.space, a, b));
    }
    ![a, b].into_iter().any(|it| fight.find(it).is_some_and(|it| it.is(&Condition::Clear)))
}

/// A21 Adjacent to combat: whether a blow reaches from one square to the other: one of the eight around, and no wall between them.
pub fn are_beside(grid: &Grid, a: Square, b: Square) -> bool {
    let solid = !grid.open(a) || !grid.open(b); // who was put into a wall is there all the same
    a == b || (a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)) == 1 && (solid || grid.step(a, b, false, Gait::ANY).is_some()))
}

/// A21 Adjacent to combat: the enemies still in the fight whom a combatant stands next to. Who is not seen fights nobody yet.
pub fn engaged_with(fight: &FightState, who: CombatantId) -> Vec<CombatantId> {
    if fight.find_in_sight(who).is_none() {
        return vec![];
    }
    let foe = |it: &CombatantId| enemies(fight, who, *it) && fight.find_in_sight(*it).is_some_and(is_up);
    fight.ids().filter(|it| foe(it) && adjacent(fight, who, *it)).collect()
}

/// A21 Adjacent to combat: the squares around someone who is still in the fight.
pub fn threatened(fight: &FightState, who: CombatantId) -> Vec<Square> {
    let at = fight.find(who).filter(|it| is_up(it)).and_then(|it| it.place);
    at.map(|at| fight.space.around(at).filter(|it| fight.space.open(*it)).collect()).unwrap_or_default()
}

/// R4 In combat.
pub fn in_combat(fight: &FightState, who: CombatantId) -> bool {
    !engaged_with(fight, who).is_empty()
}

/// Whether anyone else whom `who` may know of stands on a square.
pub fn taken(fight: &FightState, who: CombatantId, at: Square) -> bool {
    fight.combatants.iter().any(|it| it.id != who && it.place == Some(at) && !it.state.dead && seen(fight, who, it.id))
}

/// A21: the one of whom a combatant knows nothing and into whom they run on this square: an enemy who stands in the way, or, where the walk is
/// to end there, anyone.
fn unseen_at(fight: &FightState, who: CombatantId, at: Square, ends: bool) -> Option<CombatantId> {
    let there = |it: &Combatant| it.id != who && it.place == Some(at) && !it.state.dead && !seen(fight, who, it.id);
    fight.combatants.iter().find(|it| there(it) && (ends || is_up(it))).map(|it| it.id)
}

/// Where a walk ends that leads into someone of whom the walker knew nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// Into whom.
    pub unseen: CombatantId,
    /// The last free square before them, with what the way there costs; none where it is the one that the walk began on.
    pub short: Option<Walk>,
}

/// A21: whom a combatant runs into on the way to a square, if it is anyone. The way is the one that the walker's knowledge gives.
pub fn meets(fight: &FightState, who: CombatantId, to: Square) -> Option<Met> {
    let from = fight.find(who)?.place?;
    let footing = walkable(fight, who);
    let way = footing.paths(from, u32::MAX, Gait::ANY).way(to)?;
    let (at, unseen) =
        way.iter().enumerate().find_map(|(at, it)| Some((at, unseen_at(fight, who, *it, at + 1 == way.len())?)))?;
    let free = way[..at].iter().rposition(|it| !taken(fight, who, *it));
    let short = free.and_then(|it| Some(Walk { to: way[it], cost: footing.way_cost(from, &way[..=it], Gait::ANY)? }));
    Some(Met { unseen, short })
}

/// Whether a combatant may know of another at all.
pub fn seen(fight: &FightState, who: CombatantId, other: CombatantId) -> bool {
    fight.is_visible_to(other, who)
}

/// The ground as a combatant may walk it: nobody walks through enemies who stand.
fn walkable(fight: &FightState, who: CombatantId) -> Footing {
    let mut footing = fight.space.footing();
    let blocks = fight.combatants.iter().filter(|it| enemies(fight, who, it.id) && is_up(it) && !it.is_hidden());
    footing.block(blocks.filter_map(|it| it.place));
    footing
}

/// The free squares that a combatant can walk to with so many squares of movement, and what each costs; their own not among them.
pub fn reach(fight: &FightState, who: CombatantId, squares: u32) -> BTreeMap<Square, u32> {
    let Some(from) = fight.find(who).and_then(|it| it.place) else { return BTreeMap::new() };
    let mut found = walkable(fight, who).reach(from, squares);
    found.retain(|at, _| *at != from && !taken(fight, who, *at));
    found
}

/// How crooked a way would be: of several squares as near, people take the one straight ahead.
fn crooked(from: Square, to: Square) -> i32 {
    let (across, down) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    across * across + down * down
}

/// The nearest free square next to a combatant, and the way there in squares; of several as near the one straight ahead.
pub fn beside(fight: &FightState, who: CombatantId, target: CombatantId, squares: u32) -> Option<(Square, u32)> {
    let goal = fight.find(target)?.place?;
    let from = fight.find(who)?.place?;
    let reach = reach(fight, who, squares);
    let next = reach.into_iter().filter(|(at, _)| are_beside(&fight.space, *at, goal));
    next.min_by_key(|(at, cost)| (*cost, crooked(from, *at), at.y, at.x))
}

/// A6 Far away: the free square within so many squares of movement from which the way to a combatant is shortest.
pub fn towards(fight: &FightState, who: CombatantId, target: CombatantId, squares: u32) -> Option<(Square, u32)> {
    let (goal, from) = (fight.find(target)?.place?, fight.find(who)?.place?);
    // From the goal outwards; anyone who stands there is no obstacle on the way to them.
    let mut footing = walkable(fight, who);
    footing.unblock(goal);
    let left = footing.reach(goal, u32::MAX);
    let own = left.get(&from).copied()?;
    let nearer = reach(fight, who, squares).into_iter().filter_map(|(at, cost)| Some((at, cost, *left.get(&at)?)));
    let best = nearer.filter(|it| it.2 < own).min_by_key(|it| (it.2, it.1, crooked(from, it.0), it.0.y, it.0.x));
    best.map(|(at, cost, _)| (at, cost))
}

/// A5 Extricating: the squares within one movement that are next to no enemy.
pub fn ways_out(fight: &FightState, who: CombatantId, squares: u32) -> BTreeMap<Square, u32> {
    let foes: Vec<Square> = fight
        .combatants
        .iter()
        .filter(|it| enemies(fight, who, it.id) && is_up(it) && !it.is_hidden())
        .filter_map(|it| it.place)
        .collect();
    let mut out = reach(fight, who, squares);
    out.retain(|at, _| foes.iter().all(|foe| !are_beside(&fight.space, *at, *foe)));
    out
}

/// A22 Scale: the squares one step away that are next to the same enemies as their own.
pub fn steps_round(fight: &FightState, who: CombatantId) -> BTreeMap<Square, u32> {
    let foes: Vec<Square> =
        engaged_with(fight, who).iter().filter_map(|it| fight.find(*it).and_then(|it| it.place)).collect();
    let mut steps = reach(fight, who, 2);
    let from = fight.find(who).and_then(|it| it.place);
    steps.retain(|at, _| {
        from.is_some_and(|from| are_beside(&fight.space, from, *at))
            && foes.iter().all(|foe| are_beside(&fight.space, *at, *foe))
    });
    steps
}

/// Whether a shot is possible from one square to another as far as walls go: whether anything of whoever stands there is seen. The map's fog
/// asks it too.
pub fn sees_square(lines: &Sightlines, from: Square, to: Square) -> bool {
    lines.sees(from, to)
}

/// Whether a shot is possible as far as walls go: whether anything of the target is seen, as `/sight` tells it.
pub fn sees(fight: &FightState, who: CombatantId, target: CombatantId) -> bool {
    let place = |it: CombatantId| fight.find(it).and_then(|it| it.place);
    match (place(who), place(target)) {
        (Some(from), Some(to)) => sees_square(&Sightlines::of(&fight.space), from, to),
        _ => !has_squares(fight),
    }
}

/// A way to be walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Where it ends.
    pub to: Square,
    /// What it costs, in squares.
    pub cost: u32,
}

/// Whether a square is beside a combatant.
pub fn is_beside(fight: &FightState, at: Square, who: CombatantId) -> bool {
    fight.find(who).and_then(|it| it.place).is_some_and(|place| are_beside(&fight.space, at, place))
}
