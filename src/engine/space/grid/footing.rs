//! A grid's ground in tables, for whoever looks at all of it: a step asks six times what a set or map would have to be searched for.

use super::{
    Diagonals, Edge, Grid, Square,
    edge::Runs,
    gait::{Corners, Gait, Pass},
};

/// A solid square.
const SOLID: u8 = 1;
/// A square that costs double to enter.
const ROUGH: u8 = 2;
/// A square whose northern edge lets nobody through.
const SHUT_NORTH: u8 = 4;
/// A square whose western edge lets nobody through.
const SHUT_WEST: u8 = 8;

/// What a step depends on.
pub(super) trait Underfoot {
    /// Whether a square is on the grid and not solid.
    fn is_open(&self, at: Square) -> bool;
    /// Whether it costs double to enter a square.
    fn is_rough(&self, at: Square) -> bool;
    /// Whether a step can cross the edge between two squares of the grid that share one.
    fn lets_across(&self, from: Square, to: Square) -> bool;
    /// What a diagonal step costs.
    fn diagonals(&self) -> Diagonals;
}

/// A grid's squares in a table, as they are when it's made.
pub struct Footing {
    pub(super) wide: i16,
    high: i16,
    diagonals: Diagonals,
    squares: Vec<u8>,
}

impl Footing {
    pub(super) fn of(grid: &Grid) -> Footing {
        let (wide, high) = (grid.wide.max(0), grid.high.max(0));
        let squares = vec![0; wide as usize * high as usize];
        let mut it = Footing { wide, high, diagonals: grid.diagonals, squares };
        it.block(grid.walls.iter().copied());
        for at in &grid.rough {
            it.change(*at, |square| *square |= ROUGH);
        }
        for edge in grid.edges.iter().filter(|it| !it.1.lets_through()).map(|it| it.0) {
            it.change(edge.of, |square| *square |= shut(*edge));
        }
        it
    }

    /// Nobody walks through these squares.
    pub fn block(&mut self, squares: impl IntoIterator<Item = Square>) {
        squares.into_iter().for_each(|at| self.change(at, |square| *square |= SOLID));
    }

    /// A square isn't solid after all.
    pub fn unblock(&mut self, at: Square) {
        self.change(at, |square| *square &= !SOLID);
    }

    /// How many squares there are.
    pub fn count(&self) -> usize {
        self.squares.len()
    }

    /// The cost of a step from a square of the grid, as [`Grid::step`] tells it.
    pub fn step(&self, from: Square, to: Square, odd: bool, gait: Gait<'_>) -> Option<u32> {
        step(self, from, to, odd, gait)
    }

    /// A square's place in a table of all of them; `None` off the grid.
    pub fn index(&self, at: Square) -> Option<usize> {
        let is_on = (0..self.wide).contains(&at.x) && (0..self.high).contains(&at.y);
        is_on.then(|| at.y as usize * self.wide as usize + at.x as usize)
    }

    fn change(&mut self, at: Square, change: impl FnOnce(&mut u8)) {
        if let Some(index) = self.index(at) {
            change(&mut self.squares[index]);
        }
    }

    /// What's noted of a square; off the grid everything is solid.
    fn square(&self, at: Square) -> u8 {
        self.index(at).map_or(SOLID, |it| self.squares[it])
    }
}

fn shut(edge: Edge) -> u8 {
    match edge.runs {
        Runs::Across => SHUT_NORTH,
        Runs::Down => SHUT_WEST,
    }
}

impl Underfoot for Footing {
    fn is_open(&self, at: Square) -> bool {
        self.square(at) & SOLID == 0
    }

    fn is_rough(&self, at: Square) -> bool {
        self.square(at) & ROUGH != 0
    }

    fn lets_across(&self, from: Square, to: Square) -> bool {
        // An edge belongs to the square below it, or to its right.
        let shut = if from.x == to.x { SHUT_NORTH } else { SHUT_WEST };
        self.square(Square { x: from.x.max(to.x), y: from.y.max(to.y) }) & shut == 0
    }

    fn diagonals(&self) -> Diagonals {
        self.diagonals
    }
}

/// One step costs less than a table.
impl Underfoot for Grid {
    fn is_open(&self, at: Square) -> bool {
        self.open(at)
    }

    fn is_rough(&self, at: Square) -> bool {
        self.rough.contains(&at)
    }

    fn lets_across(&self, from: Square, to: Square) -> bool {
        self.between(from, to).is_none_or(|it| it.lets_through())
    }

    fn diagonals(&self) -> Diagonals {
        self.diagonals
    }
}

/// The cost of a step, in squares; `None` if it isn't possible. `odd` says that the number of diagonals before it was odd.
pub(super) fn step(it: &impl Underfoot, from: Square, to: Square, odd: bool, gait: Gait<'_>) -> Option<u32> {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    if dx.max(dy) != 1 || !it.is_open(to) {
        return None;
    }
    let passing = (gait.pass)(from, to);
    if passing == Pass::Never {
        return None;
    }
    let diagonal = dx + dy == 2;
    let is_free = if diagonal { rounds(it, from, to, gait) } else { it.lets_across(from, to) };
    if !is_free {
        return None;
    }
    let double = diagonal && odd && it.diagonals() == Diagonals::OneTwo;
    let difficult = passing == Pass::Difficult || it.is_rough(to);
    Some((1 + u32::from(double)) * (1 + u32::from(difficult)))
}

/// Whether a step can pass the corner between two squares.
fn rounds(it: &impl Underfoot, from: Square, to: Square, gait: Gait<'_>) -> bool {
    let mut beside = [Square { x: to.x, y: from.y }, Square { x: from.x, y: to.y }].into_iter();
    let leads_on = |at: Square| it.lets_across(from, at) && it.lets_across(at, to);
    match gait.corners {
        Corners::Cut => beside.any(leads_on),
        Corners::Kept => beside.all(|at| leads_on(at) && it.is_open(at) && (gait.pass)(from, at) != Pass::Never),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Barrier, EdgeKind},
        *,
    };
    use crate::engine::{random_play::PlayRng, space::Space};

    /// The table says of every step what the grid says, whatever lies and stands there, and on squares off the grid.
    #[test]
    fn tables_tell_what_the_grid_tells() {
        for seed in 0..40 {
            let mut rng = PlayRng::new(seed);
            let mut at = || Square { x: rng.below(8) as i16 - 1, y: rng.below(7) as i16 - 1 };
            let mut grid = Grid { wide: 6, high: 5, diagonals: Diagonals::OneTwo, ..Grid::default() };
            for kind in EdgeKind::ALL {
                grid.walls.insert(at());
                grid.rough.insert(at());
                for runs in [Runs::Across, Runs::Down] {
                    grid.edges.insert(Edge { of: at(), runs }, Barrier { kind, top_ft: None });
                }
            }
            let (stranger, slow) = (at(), at());
            let pass = |_, to: Square| match to {
                it if it == stranger => Pass::Never,
                it if it == slow => Pass::Difficult,
                _ => Pass::Free,
            };
            let footing = Footing::of(&grid);
            for corners in [Corners::Cut, Corners::Kept] {
                let gait = Gait { corners, pass: &pass };
                for from in grid.places() {
                    for to in with_rim(&grid) {
                        for odd in [false, true] {
                            let told = (grid.step(from, to, odd, gait), footing.step(from, to, odd, gait));
                            assert_eq!(told.0, told.1, "seed {seed}: {from:?} to {to:?}, {corners:?}, {odd}");
                        }
                    }
                }
            }
        }
    }

    /// All squares and those around the grid.
    fn with_rim(grid: &Grid) -> Vec<Square> {
        (-1..=grid.high).flat_map(|y| (-1..=grid.wide).map(move |x| Square { x, y })).collect()
    }
}
