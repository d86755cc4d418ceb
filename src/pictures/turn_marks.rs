//! What somebody could do, on a map of squares: lines round where they could go and what they threaten, and a mark in each of these squares,
//! where nothing covers it.

use super::{
    covered::{Bounds, Covered, meet},
    lattice::Lattice,
    palette::{HALO, REACH, THREAT},
    svg::{Paint, PicturePoint, Svg},
};
use crate::engine::view::grid::Square;

/// The radius of a dot, and a wedge's side, in fractions of a square's.
const DOT: f32 = 0.09;
const WEDGE: f32 = 0.24;
/// How far a wedge is from its square's edges.
const INSIDE: f32 = 2.0;
/// Where a dot goes in its square, the best place first, in fractions of its side.
const DOT_PLACES: [PicturePoint; 10] = [
    (0.5, 0.5),
    (0.5, 0.2),
    (0.5, 0.8),
    (0.2, 0.5),
    (0.8, 0.5),
    (0.2, 0.2),
    (0.8, 0.2),
    (0.8, 0.8),
    (0.2, 0.8),
    (0.9, 0.1),
];
/// The corners where a wedge goes, the best first: lower left, upper left, upper right, lower right.
const CORNERS: [PicturePoint; 4] = [(0.0, 1.0), (0.0, 0.0), (1.0, 0.0), (1.0, 1.0)];

/// Lines round where somebody could go, and dashed ones round what they threaten; `own` is where they are.
pub fn lines(svg: &mut Svg, lattice: &Lattice, reach: &[Square], threat: &[Square], own: impl Fn(Square) -> bool) {
    let reached = lattice.border(|at| reach.contains(&at) || own(at));
    svg.lines(&reached, Paint::edge(HALO, 4.0));
    svg.lines(&reached, Paint::edge(REACH, 2.0));
    let threatened = lattice.border(|at| threat.contains(&at) || own(at));
    svg.lines(&threatened, Paint::edge(HALO, 4.0).dashed());
    svg.lines(&threatened, Paint::edge(THREAT, 2.0).dashed());
}

/// What marks keep off: what's written, then whoever stands there, then lines.
pub struct TakenByOthers<'a> {
    pub words: &'a [Bounds],
    pub people: &'a [Bounds],
    pub lines: &'a [Covered],
}

/// A dot in each square where somebody could go, and a wedge in each that they threaten: where nothing is in the way, as far as there's room.
pub fn marks(svg: &mut Svg, lattice: &Lattice, (reach, threat): (&[Square], &[Square]), around: &TakenByOthers<'_>) {
    let side = lattice.side;
    let is_readable = |it: Bounds| !around.words.iter().any(|other| meet(it, *other));
    let is_free = |it: Bounds| is_readable(it) && !around.people.iter().any(|other| meet(it, *other));
    let is_clear = |it: Bounds| is_free(it) && !around.lines.iter().any(|other| meet(it, other.0));
    let best = |places: &[(PicturePoint, Bounds)]| {
        let first = |good: &dyn Fn(Bounds) -> bool| places.iter().find(|it| good(it.1)).map(|it| it.0);
        // On somebody it's rather in the corner than on the initials.
        let on_somebody = || places.iter().rev().find(|it| is_readable(it.1)).map(|it| it.0);
        first(&is_clear).or_else(|| first(&is_free)).or_else(on_somebody).unwrap_or(places[0].0)
    };
    let dot = |at: &Square| {
        let far = side * DOT + 0.6;
        let place = |part: PicturePoint| {
            let (x, y) = lattice.within(*at, part);
            ((x, y), (x - far, y - far, x + far, y + far))
        };
        (best(&DOT_PLACES.map(place)), side * DOT)
    };
    svg.discs(&reach.iter().map(dot).collect::<Vec<_>>(), Paint::fill(REACH).edged(HALO, 1.2));
    let wedge = |at: &Square| {
        let place = |(right, low): PicturePoint| {
            let (x, y) = lattice.corner(*at);
            let inner = side - 2.0 * INSIDE;
            let (x, y) = (x + INSIDE + right * inner, y + INSIDE + low * inner);
            // Inwards.
            let (to_x, to_y) = (x + WEDGE * side * (1.0 - 2.0 * right), y + WEDGE * side * (1.0 - 2.0 * low));
            ((right, low), (x.min(to_x), y.min(to_y), x.max(to_x), y.max(to_y)))
        };
        let places = CORNERS.map(place);
        let corner = best(&places);
        let (left, top, right, bottom) = places.iter().find(|it| it.0 == corner).unwrap_or(&places[0]).1;
        let (x, far_x) = if corner.0 > 0.5 { (right, left) } else { (left, right) };
        let (y, far_y) = if corner.1 > 0.5 { (bottom, top) } else { (top, bottom) };
        vec![(x, y), (far_x, y), (x, far_y)]
    };
    svg.shapes(&threat.iter().map(wedge).collect::<Vec<_>>(), Paint::fill(THREAT).edged(HALO, 1.2));
}
