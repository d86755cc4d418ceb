//! What stands between two squares: walls, windows, arrow slits, doors. Who can open a door isn't decided here.

use super::{Square, Unit};
use serde::{Deserialize, Serialize};

/// A direction on the map, with north at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compass {
    /// Up, towards row 1.
    North,
    /// To the right.
    East,
    /// Down, away from row 1.
    South,
    /// To the left.
    West,
}

/// The direction an edge runs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Runs {
    /// West to east: the northern edge of its square.
    Across,
    /// North to south: the western edge of its square.
    Down,
}

/// An edge of a square. Every edge is stored as the northern or western edge of a square, even if that square is just off the grid, so each
/// edge has exactly one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Edge {
    /// The square below it or to the right of it.
    pub of: Square,
    /// The direction it runs in.
    pub runs: Runs,
}

impl Edge {
    /// The edge of a square on this side.
    pub fn of(at: Square, side: Compass) -> Edge {
        match side {
            Compass::North => Edge { of: at, runs: Runs::Across },
            Compass::West => Edge { of: at, runs: Runs::Down },
            Compass::South => Edge { of: Square { y: at.y + 1, ..at }, runs: Runs::Across },
            Compass::East => Edge { of: Square { x: at.x + 1, ..at }, runs: Runs::Down },
        }
    }

    /// The edge that two squares share, if they do.
    pub fn between(a: Square, b: Square) -> Option<Edge> {
        let side = match (b.x - a.x, b.y - a.y) {
            (0, -1) => Compass::North,
            (1, 0) => Compass::East,
            (0, 1) => Compass::South,
            (-1, 0) => Compass::West,
            _ => return None,
        };
        Some(Edge::of(a, side))
    }

    /// The squares on both sides: first the one above or to the left.
    pub fn sides(self) -> (Square, Square) {
        let before = match self.runs {
            Runs::Across => Square { y: self.of.y - 1, ..self.of },
            Runs::Down => Square { x: self.of.x - 1, ..self.of },
        };
        (before, self.of)
    }
}

/// A kind of barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum EdgeKind {
    /// Solid: nothing passes, nothing is seen through it.
    Wall,
    /// Solid below its sill.
    Window,
    /// Solid except for the middle fifth of its length.
    Slit,
    /// A closed door: as solid as a wall.
    Door,
    /// An open door: blocks nothing.
    OpenDoor,
}

impl EdgeKind {
    /// All of them.
    pub const ALL: [EdgeKind; 5] =
        [EdgeKind::Wall, EdgeKind::Window, EdgeKind::Slit, EdgeKind::Door, EdgeKind::OpenDoor];

    /// Its name, as players read it.
    pub fn word(self) -> &'static str {
        match self {
            EdgeKind::Wall => "wall",
            EdgeKind::Window => "window",
            EdgeKind::Slit => "slit",
            EdgeKind::Door => "door",
            EdgeKind::OpenDoor => "open door",
        }
    }
}

/// Height in feet below which a window is solid by default.
pub const SILL_FT: u16 = 3;

/// What stands on an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Barrier {
    /// What it is.
    pub kind: EdgeKind,
    /// The top of its solid part, in feet above the floor; for a window, its sill. `None`: up to the ceiling, or [`SILL_FT`] for a window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_ft: Option<u16>,
}

impl Barrier {
    /// A wall up to the ceiling.
    pub const WALL: Barrier = Barrier { kind: EdgeKind::Wall, top_ft: None };

    /// Whether combatants can walk through.
    pub fn lets_through(self) -> bool {
        self.kind == EdgeKind::OpenDoor
    }

    /// The height below which it's solid, in feet above the floor; `None` for the ceiling.
    pub fn solid_below_ft(self) -> Option<u16> {
        match self.kind {
            EdgeKind::Window => Some(self.top_ft.unwrap_or(SILL_FT)),
            EdgeKind::OpenDoor => Some(0),
            EdgeKind::Wall | EdgeKind::Slit | EdgeKind::Door => self.top_ft,
        }
    }

    /// What it is, in words: "wall 4 ft high".
    pub fn words(self, unit: Unit) -> String {
        match (self.kind, self.top_ft) {
            (kind, None) => kind.word().to_owned(),
            (EdgeKind::Window, Some(top)) => format!("window with its sill at {}", unit.words(top)),
            (kind, Some(top)) => format!("{} {} high", kind.word(), unit.words(top)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An edge has one name from both sides; diagonal neighbours share none.
    #[test]
    fn an_edge_is_the_same_from_both_sides() {
        let (a, b) = (Square { x: 2, y: 1 }, Square { x: 3, y: 1 });
        assert_eq!(Edge::between(a, b), Edge::between(b, a));
        assert_eq!(Edge::between(a, b).map(Edge::sides), Some((a, b)));
        let below = Square { x: 2, y: 2 };
        assert_eq!(Edge::of(a, Compass::South), Edge::of(below, Compass::North));
        assert_eq!(Edge::between(below, a).map(Edge::sides), Some((a, below)));
        assert_eq!(Edge::between(below, b), None);
    }
}
