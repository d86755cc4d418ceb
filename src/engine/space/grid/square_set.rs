//! A set of a grid's squares, one bit each.

use super::{Grid, Square};
use serde::Serialize;

/// Some of the squares of a grid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct SquareSet {
    wide: i16,
    high: i16,
    bits: Vec<u64>,
}

impl SquareSet {
    /// None of a grid's squares.
    pub fn none_of(grid: &Grid) -> SquareSet {
        let count = grid.wide.max(0) as usize * grid.high.max(0) as usize;
        SquareSet { wide: grid.wide, high: grid.high, bits: vec![0; count.div_ceil(64)] }
    }

    /// The bit of a square; `None` if it isn't on the grid.
    fn index(&self, at: Square) -> Option<usize> {
        let is_there = (0..self.wide).contains(&at.x) && (0..self.high).contains(&at.y);
        is_there.then(|| at.y as usize * self.wide as usize + at.x as usize)
    }

    /// Whether it has this square.
    pub fn holds(&self, at: Square) -> bool {
        self.index(at).is_some_and(|it| self.bits[it / 64] & (1 << (it % 64)) != 0)
    }

    /// Adds a square, if it's on the grid.
    pub fn add(&mut self, at: Square) {
        if let Some(it) = self.index(at) {
            self.bits[it / 64] |= 1 << (it % 64);
        }
    }

    /// Adds all squares of another set of the same grid.
    pub fn add_all(&mut self, other: &SquareSet) {
        debug_assert_eq!((self.wide, self.high), (other.wide, other.high), "the same grid");
        self.bits.iter_mut().zip(&other.bits).for_each(|(own, theirs)| *own |= theirs);
    }

    /// Its squares, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        let all = (0..self.high).flat_map(|y| (0..self.wide).map(move |x| Square { x, y }));
        all.filter(|it| self.holds(*it))
    }

    /// Whether it's a set of squares of a grid of this size.
    pub fn fits(&self, grid: &Grid) -> bool {
        (self.wide, self.high) == (grid.wide, grid.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set has what was added to it, and nothing off the grid.
    #[test]
    fn a_set_has_what_was_added() {
        let grid = Grid { wide: 13, high: 11, ..Grid::default() };
        let (mut set, mut other) = (SquareSet::none_of(&grid), SquareSet::none_of(&grid));
        let [first, last] = [Square { x: 0, y: 0 }, Square { x: 12, y: 10 }];
        let off = Square { x: 13, y: 0 };
        set.add(first);
        set.add(off);
        other.add(last);
        assert!(set.holds(first) && !set.holds(last) && !set.holds(off) && !set.holds(Square { x: -1, y: 1 }));
        set.add_all(&other);
        assert_eq!(set.iter().collect::<Vec<_>>(), [first, last]);
        assert!(set.fits(&grid) && !set.fits(&Grid::default()));
    }
}
