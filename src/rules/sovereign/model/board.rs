//! Where a combatant stands, and what that means: reach, the way of a walk and whose reach it leaves, sight and cover. Squares, walls, steps
//! and sight are the engine's grid's; who blocks whom is Sovereign's. Where a combatant has no square they are near everyone.

use super::{
    feats::Feat,
    sheet::Size,
    state::{self, enemies, feat, grappling, is, is_up, known},
};
use crate::engine::{
    CombatantId,
    space::{
        Space,
        grid::{Corners, Gait, Pass, Sightlines, Square},
    },
};
use crate::rules::sovereign::{Combatant, Condition, FightState};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
    sync::Arc,
};

pub use crate::engine::space::grid::Cover;

/// R1 Scale: feet of a square.
pub const SQUARE_FT: u32 = 5;

/// A way to be walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The squares in order, the last of which is its end.
    pub squares: Vec<Square>,
    /// What it costs, in squares.
    pub cost: u32,
}

/// Where a combatant stands.
pub fn place(fight: &FightState, who: CombatantId) -> Option<Square> {
    fight.find(who)?.place
}

/// Whether both stand on squares.
pub fn placed(fight: &FightState, a: CombatantId, b: CombatantId) -> bool {
    place(fight, a).is_some() && place(fight, b).is_some()
}

/// How far apart two are, in feet; `None` where one of them has no square.
pub fn distance_ft(fight: &FightState, a: CombatantId, b: CombatantId) -> Option<u32> {
    fight.distance(a, b).map(|it| it * SQUARE_FT)
}

/// Whether a combatant is no farther than this; who has no square is near everyone.
pub fn within(fight: &FightState, a: CombatantId, b: CombatantId, feet: u32) -> bool {
    distance_ft(fight, a, b).is_none_or(|it| it <= feet)
}

/// C1 Adjacent: on squares that share an edge or a corner.
pub fn adjacent(fight: &FightState, a: CombatantId, b: CombatantId) -> bool {
    a != b && distance_ft(fight, a, b).is_some_and(|it| it <= SQUARE_FT)
}

/// C11 Long weapons: how far a combatant reaches with what they hold, in feet.
pub fn reach_ft(fight: &FightState, who: CombatantId) -> u32 {
    const LONG_FT: u32 = 10;
    let it = fight.combatant(who);
    let long = state::held(it).any(|(_, arm)| arm.weapon.long && arm.weapon.strikes());
    if long { it.sheet.reach_ft.max(LONG_FT) } else { it.sheet.reach_ft }
}

/// R13, A8: whether a combatant could make an attack of opportunity at all: able, aware, not in a grapple, a melee weapon in hand.
pub fn armed(fight: &FightState, who: CombatantId) -> bool {
    let Some(it) = fight.find(who) else { return false };
    let weapon = state::held(it).any(|(_, arm)| arm.weapon.strikes());
    is_up(it) && weapon && !it.is(&Condition::Surprised) && !grappling(fight, who)
}

/// R15, C27: whether an enemy in melee range keeps a combatant from shooting freely.
pub fn enemy_in_melee_range(fight: &FightState, who: CombatantId) -> bool {
    let is_in_the_way =
        |foe: CombatantId| armed(fight, foe) || (feat(fight, foe, Feat::Unarmed) > 0 && state::up(fight, foe));
    fight.ids().any(|foe| {
        enemies(fight, who, foe) && known(fight, who, foe) && is_in_the_way(foe) && in_reach_of(fight, who, foe)
    })
}

/// Whether a combatant stands within another's reach, both on squares.
pub fn in_reach_of(fight: &FightState, who: CombatantId, foe: CombatantId) -> bool {
    distance_ft(fight, who, foe).is_some_and(|it| it <= reach_ft(fight, foe)) && sees(fight, foe, who)
}

/// R13: adjacent foes who get a free attack for an act of a combatant's: armed, and not those they are clear of (R24).
pub fn opportunity_attackers(fight: &FightState, who: CombatantId) -> Vec<CombatantId> {
    let clear = &fight.combatant(who).state.clear_of;
    let may_attack = |foe: &CombatantId| {
        enemies(fight, who, *foe) && adjacent(fight, who, *foe) && armed(fight, *foe) && sees(fight, *foe, who)
    };
    fight.ids().filter(|foe| may_attack(foe) && !clear.contains(foe)).collect()
}

/// R2 Line of sight, A30: whether somebody on one square sees somebody on another. The map's fog asks it too.
pub fn sees_square(lines: &Sightlines, from: Square, to: Square) -> bool {
    from == to || lines.sees(from, to)
}

/// R2 Line of sight, A30: whether one sees another. Who has no square is seen.
pub fn sees(fight: &FightState, who: CombatantId, other: CombatantId) -> bool {
    match (place(fight, who), place(fight, other)) {
        (Some(from), Some(to)) => sees_square(&Sightlines::of(&fight.space), from, to),
        _ => true,
    }
}

/// R3 Half cover, R4 Full cover, A30: the cover that a combatant has from another, unless the GM has stated it.
pub fn cover(fight: &FightState, from: CombatantId, of: CombatantId) -> Cover {
    if let Some(stated) = fight.combatant(of).state.cover {
        return stated;
    }
    match (place(fight, from), place(fight, of)) {
        (Some(from), Some(to)) if from != to => fight.space.sight(from, to).cover,
        _ => Cover::None,
    }
}

/// Whether somebody besides a combatant stands on the board, as far as `knower` knows.
fn stands(fight: &FightState, who: CombatantId, knower: CombatantId, it: &Combatant) -> bool {
    it.id != who && !it.state.dead && !it.is(&Condition::Fled) && known(fight, knower, it.id)
}

/// C1: where others keep a combatant from walking as on free ground, as far as `knower` knows: through allies, not through enemies who stand,
/// unless one is eight times their size.
fn in_the_way(fight: &FightState, who: CombatantId, knower: CombatantId) -> Vec<(Square, Pass)> {
    let own = fight.combatant(who).sheet.size;
    let blocks =
        |it: &&Arc<Combatant>| stands(fight, who, knower, it) && enemies(fight, who, it.id) && state::up(fight, it.id);
    let pass = |it: &Arc<Combatant>| match it.sheet.size {
        Size::Normal if own == Size::Colossal => Pass::Difficult,
        _ => Pass::Never,
    };
    fight.combatants.iter().filter(blocks).filter_map(|it| Some((it.place?, pass(it)))).collect()
}

/// How a square can be stepped into past those who stand there.
fn past(others: &[(Square, Pass)], to: Square) -> Pass {
    let there = || others.iter().filter(|it| it.0 == to).map(|it| it.1);
    there().find(|it| *it == Pass::Never).or(there().next()).unwrap_or(Pass::Free)
}

/// Whether anyone stands on a square, as far as a combatant knows, so that they cannot stop there.
pub fn taken(fight: &FightState, who: CombatantId, at: Square) -> bool {
    is_taken(fight, who, who, at)
}

fn is_taken(fight: &FightState, who: CombatantId, knower: CombatantId, at: Square) -> bool {
    fight.combatants.iter().any(|it| it.place == Some(at) && stands(fight, who, knower, it))
}

/// C1: whether a combatant they know of keeps a combatant from walking on to a square, or from ending there.
pub fn violation(fight: &FightState, who: CombatantId, to: Square, ends: bool) -> bool {
    past(&in_the_way(fight, who, who), to) == Pass::Never || (ends && taken(fight, who, to))
}

/// C1: the one of whom a combatant knows nothing and into whom they run on this square: an enemy who stands in the way, or, where the walk
/// is to end there, anyone.
pub fn unseen_at(fight: &FightState, who: CombatantId, at: Square, ends: bool) -> Option<CombatantId> {
    let own = fight.combatant(who).sheet.size;
    let bars = |it: &Combatant| ends || (is_up(it) && (own != Size::Colossal || it.sheet.size != Size::Normal));
    let there = |it: &&Combatant| {
        it.id != who && it.place == Some(at) && !it.state.dead && !it.is(&Condition::Fled) && !known(fight, who, it.id)
    };
    fight.combatants.iter().map(|it| &**it).find(|it| there(it) && bars(it)).map(|it| it.id)
}

/// The cheapest costs of all squares that a combatant could walk to and stop on, their own left out.
pub fn reach(fight: &FightState, who: CombatantId, squares: u32) -> BTreeMap<Square, u32> {
    let Some(from) = place(fight, who) else { return BTreeMap::new() };
    let others = in_the_way(fight, who, who);
    let gait = Gait { corners: Corners::Kept, pass: &|_, to| past(&others, to) };
    let mut costs = fight.space.footing().paths(from, squares, gait).costs();
    costs.retain(|at, _| *at != from && !taken(fight, who, *at));
    costs
}

/// R23: the foes whose reach a step leaves.
pub fn left_by(fight: &FightState, who: CombatantId, from: Square, to: Square) -> Vec<CombatantId> {
    let clear = &fight.combatant(who).state.clear_of;
    let leaves = |foe: &CombatantId| {
        let (Some(at), true) = (place(fight, *foe), enemies(fight, who, *foe)) else { return false };
        let reach = reach_ft(fight, *foe);
        let far = |square: &Square| fight.space.distance(&at, square).is_some_and(|it| it * SQUARE_FT > reach);
        !far(&from) && far(&to) && armed(fight, *foe) && fight.space.sight(at, from).seen
    };
    fight.ids().filter(|foe| !clear.contains(foe) && leaves(foe)).collect()
}

/// Where a way has come to: how many reaches it has left, what it has cost, how many diagonals it has, and the square.
type Label = (u32, u32, u32, Square);

/// The way to a square within so many squares of movement that leaves the fewest reaches, of those the cheapest, and of those one with the
/// fewest diagonals, as a combatant would walk who sees where they go. Only whom they know of bends it, and only who could strike at them:
/// not those they are clear of (R24), nor those who do not see the square that is left.
pub fn way(fight: &FightState, who: CombatantId, to: Square, most: u32) -> Option<Walk> {
    ways_until(fight, who, most, Some(to)).remove(&to)
}

/// The same to every square at once, for lists: one look over the board finds them all.
pub fn ways(fight: &FightState, who: CombatantId, most: u32) -> BTreeMap<Square, Walk> {
    ways_until(fight, who, most, None)
}

/// The ways in the order in which they are found, until the one that is wanted.
fn ways_until(fight: &FightState, who: CombatantId, most: u32, wanted: Option<Square>) -> BTreeMap<Square, Walk> {
    let mut found = BTreeMap::new();
    let Some(from) = place(fight, who) else { return found };
    let others = in_the_way(fight, who, who);
    let gait = Gait { corners: Corners::Kept, pass: &|_, to| past(&others, to) };
    let clear = &fight.combatant(who).state.clear_of;
    let strikes = |foe: &CombatantId| enemies(fight, who, *foe) && armed(fight, *foe) && !clear.contains(foe);
    let foes: Vec<(Square, u32)> = fight
        .ids()
        .filter(|foe| strikes(foe) && known(fight, who, *foe))
        .filter_map(|foe| Some((place(fight, foe)?, reach_ft(fight, foe) / SQUARE_FT)))
        .collect();
    let reaches = |foe: &(Square, u32), at: Square| fight.space.distance(&foe.0, &at).is_some_and(|it| it <= foe.1);
    let near = |at: Square| -> Vec<&(Square, u32)> {
        foes.iter().filter(|foe| reaches(foe, at) && fight.space.sight(foe.0, at).seen).collect()
    };
    let footing = fight.space.footing();
    // Each square's lowest cost so far. Labels come in the order of reaches left, then cost, then diagonals: a later label is worth something
    // at a square only if it is cheaper there. Of two equal labels, the one noted first counts.
    let mut best = vec![u32::MAX; footing.count()];
    let mut noted: Vec<(Square, usize)> = vec![(from, 0)];
    let mut edge = BinaryHeap::from([Reverse(((0, 0, 0, from), 0))]);
    while let Some(Reverse(((left, cost, diagonals, at), number))) = edge.pop() {
        // Only the start can be off the board.
        if let Some(it) = footing.index(at) {
            if best[it] <= cost {
                continue;
            }
            best[it] = cost;
        }
        if wanted.is_none_or(|it| it == at) && !found.contains_key(&at) {
            let mut squares = vec![];
            let mut back = noted[number];
            while back.0 != from {
                squares.push(back.0);
                back = noted[back.1];
            }
            squares.reverse();
            found.insert(at, Walk { squares, cost });
        }
        if wanted == Some(at) {
            return found;
        }
        let here = near(at);
        for next in fight.space.around(at) {
            let Some(step) = footing.step(at, next, false, gait) else { continue };
            let leaves = here.iter().filter(|foe| !reaches(foe, next)).count() as u32;
            let slanted = u32::from(at.x != next.x && at.y != next.y);
            let after: Label = (left + leaves, cost + step, diagonals + slanted, next);
            if after.1 <= most && footing.index(next).is_some_and(|it| after.1 < best[it]) {
                edge.push(Reverse((after, noted.len())));
                noted.push((next, number));
            }
        }
    }
    found
}

/// How far apart two squares are as the crow flies, squared: what chooses between ways that cost the same.
pub fn crow(a: Square, b: Square) -> i32 {
    let (dx, dy) = (i32::from(a.x) - i32::from(b.x), i32::from(a.y) - i32::from(b.y));
    dx * dx + dy * dy
}

/// R20: the straight way from where a combatant stands to a square, and what it costs; `None` if something is in the way.
pub fn straight(fight: &FightState, who: CombatantId, to: Square) -> Option<Walk> {
    let from = place(fight, who)?;
    let squares = fight.space.beeline(from, to);
    let others = in_the_way(fight, who, who);
    let gait = Gait { corners: Corners::Kept, pass: &|_, to| past(&others, to) };
    let cost = fight.space.way_cost(from, &squares, gait)?;
    (!squares.is_empty() && !taken(fight, who, to)).then_some(Walk { squares, cost })
}

/// The squares next to a combatant, theirs left out, that can be stepped into from where they are and on which nobody stands, as far as
/// the one knows who wants them moved.
pub fn free_beside(fight: &FightState, who: CombatantId, by: CombatantId) -> Vec<Square> {
    let Some(from) = place(fight, who) else { return vec![] };
    let others = in_the_way(fight, who, by);
    let gait = Gait { corners: Corners::Kept, pass: &|_, to| past(&others, to) };
    let free = |to: &Square| fight.space.step(from, *to, false, gait).is_some() && !is_taken(fight, who, by, *to);
    fight.space.around(from).filter(free).collect()
}

/// Squares of one movement: half of it for the prone (R30).
pub fn squares_of_movement(fight: &FightState, who: CombatantId) -> u32 {
    let squares = fight.combatant(who).sheet.movement_ft / SQUARE_FT;
    if is(fight, who, Condition::Prone) { squares / 2 } else { squares }
}
