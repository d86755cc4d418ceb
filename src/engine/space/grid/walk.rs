//! Movement on a grid: what a step costs, which steps are possible, the cheapest path. The ruleset decides where combatants stand and
//! whether others can pass them.

use super::{
    Grid, Square,
    footing::{self, Footing, Underfoot},
    gait::Gait,
    neighbours,
};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
};

/// The cost of a square that hasn't been reached.
const FAR: (u32, u32) = (u32::MAX, u32::MAX);

/// All squares reachable from one square, with their costs and paths.
#[derive(Clone, Debug)]
pub struct Paths {
    from: Square,
    wide: i16,
    /// For each square, after an even and after an odd number of diagonals: the cost, and the number of diagonals.
    best: Vec<(u32, u32)>,
    /// The index of the previous state.
    came: Vec<usize>,
}

impl Paths {
    fn index(&self, at: Square, odd: bool) -> usize {
        (at.y as usize * self.wide as usize + at.x as usize) * 2 + usize::from(odd)
    }

    fn square(&self, index: usize) -> Square {
        let at = index / 2;
        Square { x: (at % self.wide as usize) as i16, y: (at / self.wide as usize) as i16 }
    }

    /// The cheaper of a square's two states.
    fn state(&self, at: Square) -> Option<usize> {
        if at.x < 0 || at.y < 0 || at.x >= self.wide {
            return None;
        }
        let [even, odd] = [self.index(at, false), self.index(at, true)];
        let cost = |it: usize| self.best.get(it).copied().unwrap_or(FAR);
        let best = if cost(odd) < cost(even) { odd } else { even };
        (cost(best) != FAR).then_some(best)
    }

    /// The cost of walking to a square, in squares; `None` if it can't be reached.
    pub fn cost(&self, to: Square) -> Option<u32> {
        Some(self.best[self.state(to)?].0)
    }

    /// The cheapest path to a square, without the first square, with the last; of several with the same cost, one with the fewest
    /// diagonals. `None` if there is none.
    pub fn way(&self, to: Square) -> Option<Vec<Square>> {
        let mut index = self.state(to)?;
        let mut way = vec![];
        while self.square(index) != self.from || self.best[index].0 > 0 {
            way.push(self.square(index));
            index = self.came[index];
        }
        way.reverse();
        Some(way)
    }

    /// Every reachable square with its cost; the starting square costs nothing.
    pub fn costs(&self) -> BTreeMap<Square, u32> {
        let reached = self.best.chunks_exact(2).enumerate().map(|(at, it)| (self.square(at * 2), it[0].0.min(it[1].0)));
        reached.filter(|it| it.1 != FAR.0).collect()
    }
}

impl Grid {
    /// The cost of a step, in squares; `None` if it isn't possible. `odd` says that the number of diagonals before it was odd.
    pub fn step(&self, from: Square, to: Square, odd: bool, gait: Gait<'_>) -> Option<u32> {
        footing::step(self, from, to, odd, gait)
    }

    /// The same in a table, for whoever asks about many steps.
    pub fn footing(&self) -> Footing {
        Footing::of(self)
    }

    /// The total cost of a path whose first step starts at `from`; `None` if a step isn't possible.
    pub fn way_cost(&self, from: Square, way: &[Square], gait: Gait<'_>) -> Option<u32> {
        way_cost(self, from, way, gait)
    }
}

impl Footing {
    /// All squares reachable within `most`.
    pub fn paths(&self, from: Square, most: u32, gait: Gait<'_>) -> Paths {
        self.flood(from, None, most, gait)
    }

    /// As [`Grid::way_cost`].
    pub fn way_cost(&self, from: Square, way: &[Square], gait: Gait<'_>) -> Option<u32> {
        way_cost(self, from, way, gait)
    }

    /// The cost of walking between two squares around walls and over rough ground, in squares; `None` if there's no path, or none within
    /// `most`.
    pub fn walk(&self, from: Square, to: Square, most: u32) -> Option<u32> {
        self.flood(from, Some(to), most, Gait::ANY).cost(to)
    }

    /// All squares reachable within `most`, with their costs; the square itself costs nothing.
    pub fn reach(&self, from: Square, most: u32) -> BTreeMap<Square, u32> {
        self.paths(from, most, Gait::ANY).costs()
    }

    /// Spreads over the grid from one square, cheapest first, until it reaches `to`.
    fn flood(&self, from: Square, to: Option<Square>, most: u32, gait: Gait<'_>) -> Paths {
        // A state is a square and whether the number of diagonals so far is odd: only then does the next one count double.
        let states = self.count() * 2;
        let mut paths = Paths { from, wide: self.wide, best: vec![FAR; states], came: vec![0; states] };
        if !self.is_open(from) || to.is_some_and(|it| !self.is_open(it)) {
            return paths;
        }
        let start = paths.index(from, false);
        paths.best[start] = (0, 0);
        let mut edge = BinaryHeap::from([Reverse(((0, 0), from, false))]);
        while let Some(Reverse((so_far, at, odd))) = edge.pop() {
            if to == Some(at) {
                break;
            }
            let here = paths.index(at, odd);
            if paths.best[here] != so_far {
                continue;
            }
            for next in neighbours(at) {
                let Some(step) = self.step(at, next, odd, gait) else { continue };
                let diagonal = next.x != at.x && next.y != at.y;
                let total = (so_far.0.saturating_add(step), so_far.1 + u32::from(diagonal));
                let there = paths.index(next, odd ^ diagonal);
                if total.0 <= most && total < paths.best[there] {
                    paths.best[there] = total;
                    paths.came[there] = here;
                    edge.push(Reverse((total, next, odd ^ diagonal)));
                }
            }
        }
        paths
    }
}

fn way_cost(it: &impl Underfoot, from: Square, way: &[Square], gait: Gait<'_>) -> Option<u32> {
    let (mut at, mut odd, mut cost) = (from, false, 0);
    for to in way {
        cost += footing::step(it, at, *to, odd, gait)?;
        odd ^= to.x != at.x && to.y != at.y;
        at = *to;
    }
    Some(cost)
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Barrier, Corners, Diagonals, Edge, EdgeKind, Pass},
        *,
    };
    use crate::engine::space::Space;
    use std::collections::BTreeSet;

    fn at(x: i16, y: i16) -> Square {
        Square { x, y }
    }

    /// Every second diagonal counts double if the grid says so; rough ground doubles; the path goes around a wall.
    #[test]
    fn walking_counts_diagonals_rough_ground_and_walls() {
        let mut grid = Grid { wide: 7, high: 7, diagonals: Diagonals::OneTwo, ..Grid::default() };
        assert_eq!(
            (grid.footing().walk(at(0, 0), at(4, 4), 20), grid.distance(&at(0, 0), &at(4, 4))),
            (Some(6), Some(6))
        );
        grid.diagonals = Diagonals::One;
        assert_eq!(grid.footing().walk(at(0, 0), at(4, 4), 20), Some(4));
        grid.rough.insert(at(1, 0));
        assert_eq!(grid.footing().walk(at(0, 0), at(1, 0), 20), Some(2));
        grid.walls.extend((0..6).map(|y| at(3, y)));
        assert_eq!(grid.footing().walk(at(2, 0), at(4, 0), 40), Some(12));
        assert_eq!(grid.footing().walk(at(2, 0), at(4, 0), 11), None);
        let reach = grid.footing().reach(at(2, 0), 11);
        let walked =
            grid.places().into_iter().filter_map(|to| Some((to, grid.footing().walk(at(2, 0), to, 11)?))).collect();
        assert_eq!(reach, walked, "what is reached is what can be walked to, at the same cost");
        assert_eq!(grid.footing().walk(at(2, 0), at(4, 0), u32::MAX), Some(12), "no bound costs no memory");
    }

    /// If corners are kept, the path cuts no corner of a wall or of a combatant in the way. It goes around a wall between squares, or
    /// through its door if that's open.
    #[test]
    fn corners_are_kept_and_walls_between_squares_stop() {
        let mut grid = Grid { wide: 4, high: 3, ..Grid::default() };
        let free = |_, _| Pass::Free;
        let kept = Gait { corners: Corners::Kept, pass: &free };
        let cost = |grid: &Grid, gait, to| grid.footing().paths(at(0, 0), 40, gait).cost(to);
        assert_eq!(cost(&grid, kept, at(1, 1)), Some(1));
        grid.walls.insert(at(1, 0));
        assert_eq!((cost(&grid, kept, at(1, 1)), cost(&grid, Gait::ANY, at(1, 1))), (Some(2), Some(1)));
        grid.walls.clear();
        let foe = |_, to| if to == at(0, 1) { Pass::Never } else { Pass::Free };
        assert_eq!(cost(&grid, Gait { corners: Corners::Kept, pass: &foe }, at(1, 1)), Some(2));
        assert_eq!(cost(&grid, Gait { corners: Corners::Kept, pass: &foe }, at(0, 1)), None);
        // A wall from the top down to the last row, east of column B.
        for y in 0..2 {
            grid.edges.insert(Edge::between(at(1, y), at(2, y)).expect("they adjoin"), Barrier::WALL);
        }
        assert_eq!(grid.footing().paths(at(1, 0), 40, kept).cost(at(2, 0)), Some(5), "round its end, not cutting it");
        assert_eq!(
            grid.footing().paths(at(1, 0), 40, Gait::ANY).cost(at(2, 0)),
            Some(4),
            "askew past its end, but not through it"
        );
        grid.edges.insert(
            Edge::between(at(1, 0), at(2, 0)).expect("they adjoin"),
            Barrier { kind: EdgeKind::OpenDoor, top_ft: None },
        );
        assert_eq!(grid.footing().paths(at(1, 0), 40, kept).cost(at(2, 0)), Some(1));
    }

    /// A path costs the sum of its steps, consists of steps, and goes straight if that costs no more. Ground that's difficult for two
    /// reasons counts double once.
    #[test]
    fn a_way_is_made_of_its_steps() {
        let mut grid = Grid { wide: 9, high: 9, diagonals: Diagonals::OneTwo, ..Grid::default() };
        grid.walls.extend([at(3, 3), at(3, 4), at(4, 3)]);
        grid.rough.extend([at(2, 4), at(5, 2)]);
        let paths = grid.footing().paths(at(2, 2), 60, Gait::ANY);
        for (to, cost) in paths.costs() {
            let way = paths.way(to).expect("it was reached");
            assert_eq!(grid.way_cost(at(2, 2), &way, Gait::ANY), Some(cost), "{way:?}");
            assert_eq!(way.last().copied().unwrap_or(at(2, 2)), to);
        }
        assert_eq!(paths.way(at(2, 0)), Some(vec![at(2, 1), at(2, 0)]));
        assert_eq!(paths.way(at(3, 3)), None);
        let crowd = |_, _| Pass::Difficult;
        assert_eq!(grid.step(at(4, 2), at(5, 2), false, Gait { corners: Corners::Cut, pass: &crowd }), Some(2));
        assert_eq!(grid.way_cost(at(2, 2), &[at(3, 3)], Gait::ANY), None);
    }

    /// An independent computation of walking costs: it tries all steps over and over until nothing gets cheaper. A diagonal keeps its
    /// corners if both ways round it in two straight steps are possible.
    fn relaxed(grid: &Grid, from: Square, corners: Corners, pass: &dyn Fn(Square) -> Pass) -> BTreeMap<Square, u32> {
        let enters = |to: Square| grid.open(to) && pass(to) != Pass::Never;
        let wall = |a: Square, b: Square| grid.between(a, b).is_some_and(|it| it.kind != EdgeKind::OpenDoor);
        let straight = |a: Square, b: Square| enters(b) && !wall(a, b);
        let may = |a: Square, b: Square| {
            let beside = [at(b.x, a.y), at(a.x, b.y)];
            match (a.x != b.x && a.y != b.y, corners) {
                (false, _) => straight(a, b),
                (true, Corners::Kept) => beside.iter().all(|it| straight(a, *it) && straight(*it, b)),
                (true, Corners::Cut) => enters(b) && beside.iter().any(|it| !wall(a, *it) && !wall(*it, b)),
            }
        };
        let mut costs = BTreeMap::from([((from, 0u8), 0u32)]);
        loop {
            let before = costs.clone();
            for ((a, odd), cost) in &before {
                for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
                    let b = at(a.x + dx, a.y + dy);
                    if !may(*a, b) {
                        continue;
                    }
                    let diagonal = u8::from(dx != 0 && dy != 0);
                    let dear = diagonal == 1 && *odd == 1 && grid.diagonals == Diagonals::OneTwo;
                    let slow = grid.rough.contains(&b) || pass(b) == Pass::Difficult;
                    let total = cost + [1, 2][usize::from(dear)] * [1, 2][usize::from(slow)];
                    let known = costs.entry((b, (odd + diagonal) % 2)).or_insert(u32::MAX);
                    *known = total.min(*known);
                }
            }
            if before == costs {
                break;
            }
        }
        let mut found = BTreeMap::new();
        for ((at, _), cost) in costs {
            let known = found.entry(at).or_insert(cost);
            *known = cost.min(*known);
        }
        found
    }

    /// On any map, with either rule for diagonals and for corners and with others in the way, every square costs what a second computation
    /// finds, and its path consists of steps with that total cost.
    #[test]
    fn walking_agrees_with_a_second_computation() {
        for seed in 0..300 {
            let mut rng = crate::engine::random_play::PlayRng::new(seed);
            let mut grid = Grid { wide: 2 + rng.below(7) as i16, high: 2 + rng.below(7) as i16, ..Grid::default() };
            let mut any = |grid: &Grid| at(rng.below(grid.wide as usize) as i16, rng.below(grid.high as usize) as i16);
            let squares = (grid.wide * grid.high) as usize;
            let (mut foes, mut crowd) = (BTreeSet::new(), BTreeSet::new());
            for it in 0..squares / 2 {
                let (one, other) = (any(&grid), any(&grid));
                match it % 5 {
                    0 => drop(grid.walls.insert(one)),
                    1 => drop(grid.rough.insert(one)),
                    2 => drop(foes.insert(one)),
                    3 => drop(crowd.insert(one)),
                    _ => {}
                }
                let below = Square { y: other.y + 1, ..other };
                let beside = Square { x: other.x + 1, ..other };
                let kind = EdgeKind::ALL[it % EdgeKind::ALL.len()];
                for next in [below, beside].into_iter().take(1 + it % 2) {
                    let edge = Edge::between(other, next).expect("they adjoin");
                    grid.edges.insert(edge, Barrier { kind, top_ft: None });
                }
            }
            let from = any(&grid);
            grid.walls.remove(&from);
            let pass = |to: Square| match () {
                () if foes.contains(&to) => Pass::Never,
                () if crowd.contains(&to) => Pass::Difficult,
                () => Pass::Free,
            };
            for diagonals in [Diagonals::One, Diagonals::OneTwo] {
                for corners in [Corners::Kept, Corners::Cut] {
                    grid.diagonals = diagonals;
                    let gait = Gait { corners, pass: &|_, to| pass(to) };
                    let paths = grid.footing().paths(from, u32::MAX, gait);
                    let told = format!("seed {seed}, {diagonals:?}, {corners:?}, from {from:?} on {grid:?}");
                    assert_eq!(paths.costs(), relaxed(&grid, from, corners, &pass), "{told}");
                    for (to, cost) in paths.costs() {
                        let way = paths.way(to).expect("it was reached");
                        assert_eq!(grid.way_cost(from, &way, gait), Some(cost), "{told}: {way:?}");
                    }
                }
            }
        }
    }
}
