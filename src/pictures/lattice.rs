//! Where squares are on the picture: the part of a board that's shown, and the size of its squares. Everything that's drawn on squares asks
//! here, so that none of it needs to know which part that is.

use super::svg::{CornerAndSize, LineSegment, PicturePoint};
use crate::engine::view::grid::{Compass, Edge, Square};

/// From this side on, a square has all its details.
const DETAILED_FROM: f32 = 36.0;

/// The shown part of a board, placed on the picture.
#[derive(Clone, Copy, Debug)]
pub struct Lattice {
    /// The picture's point at the top left corner of what's shown.
    pub origin: PicturePoint,
    /// A square's side.
    pub side: f32,
    /// The first square that's shown, at the top left.
    pub first: Square,
    /// How many columns are shown.
    pub wide: i16,
    /// How many rows are shown.
    pub high: i16,
}

impl Lattice {
    /// Whether a square is shown.
    pub fn shows(&self, at: Square) -> bool {
        (0..self.wide).contains(&(at.x - self.first.x)) && (0..self.high).contains(&(at.y - self.first.y))
    }

    /// All squares that are shown, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let Lattice { first, wide, high, .. } = *self;
        (0..high).flat_map(move |y| (0..wide).map(move |x| Square { x: first.x + x, y: first.y + y }))
    }

    /// A square's top left corner.
    pub fn corner(&self, at: Square) -> PicturePoint {
        (
            self.origin.0 + f32::from(at.x - self.first.x) * self.side,
            self.origin.1 + f32::from(at.y - self.first.y) * self.side,
        )
    }

    /// A square's middle.
    pub fn middle(&self, at: Square) -> PicturePoint {
        let (x, y) = self.corner(at);
        (x + self.side / 2.0, y + self.side / 2.0)
    }

    /// A point of a square, in fractions of its side from the top left corner.
    pub fn within(&self, at: Square, part: PicturePoint) -> PicturePoint {
        let (x, y) = self.corner(at);
        (x + part.0 * self.side, y + part.1 * self.side)
    }

    /// How many of these details a square has: half as many where squares are small, which nobody would see.
    pub fn details(&self, most: u32) -> u32 {
        if self.side < DETAILED_FROM { most.div_ceil(2) } else { most }
    }

    /// The width and height of what's shown.
    pub fn size(&self) -> PicturePoint {
        (f32::from(self.wide) * self.side, f32::from(self.high) * self.side)
    }

    /// The two ends of an edge.
    pub fn ends(&self, edge: Edge) -> LineSegment {
        let (x, y) = self.corner(edge.of);
        match edge == Edge::of(edge.of, Compass::North) {
            true => ((x, y), (x + self.side, y)),
            false => ((x, y), (x, y + self.side)),
        }
    }

    /// Whether an edge is on what's shown, or on its border.
    pub fn shows_edge(&self, edge: Edge) -> bool {
        let (before, after) = edge.sides();
        self.shows(before) || self.shows(after)
    }

    /// The border of an area towards one side, as far as it's shown: the edges of its squares whose neighbour there isn't in it.
    pub fn rim(&self, side: Compass, holds: impl Fn(Square) -> bool) -> Vec<LineSegment> {
        let is_rim = |at: &Square| {
            let (before, after) = Edge::of(*at, side).sides();
            holds(*at) && !holds(if before == *at { after } else { before })
        };
        self.squares().filter(is_rim).map(|it| self.ends(Edge::of(it, side))).collect()
    }

    /// The whole border of an area.
    pub fn border(&self, holds: impl Fn(Square) -> bool) -> Vec<LineSegment> {
        [Compass::North, Compass::West, Compass::South, Compass::East]
            .into_iter()
            .flat_map(|side| self.rim(side, &holds))
            .collect()
    }

    /// Rectangles that fill an area, adjacent squares of a row in one: corner and size.
    pub fn fills(&self, holds: impl Fn(Square) -> bool) -> Vec<CornerAndSize> {
        let all: Vec<Square> = self.squares().filter(|it| holds(*it)).collect();
        let runs = all.chunk_by(|a, b| a.y == b.y && a.x + 1 == b.x);
        runs.map(|run| (self.corner(run[0]), (run.len() as f32 * self.side, self.side))).collect()
    }
}

/// A number from 0 to 1 that looks random, and is always the same for a square and a purpose: textures repeat byte for byte.
pub fn speck(at: Square, purpose: u32) -> f32 {
    let mut it = (at.x as u32).wrapping_mul(0x9e37_79b1) ^ (at.y as u32).wrapping_mul(0x85eb_ca77);
    it ^= purpose.wrapping_mul(0xc2b2_ae3d);
    it = (it ^ (it >> 15)).wrapping_mul(0x2c1b_3c6d);
    it = (it ^ (it >> 12)).wrapping_mul(0x297a_2d39);
    ((it ^ (it >> 15)) & 0xffff) as f32 / 65_535.0
}
