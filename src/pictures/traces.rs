//! What the last deeds left on a map: the way that somebody came, fading towards its start, and the last attack as a line with an arrowhead.
//! Both lie below the combatants.

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
    for (number, step) in points.windows(2).enumerate() {
        let part = (number + 1) * FADING.len() / (count + 1);
        let shade = if count == 1 { FADING.len() - 2 } else { part.min(FADING.len() - 1) };
        svg.path(step, false, Paint::edge(FADING[shade], 2.6 + shade as f32 * 0.5));
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

/// Draws an attack from the edge of one token to the edge of another; each has a middle and a reach.
pub fn attack(svg: &mut Svg, (from, from_reach): (PicturePoint, f32), (to, to_reach): (PicturePoint, f32)) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let far = dx.hypot(dy);
    if far <= from_reach + to_reach + 1.0 {
        return; // They stand on one square, side by side.
    }
    let along = |far_along: f32| (from.0 + dx * far_along / far, from.1 + dy * far_along / far);
    let (start, end) = (along(from_reach), along(far - to_reach));
    svg.lines(&[(start, end)], Paint::edge(HALO, 6.0));
    svg.lines(&[(start, end)], Paint::edge(ATTACK, 2.8));
    arrowhead(svg, start, end, ATTACK);
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
