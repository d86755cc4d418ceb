//! Who sees whom on a grid, and how much of them: exactly ruling A30 of Sovereign. Everything is computed in whole numbers, so that a line
//! that touches something is distinct from one that passes through it. Combatants in between never block. The rules decide what sight is
//! good for.
//!
//! A square's side is 200 units and a foot is 40. An eye point is a corner or the centre of the cube, drawn 1 % towards the centre, so a
//! corner lies 1 unit inside. Therefore no eye point lies on a grid line, and no line of sight runs along one.

use super::{Edge, EdgeKind, Grid, Square, edge::Runs};
use serde::{Deserialize, Serialize};

/// A square's side, in units.
pub const SIDE: i64 = 200;
/// A foot in units: five feet make a side.
pub const FOOT: i64 = SIDE / 5;
/// How far inside the cube its drawn-in corners lie: 1 % of the way to the centre.
const PULL: i64 = SIDE / 2 / 100;
/// The opening of a slit: the middle fifth of its edge.
const OPENING: std::ops::RangeInclusive<i64> = SIDE * 2 / 5..=SIDE * 3 / 5;
/// Higher than every line of sight.
const CEILING: i64 = i64::MAX >> 32;

/// A point, in units: from the west, from the north, up from the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Point {
    /// From the west.
    pub x: i64,
    /// From the north.
    pub y: i64,
    /// Up from the floor.
    pub z: i64,
}

/// How much of a combatant is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Cover {
    /// All corners are visible.
    None,
    /// At least one corner is hidden.
    Half,
    /// No corner is visible.
    Full,
}

impl Cover {
    /// The cover in words: "half cover".
    pub fn words(self) -> &'static str {
        match self {
            Cover::None => "no cover",
            Cover::Half => "half cover",
            Cover::Full => "full cover",
        }
    }
}

/// What one combatant sees of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Sight {
    /// Whether anything is visible at all.
    pub seen: bool,
    /// The cover; full if nothing is visible.
    pub cover: Cover,
    /// Which corners are visible, in the order of [`CORNERS`].
    pub corners: [bool; 8],
    /// A clear line, from an eye point of the first to a point of the second; from centre to centre if that's clear.
    pub line: Option<(Point, Point)>,
}

/// The names of a cube's corners, in order: the lower four, then the upper four.
pub const CORNERS: [&str; 8] = [
    "lower north-west",
    "lower north-east",
    "lower south-west",
    "lower south-east",
    "upper north-west",
    "upper north-east",
    "upper south-west",
    "upper south-east",
];

/// What stands on an edge, as an obstacle to a line that crosses it.
#[derive(Clone, Copy, Debug)]
struct Screen {
    top: i64,
    slit: bool,
}

/// A grid prepared for sight checks.
#[derive(Clone, Debug)]
pub struct Sightlines {
    wide: i64,
    high: i64,
    /// The ground height of each square, row by row.
    ground: Vec<i64>,
    /// The height up to which each square is solid.
    solid: Vec<i64>,
    /// What stands on each square's northern edge.
    across: Vec<Option<Screen>>,
    /// What stands on each square's western edge.
    down: Vec<Option<Screen>>,
}

impl Sightlines {
    /// Prepares this grid.
    pub fn of(grid: &Grid) -> Sightlines {
        let count = grid.wide.max(0) as usize * grid.high.max(0) as usize;
        let mut lines = Sightlines {
            wide: i64::from(grid.wide),
            high: i64::from(grid.high),
            ground: vec![0; count],
            solid: vec![0; count],
            across: vec![None; count],
            down: vec![None; count],
        };
        for (at, height_ft) in &grid.heights_ft {
            if let Some(index) = lines.index(*at) {
                lines.ground[index] = i64::from(*height_ft) * FOOT;
                lines.solid[index] = lines.ground[index];
            }
        }
        for at in &grid.walls {
            if let Some(index) = lines.index(*at) {
                let top = grid.wall_tops_ft.get(at).map_or(CEILING, |it| i64::from(*it) * FOOT);
                lines.solid[index] = lines.solid[index].max(top);
            }
        }
        for (Edge { of, runs }, barrier) in &grid.edges {
            if let Some(index) = lines.index(*of) {
                let top = barrier.solid_below_ft().map_or(CEILING, |it| i64::from(it) * FOOT);
                let screen = Some(Screen { top, slit: barrier.kind == EdgeKind::Slit });
                match runs {
                    Runs::Across => lines.across[index] = screen,
                    Runs::Down => lines.down[index] = screen,
                }
            }
        }
        lines
    }

    fn index(&self, at: Square) -> Option<usize> {
        let (x, y) = (i64::from(at.x), i64::from(at.y));
        ((0..self.wide).contains(&x) && (0..self.high).contains(&y)).then_some((y * self.wide + x) as usize)
    }

    /// The point of a cube at this offset from its lowest corner.
    fn point(&self, of: Square, (x, y, z): (i64, i64, i64)) -> Point {
        let floor = self.index(of).map_or(0, |it| self.ground[it]);
        Point { x: i64::from(of.x) * SIDE + x, y: i64::from(of.y) * SIDE + y, z: floor + z }
    }

    /// The centre of the cube that a combatant in this square fills.
    pub fn centre(&self, of: Square) -> Point {
        self.point(of, (SIDE / 2, SIDE / 2, SIDE / 2))
    }

    /// The drawn-in corners of the cube that a combatant in this square fills, in the order of [`CORNERS`].
    pub fn corners(&self, of: Square) -> [Point; 8] {
        let side = |far: bool| if far { SIDE - PULL } else { PULL };
        std::array::from_fn(|it| self.point(of, (side(it & 1 != 0), side(it & 2 != 0), side(it & 4 != 0))))
    }

    /// Whether and how much a combatant in one square sees of another. A combatant off the grid sees no one and isn't seen.
    pub fn sight(&self, from: Square, to: Square) -> Sight {
        if self.index(from).is_none() || self.index(to).is_none() {
            return Sight { seen: false, cover: Cover::Full, corners: [false; 8], line: None };
        }
        let corners = self.corners(to);
        let centre = self.centre(to);
        let eyes = self.points(from);
        let by = |point: Point| {
            let eye = eyes.iter().find(|eye| self.is_clear(**eye, point));
            eye.map(|eye| (*eye, point))
        };
        let seen = corners.map(by);
        let middle = by(centre);
        let count = seen.iter().flatten().count();
        let line = middle.or_else(|| seen.iter().flatten().next().copied());
        Sight {
            seen: line.is_some(),
            cover: match count {
                8 => Cover::None,
                0 => Cover::Full,
                _ => Cover::Half,
            },
            corners: seen.map(|it| it.is_some()),
            line,
        }
    }

    /// Whether anything of a combatant in one square is visible from another: [`Sight::seen`] without the rest, which costs less.
    pub fn sees(&self, from: Square, to: Square) -> bool {
        if self.index(from).is_none() || self.index(to).is_none() {
            return false;
        }
        let (eyes, points) = (self.points(from), self.points(to));
        points.iter().any(|point| eyes.iter().any(|eye| self.is_clear(*eye, *point)))
    }

    /// The points of the cube that a combatant in this square fills from which they see, and at which they're seen: its centre, then its
    /// drawn-in corners.
    fn points(&self, of: Square) -> [Point; 9] {
        let mut points = [self.centre(of); 9];
        points[1..].copy_from_slice(&self.corners(of));
        points
    }

    /// Whether a line between two points passes through nothing solid. The points are on the grid but on none of its lines, like those of
    /// cubes.
    pub fn is_clear(&self, a: Point, b: Point) -> bool {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let (mut x, mut y) = (a.x.div_euclid(SIDE), a.y.div_euclid(SIDE));
        let (to_x, to_y) = (b.x.div_euclid(SIDE), b.y.div_euclid(SIDE));
        let mut enters = Moment { part: 0, of: 1 };
        loop {
            // Where the line leaves this square, sideways or up and down; in its last square, the line ends.
            let side = (x != to_x).then(|| Moment::at((x + i64::from(dx > 0)) * SIDE - a.x, dx));
            let level = (y != to_y).then(|| Moment::at((y + i64::from(dy > 0)) * SIDE - a.y, dy));
            let both = match (side, level) {
                (Some(one), Some(other)) => one.cmp_to(other),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (None, None) => std::cmp::Ordering::Equal,
            };
            let leaves = side.filter(|_| both.is_le()).or(level).unwrap_or(Moment { part: 1, of: 1 });
            let Some(index) = self.at(x, y) else { return false };
            // The line is straight, so it's lowest at one of its ends.
            if [enters, leaves].iter().any(|it| it.is_below(a, b, self.solid[index])) {
                return false;
            }
            let screen = match both {
                std::cmp::Ordering::Less => {
                    let crossed = self.at(x.max(x + dx.signum()), y).and_then(|it| self.down[it]);
                    let along = leaves.of * (a.y - y * SIDE) + leaves.part * dy;
                    x += dx.signum();
                    crossed.map(|it| (it, along))
                }
                std::cmp::Ordering::Greater => {
                    let crossed = self.at(x, y.max(y + dy.signum())).and_then(|it| self.across[it]);
                    let along = leaves.of * (a.x - x * SIDE) + leaves.part * dx;
                    y += dy.signum();
                    crossed.map(|it| (it, along))
                }
                std::cmp::Ordering::Equal if side.is_none() => return true,
                // Through a corner of the grid: it touches what meets there but passes through none of it.
                std::cmp::Ordering::Equal => {
                    (x, y) = (x + dx.signum(), y + dy.signum());
                    None
                }
            };
            if let Some((screen, along)) = screen {
                let through_slit = (OPENING.start() * leaves.of..=OPENING.end() * leaves.of).contains(&along);
                if leaves.is_below(a, b, screen.top) && !(screen.slit && through_slit) {
                    return false;
                }
            }
            enters = leaves;
        }
    }

    fn at(&self, x: i64, y: i64) -> Option<usize> {
        ((0..self.wide).contains(&x) && (0..self.high).contains(&y)).then_some((y * self.wide + x) as usize)
    }
}

/// A position along a line, as a fraction of its length.
#[derive(Clone, Copy, Debug)]
struct Moment {
    part: i64,
    /// The denominator, always positive.
    of: i64,
}

impl Moment {
    fn at(part: i64, of: i64) -> Moment {
        Moment { part: part * of.signum(), of: of.abs() }
    }

    fn cmp_to(self, other: Moment) -> std::cmp::Ordering {
        (self.part * other.of).cmp(&(other.part * self.of))
    }

    /// Whether the line is below this height at that point.
    fn is_below(self, a: Point, b: Point, top: i64) -> bool {
        (a.z - top) * self.of + (b.z - a.z) * self.part < 0
    }
}

#[cfg(test)]
mod tests;
