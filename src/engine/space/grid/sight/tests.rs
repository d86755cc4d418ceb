//! Sight (Sovereign R2-R4, ruling A30), compared with a second computation and with results you can work out by hand.

use super::{
    super::{Barrier, Compass},
    *,
};
use crate::engine::random_play::PlayRng;

fn at(x: i16, y: i16) -> Square {
    Square { x, y }
}

fn room() -> Grid {
    Grid { wide: 8, high: 8, ..Grid::default() }
}

fn stand(grid: &mut Grid, of: Square, side: Compass, kind: EdgeKind, top_ft: Option<u16>) {
    grid.edges.insert(Edge::of(of, side), Barrier { kind, top_ft });
}

/// The second computation: every solid is a box, and a line is clipped against its sides in fractions. It shares no numbers with the first
/// one: it measures in thousandths of a foot.
mod clipping {
    use super::*;

    /// Thousandths of a foot in a square's side.
    const SIDE: i128 = 5_000;
    const CEILING: i128 = 10_000_000;
    type Corner = [i128; 3];

    /// From its lowest to its highest corner; flat where the two are equal.
    type Solid = (Corner, Corner);

    fn solids(grid: &Grid) -> Vec<Solid> {
        let feet = |it: Option<u16>| it.map_or(CEILING, |it| i128::from(it) * 1_000);
        let mut all = vec![];
        for y in 0..grid.high {
            for x in 0..grid.wide {
                let low = [i128::from(x) * SIDE, i128::from(y) * SIDE, 0];
                let mut column = |top| all.push((low, [low[0] + SIDE, low[1] + SIDE, top]));
                if grid.walls.contains(&at(x, y)) {
                    column(feet(grid.wall_tops_ft.get(&at(x, y)).copied()));
                }
                column(feet(Some(grid.height_ft(at(x, y)))));
            }
        }
        for (edge, barrier) in &grid.edges {
            let low = [i128::from(edge.of.x) * SIDE, i128::from(edge.of.y) * SIDE, 0];
            let axis = usize::from(edge.runs == Runs::Down);
            let mut piece = |from: i128, to: i128, top: i128| {
                let (mut least, mut most) = (low, low);
                least[axis] += from;
                most[axis] += to;
                most[2] = top;
                all.push((least, most));
            };
            match barrier.kind {
                EdgeKind::OpenDoor => {}
                EdgeKind::Window => piece(0, SIDE, feet(Some(barrier.top_ft.unwrap_or(3)))),
                EdgeKind::Wall | EdgeKind::Door => piece(0, SIDE, feet(barrier.top_ft)),
                EdgeKind::Slit => {
                    piece(0, SIDE * 2 / 5, feet(barrier.top_ft));
                    piece(SIDE * 3 / 5, SIDE, feet(barrier.top_ft));
                }
            }
        }
        all
    }

    /// Whether an open stretch of the line lies inside; a flat solid is crossed at a single point.
    fn goes_through(a: Corner, b: Corner, (low, high): Solid) -> bool {
        // The part of the line inside all slabs so far, as fractions from..to.
        let (mut from, mut to) = ((0i128, 1i128), (1i128, 1i128));
        let less = |one: (i128, i128), other: (i128, i128)| one.0 * other.1 < other.0 * one.1;
        let mut flat = None;
        for axis in 0..3 {
            let way = b[axis] - a[axis];
            if low[axis] == high[axis] && axis < 2 {
                flat = Some(axis);
                continue;
            }
            if way == 0 {
                if a[axis] <= low[axis] || a[axis] >= high[axis] {
                    return false;
                }
                continue;
            }
            let moment = |plane: i128| ((plane - a[axis]) * way.signum(), way.abs());
            let (enters, leaves) =
                if way > 0 { (moment(low[axis]), moment(high[axis])) } else { (moment(high[axis]), moment(low[axis])) };
            if less(from, enters) {
                from = enters;
            }
            if less(leaves, to) {
                to = leaves;
            }
        }
        match flat {
            None => less(from, to),
            Some(axis) => {
                let way = b[axis] - a[axis];
                let crossed = ((low[axis] - a[axis]) * way.signum(), way.abs());
                way != 0 && less(from, crossed) && less(crossed, to)
            }
        }
    }

    /// The nine points of a combatant, corners first.
    fn points(grid: &Grid, of: Square) -> Vec<Corner> {
        let low = [i128::from(of.x) * SIDE, i128::from(of.y) * SIDE, i128::from(grid.height_ft(of)) * 1_000];
        let half = SIDE / 2;
        let mut all = vec![];
        for z in [-1, 1] {
            for y in [-1, 1] {
                for x in [-1, 1] {
                    all.push([x, y, z].map(|it| half + it * half * 99 / 100));
                }
            }
        }
        all.push([half; 3]);
        all.into_iter().map(|it| [0, 1, 2].map(|axis| low[axis] + it[axis])).collect()
    }

    /// Which corners are visible, and whether anything is.
    pub fn sight(grid: &Grid, from: Square, to: Square) -> ([bool; 8], bool) {
        let solids = solids(grid);
        let eyes = points(grid, from);
        let clear = |a: Corner, b: Corner| !solids.iter().any(|it| goes_through(a, b, *it));
        let seen: Vec<bool> =
            points(grid, to).into_iter().map(|point| eyes.iter().any(|eye| clear(*eye, point))).collect();
        let corners = std::array::from_fn(|it| seen[it]);
        (corners, seen.contains(&true))
    }
}

/// A random map with a bit of everything.
fn any_map(rng: &mut PlayRng) -> Grid {
    let mut grid = Grid { wide: 3 + rng.below(6) as i16, high: 3 + rng.below(6) as i16, ..Grid::default() };
    if rng.below(2) == 0 {
        let x = rng.below(grid.wide as usize) as i16;
        for y in 0..grid.high {
            stand(&mut grid, at(x, y), Compass::West, EdgeKind::Slit, None);
        }
        return grid;
    }
    let squares = (grid.wide * grid.high) as usize;
    let any =
        |grid: &Grid, rng: &mut PlayRng| at(rng.below(grid.wide as usize) as i16, rng.below(grid.high as usize) as i16);
    for _ in 0..rng.below(squares / 3) {
        let square = any(&grid, rng);
        grid.walls.insert(square);
        if rng.below(2) == 0 {
            grid.wall_tops_ft.insert(square, rng.below(9) as u16);
        }
    }
    for _ in 0..rng.below(squares / 3) {
        let square = any(&grid, rng);
        grid.heights_ft.insert(square, [1, 2, 3, 4, 5, 7, 10, 20][rng.below(8)]);
    }
    for _ in 0..rng.below(squares) {
        let (square, side) = (any(&grid, rng), [Compass::North, Compass::West, Compass::South][rng.below(3)]);
        let kind = EdgeKind::ALL[rng.below(5)];
        let top_ft = (rng.below(3) == 0).then(|| rng.below(9) as u16);
        stand(&mut grid, square, side, kind, top_ft);
    }
    grid
}

/// A30: on any map, the visible corners, and so sight and cover, match those of an entirely different computation.
#[test]
fn sight_agrees_with_a_second_computation() {
    let (mut kinds, mut slow) = ([0; 4], 0);
    for seed in 0..1_000 {
        let mut rng = PlayRng::new(seed);
        let grid = any_map(&mut rng);
        for _ in 0..4 {
            let mut any = || at(rng.below(grid.wide as usize) as i16, rng.below(grid.high as usize) as i16);
            let (from, to) = (any(), any());
            let found = grid.sight(from, to);
            let (corners, seen) = clipping::sight(&grid, from, to);
            assert_eq!((found.corners, found.seen), (corners, seen), "seed {seed}: {from:?} to {to:?} on {grid:?}");
            let cover = match corners.iter().filter(|it| **it).count() {
                8 => Cover::None,
                0 => Cover::Full,
                _ => Cover::Half,
            };
            assert_eq!(found.cover, cover, "seed {seed}");
            assert_eq!(grid.sight(to, from).seen, seen, "seed {seed}: who sees is seen");
            assert_eq!(
                Sightlines::of(&grid).sees(from, to),
                seen,
                "seed {seed}: asked shortly, the answer is the same"
            );
            kinds[if seen { cover as usize } else { 3 }] += 1;
            slow += usize::from(found.line.is_some() != seen);
        }
    }
    assert!(kinds.iter().all(|it| *it > 20), "every kind of sight comes up: {kinds:?}");
    assert_eq!(slow, 0, "who is seen is seen along a line");
}

/// R2: nothing in between, nothing hidden. R3: half behind a wall's end. A wall up to the ceiling hides everything.
#[test]
fn walls_hide_what_is_behind_them() {
    let mut grid = room();
    assert_eq!(grid.sight(at(0, 0), at(7, 7)).cover, Cover::None);
    assert_eq!(grid.sight(at(3, 3), at(3, 3)).cover, Cover::None);
    grid.walls.extend([at(3, 2), at(3, 3)]);
    let half = grid.sight(at(1, 3), at(5, 4));
    assert_eq!((half.seen, half.cover), (true, Cover::Half), "{half:?}");
    grid.walls.extend((0..8).map(|y| at(3, y)));
    assert!(!grid.sight(at(1, 3), at(5, 3)).seen);
}

/// R4: through an arrow slit no corner is visible, but the centre is; from right beside the slit, everything is visible.
#[test]
fn a_slit_gives_full_cover() {
    let mut grid = room();
    for y in 0..8 {
        let kind = if y == 3 { EdgeKind::Slit } else { EdgeKind::Wall };
        stand(&mut grid, at(3, y), Compass::East, kind, None);
    }
    let sight = grid.sight(at(0, 3), at(4, 3));
    assert_eq!((sight.seen, sight.cover), (true, Cover::Full), "{sight:?}");
    assert_ne!(grid.sight(at(4, 3), at(0, 3)).cover, Cover::Full, "it is seen well from right behind it");
    assert!(!grid.sight(at(0, 0), at(7, 0)).seen);
}

/// A window hides what's below three feet; a ledge hides a combatant who stands back from its edge; a low wall doesn't hide one who stands
/// high.
#[test]
fn heights_hide_and_show() {
    let mut grid = room();
    for y in 0..8 {
        stand(&mut grid, at(3, y), Compass::East, EdgeKind::Window, None);
    }
    let sight = grid.sight(at(2, 3), at(7, 3));
    assert_eq!(sight.cover, Cover::None, "from above the sill, the far floor is in view");
    let behind = grid.sight(at(0, 3), at(4, 3));
    assert_eq!(behind.cover, Cover::Half, "{behind:?}");
    assert!(behind.corners[4..].iter().all(|it| *it), "the upper corners are seen: {behind:?}");
    let mut grid = room();
    grid.heights_ft.extend((4..8).flat_map(|x| (0..8).map(move |y| (at(x, y), 20))));
    assert!(!grid.sight(at(3, 3), at(7, 3)).seen && grid.sight(at(0, 3), at(4, 3)).seen);
    grid.walls.insert(at(5, 3));
    grid.wall_tops_ft.insert(at(5, 3), 15);
    assert_eq!(grid.sight(at(4, 3), at(7, 3)).cover, Cover::None, "a wall that ends below the ground is no wall");
}

/// Touching never blocks: past the very corner of solid squares, and where the ends of two walls meet.
#[test]
fn touching_never_blocks() {
    let mut grid = room();
    grid.walls.extend([at(1, 0), at(0, 1)]);
    assert!(grid.sight(at(0, 0), at(1, 1)).seen);
    let mut grid = room();
    stand(&mut grid, at(0, 0), Compass::East, EdgeKind::Wall, None);
    stand(&mut grid, at(0, 0), Compass::South, EdgeKind::Wall, None);
    assert!(grid.sight(at(0, 0), at(1, 1)).seen);
    assert!(!grid.sight(at(0, 0), at(2, 1)).seen);
}

/// No one off the grid is visible.
#[test]
fn nobody_is_seen_off_the_grid() {
    assert!(!room().sight(at(0, 0), at(8, 0)).seen && !room().sight(at(-1, 0), at(0, 0)).seen);
}
