//! Where a combatant stands, and what that means: within a metre, in reach, between two foes. Squares are those of the engine's grid, a
//! metre each; where nobody has a square at all, everyone counts as next to everyone.

use crate::rules::ingenuity::{
    Combatant, Condition, FightState, Violation,
    model::state::{enemies, is_up, known, up},
};
use crate::{
    engine::{
        CombatantId,
        space::{
            Space,
            feature::FeatureKind,
            grid::{Barrier, Cover, Diagonals, EdgeKind, Footing, Gait, Grid, Sightlines, Square, Unit},
        },
    },
    rules::{boards, names::key},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metres(pub u32);

impl std::fmt::Display for Metres {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0 == 1 { f.write_str("1 metre") } else { write!(f, "{} metres", self.0) }
    }
}

/// R31b Diagonals: the metre grid, on which every second diagonal is two metres, and heights are metres too.
pub fn metres() -> Grid {
    Grid { diagonals: Diagonals::OneTwo, unit: Unit::Metres, ..Grid::default() }
}

/// Reads a board; every second diagonal is double if nothing else is said.
///
/// # Errors
/// What is wrong with it.
pub fn read(now: &Grid, fields: &[(String, String)]) -> Result<Grid, String> {
    let says = fields.iter().any(|it| key(&it.0).starts_with("diagonal"));
    let mut grid = boards::grid(&Grid { unit: Unit::Metres, ..now.clone() }, fields)?;
    if !says && *now == Grid::default() {
        grid.diagonals = Diagonals::OneTwo;
    }
    Ok(grid)
}

/// Whether the fight has squares: a combatant stands on one.
pub fn has_squares(fight: &FightState) -> bool {
    fight.combatants.iter().any(|it| it.place.is_some())
}

/// Metres between two; none if either has no square.
pub fn distance(fight: &FightState, a: CombatantId, b: CombatantId) -> Option<u32> {
    fight.distance(a, b)
}

/// Whether two are within so many metres. Without squares everyone is.
pub fn within(fight: &FightState, a: CombatantId, b: CombatantId, metres: u32) -> bool {
    if a == b {
        return false;
    }
    !has_squares(fight) || distance(fight, a, b).is_some_and(|it| it <= metres)
}

/// C14: the same, or why it is too far.
///
/// # Errors
/// How far it is.
pub fn check_within(fight: &FightState, who: CombatantId, target: CombatantId, metres: u32) -> Result<(), Violation> {
    match distance(fight, who, target) {
        _ if within(fight, who, target, metres) => Ok(()),
        Some(far) => Err(Violation::OutOfReach { target, far: Metres(far), reach: Metres(metres) }),
        None => Err(Violation::NoDistance(target)),
    }
}

/// Whether an attack is possible from one square to another as far as walls go: whether anything of whoever stands there is seen. The map's fog
/// asks it too.
pub fn sees_square(lines: &Sightlines, from: Square, to: Square) -> bool {
    lines.sees(from, to)
}

/// Whether an attack is possible as far as walls go: whether anything of the target is seen, as `/sight` tells it.
pub fn sees(fight: &FightState, who: CombatantId, target: CombatantId) -> bool {
    let place = |it: CombatantId| fight.find(it).and_then(|it| it.place);
    match (place(who), place(target)) {
        (Some(from), Some(to)) => sees_square(&Sightlines::of(&fight.space), from, to),
        _ => !has_squares(fight),
    }
}

/// Whether anyone else whom `who` may know of stands on a square.
pub fn taken(fight: &FightState, who: CombatantId, at: Square) -> bool {
    fight.combatants.iter().any(|it| it.id != who && it.place == Some(at) && !it.state.dead && known(fight, who, it.id))
}

/// R21: the one of whom a combatant knows nothing and into whom they run on this square: an enemy who stands in the way, or, where the walk is
/// to end there, anyone.
pub fn unseen_at(fight: &FightState, who: CombatantId, at: Square, ends: bool) -> Option<CombatantId> {
    let there = |it: &Combatant| it.id != who && it.place == Some(at) && !it.state.dead && !known(fight, who, it.id);
    let found = fight.combatants.iter().find(|it| there(it) && (ends || is_up(it))).map(|it| it.id);
    found.filter(|_| fight.options.finds_unseen)
}

/// The ground as a combatant may walk it: nobody walks through enemies who stand.
pub fn walkable(fight: &FightState, who: CombatantId) -> Footing {
    let mut footing = fight.space.footing();
    let blocks = fight.combatants.iter().filter(|it| enemies(fight, who, it.id) && is_up(it) && !it.is_hidden());
    footing.block(blocks.filter_map(|it| it.place));
    footing
}

/// The free squares that a combatant can walk to within so many metres, and what each costs; their own not among them.
pub fn reach(fight: &FightState, who: CombatantId, metres: u32) -> BTreeMap<Square, u32> {
    let Some(from) = fight.find(who).and_then(|it| it.place) else { return BTreeMap::new() };
    let mut found = walkable(fight, who).reach(from, metres);
    found.retain(|at, _| *at != from && !taken(fight, who, *at));
    found
}

/// R31b: what a way costs that a combatant walks from a square, in metres.
pub fn cost(fight: &FightState, who: CombatantId, from: Square, way: &[Square]) -> u32 {
    walkable(fight, who).way_cost(from, way, Gait::ANY).unwrap_or(0)
}

/// The squares of the board within so many metres of one.
pub fn around(fight: &FightState, at: Square, metres: u32) -> Vec<Square> {
    let metres = i16::try_from(metres).unwrap_or(i16::MAX).min(fight.space.wide.max(fight.space.high));
    let all = (-metres..=metres).flat_map(|dy| (-metres..=metres).map(move |dx| (dx, dy)));
    let near = all.map(|(dx, dy)| Square { x: at.x + dx, y: at.y + dy });
    near.filter(|it| fight.space.holds(*it)).collect()
}

/// A32 Intercept: how far a combatant must walk to an ally's square; none where there is no way.
pub fn way_to(fight: &FightState, who: CombatantId, ally: CombatantId, metres: u32) -> Option<u32> {
    let (from, to) = (fight.find(who)?.place?, fight.find(ally)?.place?);
    walkable(fight, who).walk(from, to, metres)
}

/// A32 Intercept: the nearest free squares to a combatant's own, all equally near.
pub fn nearest_free(fight: &FightState, who: CombatantId) -> Vec<Square> {
    let near = reach(fight, who, 40);
    let least = near.values().min().copied();
    near.into_iter().filter(|it| Some(it.1) == least).map(|it| it.0).collect()
}

/// A30 Flank: two of the target's foes who can act, within a metre of it, on squares opposite each other; where nobody has a square,
/// as the GM says. Of the GM's nobody flanks from hiding but anyone who attacks: an advantage would tell where they are.
pub fn flanked(fight: &FightState, target: CombatantId, by: Option<CombatantId>) -> bool {
    let Some(it) = fight.find(target) else { return false };
    if it.is(&Condition::Flanked) {
        return true;
    }
    let Some(at) = it.place else { return false };
    let foes: Vec<Square> = fight
        .ids()
        .filter(|foe| enemies(fight, target, *foe) && up(fight, *foe))
        .filter(|foe| by == Some(*foe) || !fight.is_unknown(*foe))
        .filter_map(|foe| fight.combatant(foe).place)
        .filter(|place| fight.space.distance(place, &at).is_some_and(|it| it <= 1))
        .filter(|place| *place == at || fight.space.sight(*place, at).seen)
        .collect();
    foes.iter().any(|one| {
        let opposite = Square { x: 2 * at.x - one.x, y: 2 * at.y - one.y };
        foes.contains(&opposite)
    })
}

/// R24: whether a combatant is behind cover as far as the board says: in a square with cover, or beside one, a solid square, or an edge on
/// which something stands. `None` where the board states no cover, low wall or window at all: then it is the table's to see.
pub fn sheltered(fight: &FightState, who: CombatantId) -> Option<bool> {
    let at = fight.find(who)?.place?;
    let grid = &fight.space;
    let covers = |at: &Square| grid.features(*at).any(|it| it.kind == FeatureKind::Cover);
    let low = |it: &Barrier| it.top_ft.is_some() || matches!(it.kind, EdgeKind::Window | EdgeKind::Slit);
    let stated = grid.features.keys().any(covers) || !grid.wall_tops_ft.is_empty() || grid.edges.values().any(low);
    let beside = |it: Square| {
        let stands = grid.between(at, it).is_some_and(|it| it.kind != EdgeKind::OpenDoor);
        covers(&it) || grid.walls.contains(&it) || stands
    };
    stated.then(|| covers(&at) || grid.around(at).any(beside))
}

/// R24: whether cover that the target seeks is in the way of a shot: something solid hides a part of them, or the crates and the like of a
/// square with cover do, which stand waist-high; who is among those has it all round. Where the board states no cover, and where
/// a combatant has no square, it is the table's to see, and counts.
pub fn is_covered(fight: &FightState, by: CombatantId, target: CombatantId) -> bool {
    let place = |it: CombatantId| fight.find(it).and_then(|it| it.place);
    match (place(by), place(target)) {
        (Some(from), Some(to)) if sheltered(fight, target).is_some() => covers(&fight.space, from, to),
        _ => true,
    }
}

/// Waist-high, in fifths of a square's side.
const WAIST_FT: u16 = 3;

/// R24: whether anything between two squares is in the way of a shot from the one at who stands in the other.
pub fn covers(grid: &Grid, from: Square, to: Square) -> bool {
    let is_cover = |at: &Square| grid.features(*at).any(|it| it.kind == FeatureKind::Cover);
    if is_cover(&to) {
        return true;
    }
    let mut whole = grid.clone();
    for at in grid.features.keys().filter(|it| is_cover(it) && **it != from && !grid.walls.contains(it)) {
        whole.walls.insert(*at);
        whole.wall_tops_ft.insert(*at, grid.height_ft(*at) + WAIST_FT);
    }
    whole.sight(from, to).cover != Cover::None
}

/// R35, A24: those within a metre of the target, who might be hit in its stead; none of the GM's whom nobody sees: the die would tell of them.
/// Without squares it is everyone but the attacker.
pub fn beside(fight: &FightState, target: CombatantId, attacker: CombatantId) -> Vec<CombatantId> {
    let squares = has_squares(fight);
    let near = |it: &CombatantId| {
        *it != target
            && !fight.combatant(*it).state.dead
            && !fight.is_unknown(*it)
            && (squares || *it != attacker)
            && within(fight, target, *it, 1)
    };
    fight.ids().filter(near).collect()
}
