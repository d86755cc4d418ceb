//! What a name on a map of squares should rather not cover, and how much it matters: first ways and doors, then dots and signs, then the ground.

use super::{
    lattice::Lattice,
    svg::{LineSegment, PicturePoint},
};
use crate::engine::view::grid::{EdgeKind, Grid, Square};

/// A rectangle of the picture: left, top, right, bottom.
pub type Bounds = (f32, f32, f32, f32);

/// A rectangle, and how much it matters whether it's covered.
pub type Covered = (Bounds, u32);

const DOOR: u32 = 8;
const LINE: u32 = 2;
const DOT: u32 = 3;
const GROUND: u32 = 1;
/// A line counts as pieces of this length.
const PIECE: f32 = 6.0;

/// Whether two rectangles overlap.
pub fn meet(a: Bounds, b: Bounds) -> bool {
    a.0 < b.2 && b.0 < a.2 && a.1 < b.3 && b.1 < a.3
}

/// A line, piece by piece: the longer a stretch is covered, the worse.
pub fn line((from, to): LineSegment) -> impl Iterator<Item = Covered> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let count = (dx.hypot(dy) / PIECE).ceil().clamp(1.0, 400.0) as u32;
    (0..=count).map(move |it| {
        let part = it as f32 / count as f32;
        (around((from.0 + dx * part, from.1 + dy * part), PIECE / 2.0), LINE)
    })
}

/// Windows, slits and doors. A wall goes on below a name.
pub fn openings(lattice: &Lattice, grid: &Grid) -> Vec<Covered> {
    let shown = grid.edges.iter().filter(|it| it.1.kind != EdgeKind::Wall && lattice.shows_edge(*it.0));
    let half = lattice.side * 0.1;
    let bounds = |((left, top), (right, bottom)): LineSegment| (left - half, top - half, right + half, bottom + half);
    shown.map(|it| (bounds(lattice.ends(*it.0)), DOOR)).collect()
}

/// Dots and signs in the middle of these squares.
pub fn middles(lattice: &Lattice, squares: impl Iterator<Item = Square>) -> Vec<Covered> {
    squares.map(|it| (around(lattice.middle(it), lattice.side * 0.11), DOT)).collect()
}

/// The ground of these squares.
pub fn ground(lattice: &Lattice, squares: impl Iterator<Item = Square>) -> Vec<Covered> {
    let bounds = |at: Square| {
        let (x, y) = lattice.corner(at);
        ((x, y, x + lattice.side, y + lattice.side), GROUND)
    };
    squares.map(bounds).collect()
}

fn around((x, y): PicturePoint, far: f32) -> Bounds {
    (x - far, y - far, x + far, y + far)
}
