//! A square grid: squares by letter and number, the ground, what stands between squares, distances in steps. Movement is in `walk` and
//! `avoid`, sight in `sight`, text drawings in `drawing`. This module doesn't know who stands on the grid, and it knows no rules.

pub mod area;
mod as_space;
mod avoid;
pub mod edge;
mod fog;
mod footing;
mod gait;
mod pairs;
pub mod sight;
mod square_set;
pub mod walk;

pub use edge::{Barrier, Compass, Edge, EdgeKind};
pub use fog::{Fog, Shade};
pub use footing::Footing;
pub use gait::{Corners, Gait, Pass};
pub use sight::{Cover, Point, Sight, Sightlines};
pub use square_set::SquareSet;
pub use walk::Paths;

use super::feature::Feature;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of columns, and of rows.
pub const SIDE_MAX: i16 = 60;

/// A square, counted from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Square {
    /// Column, counted from 0 (A) to the right.
    pub x: i16,
    /// Row, counted from 0 (row 1) downwards.
    pub y: i16,
}

/// What a diagonal step costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Diagonals {
    /// The same as any other step.
    One,
    /// Every second one costs double.
    OneTwo,
}

/// The unit in which a board's heights are shown and typed. A square's side is five feet or one metre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// Whole feet.
    #[default]
    Feet,
    /// Metres, in steps of 0.2.
    Metres,
}

impl Unit {
    /// The unit's name in sentences.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Feet => "feet",
            Unit::Metres => "metres",
        }
    }

    /// How many fifths of a square's side one unit is.
    pub fn fifths(self) -> u16 {
        match self {
            Unit::Feet => 1,
            Unit::Metres => 5,
        }
    }

    /// A height as a bare number: "4", "0.8".
    pub fn number(self, height_ft: u16) -> String {
        let (whole, rest) = (height_ft / self.fifths(), height_ft % self.fifths());
        if rest == 0 { whole.to_string() } else { format!("{whole}.{}", rest * 10 / self.fifths()) }
    }

    /// A height with its unit: "4 ft", "0.8 m".
    pub fn words(self, height_ft: u16) -> String {
        let sign = if self == Unit::Feet { "ft" } else { "m" };
        format!("{} {sign}", self.number(height_ft))
    }

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
    fn is_feet(&self) -> bool {
        *self == Unit::Feet
    }
}

/// A grid. Heights are fifths of a square's side above the floor of the whole board: feet, if a square is five feet wide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    /// The number of columns.
    pub wide: i16,
    /// The number of rows.
    pub high: i16,
    /// What a diagonal step costs.
    pub diagonals: Diagonals,
    /// The unit in which heights are shown.
    #[serde(default, skip_serializing_if = "Unit::is_feet")]
    pub unit: Unit,
    /// Solid squares: they block steps and lines of sight.
    pub walls: BTreeSet<Square>,
    /// Squares that cost double to enter.
    pub rough: BTreeSet<Square>,
    /// The heights of solid squares that don't reach the ceiling.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", with = "pairs")]
    pub wall_tops_ft: BTreeMap<Square, u16>,
    /// The height of the ground where it isn't at floor level.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", with = "pairs")]
    pub heights_ft: BTreeMap<Square, u16>,
    /// What stands between two squares.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", with = "pairs")]
    pub edges: BTreeMap<Edge, Barrier>,
    /// What lies in a square, in the words [`Feature::read`] parses: "hazard: pit".
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", with = "pairs")]
    pub features: BTreeMap<Square, Vec<String>>,
}

impl Default for Grid {
    fn default() -> Grid {
        Grid {
            wide: 20,
            high: 20,
            diagonals: Diagonals::One,
            unit: Unit::Feet,
            walls: BTreeSet::new(),
            rough: BTreeSet::new(),
            wall_tops_ft: BTreeMap::new(),
            heights_ft: BTreeMap::new(),
            edges: BTreeMap::new(),
            features: BTreeMap::new(),
        }
    }
}

impl Grid {
    /// Whether the square is on the grid.
    pub fn holds(&self, at: Square) -> bool {
        (0..self.wide).contains(&at.x) && (0..self.high).contains(&at.y)
    }

    /// Whether the square is on the grid and not solid.
    pub fn open(&self, at: Square) -> bool {
        self.holds(at) && !self.walls.contains(&at)
    }

    /// The neighbouring squares on the grid, including solid ones.
    pub fn around(&self, at: Square) -> impl Iterator<Item = Square> + '_ {
        neighbours(at).filter(|it| self.holds(*it))
    }

    /// The height of a square's ground in feet.
    pub fn height_ft(&self, at: Square) -> u16 {
        self.heights_ft.get(&at).copied().unwrap_or(0)
    }

    /// What stands between two squares that share an edge.
    pub fn between(&self, a: Square, b: Square) -> Option<Barrier> {
        self.edges.get(&Edge::between(a, b)?).copied()
    }

    /// What lies in a square.
    pub fn features(&self, at: Square) -> impl Iterator<Item = Feature> + '_ {
        self.features.get(&at).into_iter().flatten().map(|it| Feature::read(it))
    }

    /// The squares that a straight line between the centres of two squares passes through, without the two. A line through a corner passes
    /// between the squares.
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

    /// Whether and how much of a combatant in one square another one sees (ruling A30 of Sovereign): the single answer to who sees whom,
    /// whether a shot is possible, and what cover applies. To ask about many squares at once, build [`Sightlines`].
    pub fn sight(&self, from: Square, to: Square) -> Sight {
        Sightlines::of(self).sight(from, to)
    }
}

/// A column's name: A to Z, then AA, AB.
pub fn column_words(x: i16) -> String {
    let mut column = String::new();
    let mut left = i32::from(x);
    loop {
        column.insert(0, char::from(b'A' + left.rem_euclid(26) as u8));
        left = left / 26 - 1;
        if left < 0 {
            return column;
        }
    }
}

/// The eight squares around one, row by row, on the grid or not.
fn neighbours(at: Square) -> impl Iterator<Item = Square> {
    let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
    around.filter(|step| *step != (0, 0)).map(move |(dx, dy)| Square { x: at.x + dx, y: at.y + dy })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::space::Space;

    fn at(x: i16, y: i16) -> Square {
        Square { x, y }
    }

    /// Squares are named by letter and number, and every name parses back.
    #[test]
    fn every_square_has_a_name_that_reads_back() {
        let grid = Grid { wide: 30, high: 12, ..Grid::default() };
        for square in grid.places() {
            assert_eq!(grid.place_named(&grid.place_words(&square)), Some(square));
        }
        assert_eq!(grid.place_words(&at(27, 9)), "AB10");
        assert_eq!(["", "4", "A", "A0", "A13", "ZZ1", "A-1"].map(|it| grid.place_named(it)), [None; 7]);
    }

    /// A shot needs one clear line between any two of the nine points: past corners, through openings, over low things.
    #[test]
    fn a_shot_goes_over_what_is_low_and_ends_at_what_is_solid() {
        let mut grid = Grid { wide: 7, high: 7, ..Grid::default() };
        let cover = |grid: &Grid, y: i16| {
            let sight = grid.sight(at(2, y), at(4, y));
            sight.seen.then_some(sight.cover)
        };
        grid.walls.extend((0..6).map(|y| at(3, y)));
        assert_eq!((cover(&grid, 0), cover(&grid, 6)), (None, Some(Cover::None)));
        assert!(grid.line(at(0, 0), at(2, 2)) == vec![at(1, 1)], "a line through corners touches no neighbour");
        for (top_ft, seen) in [(2, Some(Cover::Half)), (4, Some(Cover::Half)), (5, None)] {
            grid.wall_tops_ft.insert(at(3, 0), top_ft);
            assert_eq!(cover(&grid, 0), seen, "a wall of {top_ft} ft before a cube of five");
        }
        let (window, wall) = (Barrier { kind: EdgeKind::Window, top_ft: None }, Barrier::WALL);
        let open = Barrier { kind: EdgeKind::OpenDoor, ..wall };
        for (barrier, seen) in [(wall, false), (window, true), (open, true)] {
            grid.edges.insert(Edge::between(at(2, 6), at(3, 6)).expect("they adjoin"), barrier);
            assert_eq!(grid.sight(at(2, 6), at(3, 6)).seen, seen, "{barrier:?}");
        }
    }

    /// New features of grids survive a log, and a grid from an older log reads as it did then.
    #[test]
    fn grids_are_kept() {
        let mut grid = Grid { wide: 4, high: 3, ..Grid::default() };
        let old = serde_json::to_string(&grid).expect("it can be written");
        assert_eq!(old, r#"{"wide":4,"high":3,"diagonals":"One","walls":[],"rough":[]}"#);
        assert_eq!(serde_json::from_str::<Grid>(&old).expect("an old grid"), grid);
        grid.walls.insert(at(1, 1));
        grid.wall_tops_ft.insert(at(1, 1), 4);
        grid.heights_ft.insert(at(0, 2), 10);
        grid.edges.insert(Edge::of(at(3, 2), Compass::South), Barrier { kind: EdgeKind::Slit, top_ft: Some(7) });
        grid.features.insert(at(2, 2), vec!["hazard: pit".to_owned()]);
        let kept = serde_json::to_string(&grid).expect("it can be written");
        assert_eq!(serde_json::from_str::<Grid>(&kept).expect("it can be read"), grid);
    }
}
