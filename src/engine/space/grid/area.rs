//! Parts of a grid: the area around a square or a corner, and the straight path between two squares.

use super::{Grid, Square};

impl Grid {
    /// The squares of a burst of this radius (in squares) around a square's top left corner: a square area with sides of twice the radius.
    /// Includes walls; rules decide what happens behind them.
    pub fn burst(&self, corner: Square, radius: u16) -> Vec<Square> {
        let side = |at: i16, end: i16| {
            let radius = i16::try_from(radius).unwrap_or(i16::MAX);
            at.saturating_sub(radius).max(0)..at.saturating_add(radius).min(end)
        };
        let columns = side(corner.x, self.wide);
        side(corner.y, self.high).flat_map(|y| columns.clone().map(move |x| Square { x, y })).collect()
    }

    /// The squares within this many steps, where every step counts the same; excludes the square itself.
    pub fn within(&self, at: Square, steps: u16) -> impl Iterator<Item = Square> + '_ {
        let bounds = |middle: i16, end: i16| {
            let steps = i16::try_from(steps).unwrap_or(i16::MAX);
            middle.saturating_sub(steps).max(0)..=middle.saturating_add(steps).min(end - 1)
        };
        let columns = bounds(at.x, self.wide);
        let all = bounds(at.y, self.high).flat_map(move |y| columns.clone().map(move |x| Square { x, y }));
        all.filter(move |it| *it != at)
    }

    /// The squares of the straight path between two squares, as steps: without the first, with the last. Ignores obstacles. A step exactly
    /// between two squares goes to the one nearer the end.
    pub fn beeline(&self, from: Square, to: Square) -> Vec<Square> {
        let (dx, dy) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
        let steps = dx.abs().max(dy.abs());
        // The coordinate after `step` of `steps`, rounded half away from the start.
        let along = |start: i16, whole: i32, step: i32| {
            let way = (2 * whole.abs() * step + steps) / (2 * steps);
            start + (way * whole.signum()) as i16
        };
        let square = |step| Square { x: along(from.x, dx, step), y: along(from.y, dy, step) };
        (1..=steps).map(square).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i16, y: i16) -> Square {
        Square { x, y }
    }

    /// A radius of 20 ft covers 8 by 8 squares; at the edge of the board, whatever part exists.
    #[test]
    fn a_burst_is_a_square_of_twice_its_radius() {
        let grid = Grid::default();
        let burst = grid.burst(at(10, 10), 4);
        assert_eq!((burst.len(), burst.first(), burst.last()), (64, Some(&at(6, 6)), Some(&at(13, 13))));
        assert_eq!(grid.burst(at(0, 0), 4).len(), 16);
        assert_eq!(grid.burst(at(20, 20), u16::MAX).len(), 400);
    }

    /// The squares within reach, ring by ring, and the straight path.
    #[test]
    fn pieces_around_a_square() {
        let grid = Grid { wide: 5, high: 4, ..Grid::default() };
        assert_eq!(grid.within(at(0, 0), 1).collect::<Vec<_>>(), [at(1, 0), at(0, 1), at(1, 1)]);
        assert_eq!(grid.within(at(2, 2), 60).count(), 19);
        assert_eq!(grid.beeline(at(0, 0), at(4, 2)), [at(1, 1), at(2, 1), at(3, 2), at(4, 2)]);
        assert_eq!(grid.beeline(at(3, 3), at(0, 3)), [at(2, 3), at(1, 3), at(0, 3)]);
        assert!(grid.beeline(at(1, 1), at(1, 1)).is_empty());
    }
}
