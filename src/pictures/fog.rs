//! Fog on a board of squares. What was seen before and isn't in sight is dimmed and hatched; what was never seen is a plain dark sheet, under
//! which nothing shows. It lies on the ground and below whatever has to be made out: walls between squares, combatants, names.

use super::{
    cutout::Cutout,
    lattice::Lattice,
    palette::UNSEEN,
    svg::{Colour, LineSegment, Paint, Svg},
};
use crate::engine::view::grid::{Fog, Shade, Square};

/// Never seen.
pub const DARK: Colour = UNSEEN;
/// The hatching on what was seen before.
const HATCHING: Colour = "#8b96a8";
/// How many parts of a square's side hatches are apart.
const PARTS: i32 = 4;

/// Lays fog over the ground.
pub fn lay(svg: &mut Svg, lattice: &Lattice, fog: &Fog) {
    let is = |shade: Shade| move |at: Square| fog.shade(at) == shade;
    svg.rects(&lattice.fills(is(Shade::Dim)), Paint::fill(DARK).sheer(0.5));
    svg.lines(&hatches(lattice, is(Shade::Dim)), Paint::edge(HATCHING, 1.0).sheer(0.45));
    // All in one path, and a little larger than the squares: nothing shines through between them.
    svg.rects(&lattice.fills(is(Shade::Dark)), Paint::fill(DARK).edged(DARK, 2.0));
    // On the dark side this changes nothing; on the other it's where the fog begins.
    let edge = lattice.border(|at| fog.shade(at) == Shade::Dark || !lattice.shows(at));
    let edge: Vec<LineSegment> = edge.into_iter().collect();
    for (wide, cover) in [(0.34, 0.22), (0.22, 0.28), (0.12, 0.4)] {
        svg.lines(&edge, Paint::edge(DARK, lattice.side * wide).sheer(cover));
    }
}

/// Hatches from the lower left to the upper right over an area, each as long as the area is there.
fn hatches(lattice: &Lattice, holds: impl Fn(Square) -> bool) -> Vec<LineSegment> {
    let step = if lattice.details(2) == 1 { 2 } else { 1 };
    // Each piece lies on one diagonal, from one x to another, in parts of a side.
    let mut pieces: Vec<(i32, i32, i32)> = vec![];
    for at in lattice.squares().filter(|it| holds(*it)) {
        let (left, top) = (i32::from(at.x - lattice.first.x) * PARTS, i32::from(at.y - lattice.first.y) * PARTS);
        for diagonal in (left + top + 1..left + top + 2 * PARTS).filter(|it| it % step == 0) {
            let from = left.max(diagonal - top - PARTS);
            let to = (left + PARTS).min(diagonal - top);
            pieces.push((diagonal, from, to));
        }
    }
    pieces.sort_unstable();
    let point = |diagonal: i32, x: i32| {
        let part = |it: i32| it as f32 * lattice.side / PARTS as f32;
        (lattice.origin.0 + part(x), lattice.origin.1 + part(diagonal - x))
    };
    let lines = pieces.chunk_by(|one, other| one.0 == other.0 && one.2 == other.1);
    lines.map(|it| (point(it[0].0, it[0].1), point(it[0].0, it[it.len() - 1].2))).collect()
}

/// What the legend says about it: only what's in this part of the board.
pub fn explained(fog: &Fog, cutout: Cutout) -> Vec<String> {
    let squares = || {
        let rows = cutout.first.y..cutout.first.y + cutout.high;
        rows.flat_map(|y| (cutout.first.x..cutout.first.x + cutout.wide).map(move |x| Square { x, y }))
    };
    let words = [(Shade::Dim, "Hatched: seen before, but not in sight now."), (Shade::Dark, "Dark: not seen yet.")];
    let is_there = |shade: Shade| squares().any(|it| fog.shade(it) == shade);
    words.into_iter().filter(|it| is_there(it.0)).map(|it| it.1.to_owned()).collect()
}
