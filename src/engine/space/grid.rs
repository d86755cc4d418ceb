//! A square grid: squares by letter and number, walls, distances in steps, and what lies between two squares.

use super::Space;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A square, counted from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Square {
    /// To the right, from 0: column A.
    pub x: i16,
    /// Downwards, from 0: row 1.
    pub y: i16,
}

/// How a diagonal step counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Diagonals {
    /// Like any other.
    One,
    /// Every second one double.
    OneTwo,
}

/// A grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    /// Columns.
    pub wide: i16,
    /// Rows.
    pub high: i16,
    /// How a diagonal counts.
    pub diagonals: Diagonals,
    /// Squares that neither steps nor sight go through.
    pub walls: BTreeSet<Square>,
    /// Squares that cost double to enter.
    pub rough: BTreeSet<Square>,
}

impl Default for Grid {
    fn default() -> Grid {
        Grid { wide: 20, high: 20, diagonals: Diagonals::One, walls: BTreeSet::new(), rough: BTreeSet::new() }
    }
}

impl Grid {
    /// Whether the square is on the grid and no wall.
    pub fn open(&self, at: Square) -> bool {
        (0..self.wide).contains(&at.x) && (0..self.high).contains(&at.y) && !self.walls.contains(&at)
    }

    /// The squares that a step leads to.
    pub fn neighbours(&self, at: Square) -> impl Iterator<Item = Square> + '_ {
        let around = (-1..=1).flat_map(move |dy| (-1..=1).map(move |dx| (dx, dy)));
        around
            .filter(|step| *step != (0, 0))
            .map(move |(dx, dy)| Square { x: at.x + dx, y: at.y + dy })
            .filter(|it| self.open(*it))
    }

    /// What it costs to walk from one square to another round walls and over rough ground, in squares; `None` where there is no
    /// way, or none within `most`.
    pub fn walk(&self, from: Square, to: Square, most: u32) -> Option<u32> {
        self.flood(from, Some(to), most).remove(&to)
    }

    /// All squares that can be walked to within `most`, with what it costs; the square itself for nothing.
    pub fn reach(&self, from: Square, most: u32) -> BTreeMap<Square, u32> {
        self.flood(from, None, most)
    }

    /// Spreads over the grid from one square, the cheapest first, until `to` is reached.
    fn flood(&self, from: Square, to: Option<Square>, most: u32) -> BTreeMap<Square, u32> {
        let mut found = BTreeMap::new();
        if !self.open(from) || to.is_some_and(|it| !self.open(it)) {
            return found;
        }
        // A state is a square and whether the number of diagonals so far is odd: only then does the next one count double.
        let index = |at: Square, odd: bool| (at.y as usize * self.wide as usize + at.x as usize) * 2 + usize::from(odd);
        let mut best = vec![u32::MAX; self.wide as usize * self.high as usize * 2];
        best[index(from, false)] = 0;
        let mut edge = BTreeSet::from([(0, from, false)]);
        while let Some((cost, at, odd)) = edge.pop_first() {
            found.entry(at).or_insert(cost);
            if to == Some(at) {
                break;
            }
            if best[index(at, odd)] != cost {
                continue;
            }
            for next in self.neighbours(at) {
                let diagonal = next.x != at.x && next.y != at.y;
                let odd_after = odd ^ diagonal;
                let double = diagonal && odd && self.diagonals == Diagonals::OneTwo;
                let step = (1 + u32::from(double)) * (1 + u32::from(self.rough.contains(&next)));
                let total = cost + step;
                if total <= most && total < best[index(next, odd_after)] {
                    best[index(next, odd_after)] = total;
                    edge.insert((total, next, odd_after));
                }
            }
        }
        found
    }

    /// The squares that a straight line from the middle of one square to the middle of another passes through, both ends left out.
    /// A line through a corner passes between the squares.
    pub fn line(&self, from: Square, to: Square) -> Vec<Square> {
        let (dx, dy) = (i32::from(to.x - from.x), i32::from(to.y - from.y));
        let (nx, ny) = (dx.abs(), dy.abs());
        let (sx, sy) = (dx.signum() as i16, dy.signum() as i16);
        let (mut at, mut ix, mut iy) = (from, 0, 0);
        let mut passed = vec![];
        while ix < nx || iy < ny {
            let ahead = (1 + 2 * ix) * ny - (1 + 2 * iy) * nx;
            if ahead == 0 {
                (at.x, at.y, ix, iy) = (at.x + sx, at.y + sy, ix + 1, iy + 1);
            } else if ahead < 0 {
                (at.x, ix) = (at.x + sx, ix + 1);
            } else {
                (at.y, iy) = (at.y + sy, iy + 1);
            }
            if at != to {
                passed.push(at);
            }
        }
        passed
    }

    /// Whether no wall stands on the line between the middles of two squares.
    pub fn sees(&self, from: Square, to: Square) -> bool {
        self.line(from, to).iter().all(|it| !self.walls.contains(it))
    }
}

impl Space for Grid {
    type Place = Square;

    /// In squares as the crow flies, diagonals counted as this grid counts them.
    fn distance(&self, a: &Square, b: &Square) -> Option<u32> {
        let (dx, dy) = (u32::from(a.x.abs_diff(b.x)), u32::from(a.y.abs_diff(b.y)));
        let (long, short) = (dx.max(dy), dx.min(dy));
        Some(match self.diagonals {
            Diagonals::One => long,
            Diagonals::OneTwo => long + short / 2,
        })
    }

    fn place_words(&self, at: &Square) -> String {
        let mut column = String::new();
        let mut left = i32::from(at.x);
        loop {
            column.insert(0, char::from(b'A' + (left % 26) as u8));
            left = left / 26 - 1;
            if left < 0 {
                return format!("{column}{}", at.y + 1);
            }
        }
    }

    fn place_named(&self, name: &str) -> Option<Square> {
        let name = name.trim().to_ascii_uppercase();
        let digits = name.find(|it: char| it.is_ascii_digit())?;
        let (letters, number) = name.split_at(digits);
        if letters.is_empty() || letters.len() > 2 || !letters.bytes().all(|it| it.is_ascii_uppercase()) {
            return None;
        }
        let column = letters.bytes().fold(0i16, |sum, it| sum * 26 + i16::from(it - b'A') + 1) - 1;
        let row: i16 = number.parse().ok()?;
        let at = Square { x: column, y: row.checked_sub(1)? };
        ((0..self.wide).contains(&at.x) && (0..self.high).contains(&at.y)).then_some(at)
    }

    /// Nowhere: two cannot share a square, and a fight may do without any.
    fn entrance(&self) -> Option<Square> {
        None
    }

    fn places(&self) -> Vec<Square> {
        let all = (0..self.high).flat_map(|y| (0..self.wide).map(move |x| Square { x, y }));
        all.filter(|it| self.open(*it)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i16, y: i16) -> Square {
        Square { x, y }
    }

    /// Squares are named by letter and number, and every name reads back.
    #[test]
    fn every_square_has_a_name_that_reads_back() {
        let grid = Grid { wide: 30, high: 12, ..Grid::default() };
        for square in grid.places() {
            assert_eq!(grid.place_named(&grid.place_words(&square)), Some(square));
        }
        assert_eq!(grid.place_words(&at(27, 9)), "AB10");
        assert_eq!(["", "4", "A", "A0", "A13", "ZZ1", "A-1"].map(|it| grid.place_named(it)), [None; 7]);
    }

    /// Every second diagonal counts double where the grid says so; rough ground doubles; a wall is walked round.
    #[test]
    fn walking_counts_diagonals_rough_ground_and_walls() {
        let mut grid = Grid { wide: 7, high: 7, diagonals: Diagonals::OneTwo, ..Grid::default() };
        assert_eq!((grid.walk(at(0, 0), at(4, 4), 20), grid.distance(&at(0, 0), &at(4, 4))), (Some(6), Some(6)));
        grid.diagonals = Diagonals::One;
        assert_eq!(grid.walk(at(0, 0), at(4, 4), 20), Some(4));
        grid.rough.insert(at(1, 0));
        assert_eq!(grid.walk(at(0, 0), at(1, 0), 20), Some(2));
        grid.walls.extend((0..6).map(|y| at(3, y)));
        assert_eq!(grid.walk(at(2, 0), at(4, 0), 40), Some(12));
        assert_eq!(grid.walk(at(2, 0), at(4, 0), 11), None);
        let reach = grid.reach(at(2, 0), 11);
        let walked = grid.places().into_iter().filter_map(|to| Some((to, grid.walk(at(2, 0), to, 11)?))).collect();
        assert_eq!(reach, walked, "what is reached is what can be walked to, at the same cost");
        assert_eq!(grid.walk(at(2, 0), at(4, 0), u32::MAX), Some(12), "no bound costs no memory");
        assert!(!grid.sees(at(2, 0), at(4, 0)));
        assert!(grid.sees(at(2, 6), at(4, 6)));
        assert!(grid.line(at(0, 0), at(2, 2)) == vec![at(1, 1)], "a line through corners touches no neighbour");
    }
}
