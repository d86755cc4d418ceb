//! The path that avoids most of what the walker would rather not do, and the cheapest of those; `walk` finds the cheapest path of all. The
//! ruleset decides what each step counts.

use super::{Footing, Gait, Square, neighbours};
use std::collections::BTreeMap;

/// A square, and whether the number of diagonals before it was odd, which determines what the next one costs.
type State = (Square, bool);

/// How a state was reached: the count so far, the number of diagonals, and the previous state with its cost.
#[derive(Clone, Copy)]
struct Trace {
    counted: u32,
    diagonals: u32,
    from: Option<(u32, State)>,
}

/// The longest path considered, whatever board and speed a file from elsewhere claims.
const WAY_MAX: u32 = 4_000;

impl Footing {
    /// The path to a square within `most` whose steps add up to the least `count`; of those the cheapest, and of those one with the fewest
    /// diagonals. Without the first square, with the last. `None` if there is none.
    pub fn way_of_least(
        &self,
        from: Square,
        to: Square,
        most: u32,
        gait: Gait<'_>,
        count: &dyn Fn(Square, Square) -> u32,
    ) -> Option<Vec<Square>> {
        // No path worth taking reaches a state twice.
        let squares = self.count() as u32;
        let most = most.min(squares.saturating_mul(8)).min(WAY_MAX);
        let mut layers: Vec<BTreeMap<State, Trace>> = vec![BTreeMap::new(); most as usize + 1];
        layers[0].insert((from, false), Trace { counted: 0, diagonals: 0, from: None });
        for cost in 0..=most {
            let here: Vec<(State, Trace)> = layers[cost as usize].iter().map(|it| (*it.0, *it.1)).collect();
            for ((at, odd), so_far) in here {
                for next in neighbours(at) {
                    let Some(step) = self.step(at, next, odd, gait) else { continue };
                    let total = cost.saturating_add(step);
                    let Some(layer) = layers.get_mut(total as usize) else { continue };
                    let diagonal = next.x != at.x && next.y != at.y;
                    let trace = Trace {
                        counted: so_far.counted.saturating_add(count(at, next)),
                        diagonals: so_far.diagonals + u32::from(diagonal),
                        from: Some((cost, (at, odd))),
                    };
                    let known = layer.entry((next, odd ^ diagonal)).or_insert(trace);
                    if (trace.counted, trace.diagonals) < (known.counted, known.diagonals) {
                        *known = trace;
                    }
                }
            }
        }
        let ends = (0..=most).flat_map(|cost| [false, true].map(|odd| (cost, (to, odd))));
        let trace = |(cost, state): &(u32, State)| layers[*cost as usize].get(state).copied();
        let reached = ends.filter_map(|end| Some((trace(&end)?, end)));
        let (_, mut end) = reached.min_by_key(|(it, (cost, _))| (it.counted, *cost, it.diagonals))?;
        let mut way = vec![];
        while let Some(before) = trace(&end)?.from {
            way.push(end.1.0);
            end = before;
        }
        way.reverse();
        Some(way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{
        random_play::PlayRng,
        space::grid::{Diagonals, Grid, Pass},
    };

    fn at(x: i16, y: i16) -> Square {
        Square { x, y }
    }

    /// A board and a speed from an untrusted file can't fill the memory.
    #[test]
    fn a_board_beyond_all_measure_costs_no_more_than_a_long_way() {
        let grid = Grid { wide: i16::MAX, high: i16::MAX, diagonals: Diagonals::OneTwo, ..Grid::default() };
        let walls = |_: Square, _: Square| 0;
        assert_eq!(
            grid.footing().way_of_least(
                at(0, 0),
                at(30_000, 0),
                u32::MAX,
                Gait { pass: &|_, _| Pass::Never, ..Gait::ANY },
                &walls
            ),
            None
        );
    }

    /// If no step counts, the path is the cheapest; otherwise no path within the limit counts less.
    #[test]
    fn the_way_counts_least_and_then_costs_least() {
        for seed in 0..60 {
            let mut rng = PlayRng::new(seed);
            let mut grid = Grid { wide: 5, high: 4, diagonals: Diagonals::OneTwo, ..Grid::default() };
            for _ in 0..4 {
                let (wall, rough) = (at(rng.below(5) as i16, rng.below(4) as i16), at(rng.below(5) as i16, 1));
                grid.walls.insert(wall);
                grid.rough.insert(rough);
            }
            let (from, to) = (at(0, 0), at(4, 3));
            grid.walls.remove(&from);
            let foe = at(2, rng.below(4) as i16);
            let near = |it: Square| it.x.abs_diff(foe.x).max(it.y.abs_diff(foe.y)) <= 1;
            let count = |a: Square, b: Square| u32::from(near(a) && !near(b));
            for most in [3, 5, 8, 12] {
                let plain = grid.footing().way_of_least(from, to, most, Gait::ANY, &|_, _| 0);
                let cheapest = grid.footing().paths(from, most, Gait::ANY).cost(to);
                assert_eq!(plain.and_then(|it| grid.way_cost(from, &it, Gait::ANY)), cheapest, "seed {seed}");
                let way = grid.footing().way_of_least(from, to, most, Gait::ANY, &count);
                let counted = way.as_ref().map(|way| {
                    assert!(grid.way_cost(from, way, Gait::ANY).is_some_and(|it| it <= most), "seed {seed}");
                    std::iter::once(&from).chain(way).zip(way).map(|(a, b)| count(*a, *b)).sum::<u32>()
                });
                assert_eq!(counted, least(&grid, from, to, most, &count), "seed {seed}, within {most}");
            }
        }
    }

    /// An independent computation: it walks every path within the limit and remembers none.
    fn least(grid: &Grid, from: Square, to: Square, most: u32, count: &dyn Fn(Square, Square) -> u32) -> Option<u32> {
        fn walk(
            grid: &Grid,
            (here, odd): State,
            to: Square,
            left: u32,
            count: &dyn Fn(Square, Square) -> u32,
            seen: &mut BTreeMap<(State, u32), Option<u32>>,
        ) -> Option<u32> {
            if let Some(known) = seen.get(&((here, odd), left)) {
                return *known;
            }
            let mut best = (here == to).then_some(0);
            for next in grid.around(here) {
                let Some(left) = grid.step(here, next, odd, Gait::ANY).and_then(|it| left.checked_sub(it)) else {
                    continue;
                };
                let diagonal = next.x != here.x && next.y != here.y;
                let rest = walk(grid, (next, odd ^ diagonal), to, left, count, seen);
                let whole = rest.map(|it| it + count(here, next));
                best = [best, whole].into_iter().flatten().min();
            }
            seen.insert(((here, odd), left), best);
            best
        }
        walk(grid, (from, false), to, most, count, &mut BTreeMap::new())
    }
}
