//! How high the ground is: the higher, the lighter, with slopes drawn along its edges and its height written once in each stretch of it.

use super::{
    lattice::Lattice,
    svg::{Colour, LineSegment, Paint, PicturePoint, Svg},
};
use crate::engine::view::grid::{Compass, Edge, Grid, Square};
use std::collections::BTreeSet;

/// The shades of ground that's at least this many fifths of a square's side high.
const SHADES: [(u16, Colour); 4] = [(1, "#343b48"), (4, "#3d4656"), (7, "#475264"), (11, "#515e73")];
/// The edge of higher ground, and the shadow below it.
const RIDGE: Colour = "#98a4b8";
const SLOPE: Colour = "#8390a6";
const SHADOW: Colour = "#191c22";
/// What lightens a picture.
const LIGHT: Colour = "#ffffff";

/// The shade of ground this high; `None` for the floor.
pub fn shade(height_ft: u16) -> Option<Colour> {
    SHADES.iter().rev().find(|it| height_ft >= it.0).map(|it| it.1)
}

/// Shades high ground.
pub fn shading(svg: &mut Svg, lattice: &Lattice, grid: &Grid) {
    for (_, colour) in SHADES {
        let is_this = |at: Square| grid.holds(at) && shade(grid.height_ft(at)) == Some(colour);
        svg.rects(&lattice.fills(is_this), Paint::fill(colour));
    }
}

/// How much of the light covers high ground on somebody's picture, by its shade.
const TINTS: [f32; SHADES.len()] = [0.10, 0.15, 0.20, 0.25];

/// Lightens high ground on a picture that somebody has brought, which stays visible below.
pub fn tint(svg: &mut Svg, lattice: &Lattice, grid: &Grid) {
    for ((_, colour), cover) in SHADES.into_iter().zip(TINTS) {
        let is_this = |at: Square| grid.holds(at) && shade(grid.height_ft(at)) == Some(colour);
        svg.rects(&lattice.fills(is_this), Paint::fill(LIGHT).sheer(cover));
    }
}

/// Draws the edges of high ground: a ridge, and strokes that lead down from it. Where it isn't known what's lower, nothing is.
pub fn slopes(svg: &mut Svg, lattice: &Lattice, grid: &Grid, is_known: impl Fn(Square) -> bool) {
    let (mut ridges, mut strokes): (Vec<LineSegment>, Vec<LineSegment>) = (vec![], vec![]);
    for side in [Compass::North, Compass::West, Compass::South, Compass::East] {
        for at in lattice.squares() {
            let edge = Edge::of(at, side);
            let (one, other) = edge.sides();
            let below = if one == at { other } else { one };
            // Off the board, the ground goes on as it is.
            if !grid.holds(below) || !is_known(below) || grid.height_ft(at) <= grid.height_ft(below) {
                continue;
            }
            let line = lattice.ends(edge);
            ridges.push(line);
            // Where what's lower isn't shown, nothing leads there.
            if lattice.shows(below) {
                strokes.extend(down(line, side, lattice));
            }
        }
    }
    svg.lines(&strokes, Paint::edge(SLOPE, 1.2));
    svg.lines(&ridges, Paint::edge(SHADOW, 3.4));
    svg.lines(&ridges, Paint::edge(RIDGE, 1.6));
}

/// Strokes from an edge into the lower square.
fn down((from, to): LineSegment, side: Compass, lattice: &Lattice) -> Vec<LineSegment> {
    let (dx, dy) = match side {
        Compass::North => (0.0, -1.0),
        Compass::South => (0.0, 1.0),
        Compass::West => (-1.0, 0.0),
        Compass::East => (1.0, 0.0),
    };
    let count = lattice.details(5);
    let stroke = |number: u32| {
        let part = (number as f32 + 0.5) / count as f32;
        let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
        let far = lattice.side * if number.is_multiple_of(2) { 0.16 } else { 0.1 };
        (at, (at.0 + dx * far, at.1 + dy * far))
    };
    (0..count).map(stroke).collect()
}

/// Where the height of each stretch of equally high ground can be written, on a square where nobody stands: the place and the height.
pub fn heights(lattice: &Lattice, grid: &Grid, is_taken: impl Fn(Square) -> bool) -> Vec<(PicturePoint, u16)> {
    let high = |at: Square| grid.open(at) && grid.height_ft(at) > 0;
    let mut left: BTreeSet<Square> = lattice.squares().filter(|it| high(*it)).collect();
    let mut found = vec![];
    while let Some(first) = left.first().copied() {
        let level = grid.height_ft(first);
        let (mut ahead, mut stretch) = (vec![first], vec![]);
        left.remove(&first);
        while let Some(at) = ahead.pop() {
            stretch.push(at);
            for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
                let next = Square { x: at.x + dx, y: at.y + dy };
                if grid.height_ft(next) == level && left.remove(&next) {
                    ahead.push(next);
                }
            }
        }
        stretch.sort_by_key(|it| (it.y, it.x));
        found.extend(stretch.into_iter().find(|it| !is_taken(*it)).map(|it| (lattice.middle(it), level)));
    }
    found
}
