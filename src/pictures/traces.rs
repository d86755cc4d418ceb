//! What the last deeds left on a map: the way that somebody came, fading towards its start, and the last attack as a line with an arrowhead.
//! On squares both lie on the combatants whom they pass, so that one sees where they end, and the way keeps to the rim of each.

use super::{
    palette::HALO,
    svg::{Colour, Paint, PicturePoint, Svg},
};

/// A trail's shades, from where it began to where it ends.
const FADING: [Colour; 4] = ["#566074", "#7f8aa0", "#aab4c8", "#dfe5f0"];
/// An attack.
const ATTACK: Colour = "#ff7b6b";

/// Draws the way along these points. Its start is a dashed ring of this radius.
pub fn trail(svg: &mut Svg, points: &[PicturePoint], ring: f32) {
    let (Some(start), true) = (points.first(), points.len() > 1) else { return };
    let count = points.len() - 1;
    svg.path(points, false, Paint::edge(HALO, 6.5));
    let shade = |number: usize| match count {
        1 => FADING.len() - 2,
        _ => ((number + 1) * FADING.len() / (count + 1)).min(FADING.len() - 1),
    };
    let steps: Vec<usize> = (0..count).collect();
    for run in steps.chunk_by(|one, other| shade(*one) == shade(*other)) {
        let shade = shade(run[0]);
        svg.path(&points[run[0]..=run[0] + run.len()], false, Paint::edge(FADING[shade], 2.6 + shade as f32 * 0.5));
    }
    if ring > 0.0 {
        svg.circle(*start, ring, Paint::edge(HALO, 4.0));
        svg.circle(*start, ring, Paint::edge(FADING[2], 1.8).dashed());
    }
}

/// Draws the end of a way that leads from one point to the other as an arrowhead.
pub fn head(svg: &mut Svg, from: PicturePoint, to: PicturePoint) {
    arrowhead(svg, from, to, FADING[FADING.len() - 1]);
}

/// Draws an attack from the edge of one token to the edge of another; each has a middle and a reach. Returns the upper left
/// and the lower right corner of what its arrowhead covers.
pub fn attack(
    svg: &mut Svg,
    (from, from_reach): (PicturePoint, f32),
    (to, to_reach): (PicturePoint, f32),
) -> Option<(PicturePoint, PicturePoint)> {
    let far = (to.0 - from.0).hypot(to.1 - from.1);
    if far <= from_reach + to_reach + 1.0 {
        return None; // They stand on one square, side by side.
    }
    let (start, end) = (towards(from, to, from_reach), towards(to, from, to_reach));
    attack_along(svg, &[start, end]);
    let base = towards(end, start, 11.0);
    let corner = (end.0.min(base.0) - 4.0, end.1.min(base.1) - 4.0);
    Some((corner, (end.0.max(base.0) + 4.0, end.1.max(base.1) + 4.0)))
}

/// Draws an attack along these points.
pub fn attack_along(svg: &mut Svg, points: &[PicturePoint]) {
    let [.., before, last] = points else { return };
    svg.path(points, false, Paint::edge(HALO, 6.0));
    svg.path(points, false, Paint::edge(ATTACK, 2.8));
    arrowhead(svg, *before, *last, ATTACK);
}

/// The point that's so far from the first one on the way to the second.
pub fn towards(from: PicturePoint, to: PicturePoint, far: f32) -> PicturePoint {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let part = far / dx.hypot(dy).max(0.1);
    (from.0 + dx * part, from.1 + dy * part)
}

/// A way that passes each point where somebody stands at this distance instead, on the inside of its bend. Its ends stay.
pub fn beside(points: &[PicturePoint], aside: f32, is_taken: impl Fn(usize) -> bool) -> Vec<PicturePoint> {
    let mut way = points.to_vec();
    for here in (1..points.len().saturating_sub(1)).filter(|it| is_taken(*it)) {
        let (before, after, (x, y)) = (points[here - 1], points[here + 1], points[here]);
        let (dx, dy) = (after.0 - before.0, after.1 - before.1);
        let far = dx.hypot(dy);
        if far > 0.1 {
            // Towards the inside of a bend, where the way is shorter.
            let inside = (x - before.0) * dy - (y - before.1) * dx;
            let side = if inside < 0.0 { -aside } else { aside };
            way[here] = (x - dy / far * side, y + dx / far * side);
        }
    }
    way
}

fn arrowhead(svg: &mut Svg, from: PicturePoint, to: PicturePoint, colour: Colour) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let far = dx.hypot(dy).max(0.1);
    let (long, half) = (11.0, 6.0);
    let (ux, uy) = (dx / far, dy / far);
    let base = (to.0 - ux * long, to.1 - uy * long);
    let wings = [(base.0 - uy * half, base.1 + ux * half), (base.0 + uy * half, base.1 - ux * half)];
    svg.path(&[to, wings[0], wings[1]], true, Paint::fill(colour).edged(HALO, 1.4));
}
