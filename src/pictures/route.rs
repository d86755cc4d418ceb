//! Ways round what shouldn't be covered: a bow from one combatant to another that passes beside the rest.

use super::{
    covered::{Bounds, meet},
    svg::PicturePoint,
};

/// How far a bow may swing out, as shares of its length; the first of equally good ones is taken.
const SWINGS: [f32; 15] = [0.0, 0.12, -0.12, 0.24, -0.24, 0.38, -0.38, 0.55, -0.55, 0.75, -0.75, 1.0, -1.0, 1.3, -1.3];
/// How long the pieces of a way are that passes others.
const PIECE: f32 = 5.0;
/// How many pieces a bow has.
const PIECES: usize = 24;
/// What a point costs that's on somebody, that's on something written, and that's off the map, in units of length.
const ON_SOMEBODY: f32 = 60.0;
const ON_WORDS: f32 = 40.0;
const OFF_MAP: f32 = 200.0;
/// What it costs if the end is on something written, which would hide the arrowhead.
const END_ON_WORDS: f32 = 400.0;
/// How many of the last pieces are the end.
const END: usize = 3;

/// What a way keeps clear of.
#[derive(Clone, Debug, Default)]
pub struct InTheWay {
    /// Combatants: where, and how far they reach.
    pub people: Vec<(PicturePoint, f32)>,
    /// What's written.
    pub words: Vec<Bounds>,
    /// The map, which the way doesn't leave.
    pub within: Bounds,
}

/// A bow from the edge of one disc to the edge of another, each a middle and a reach, round what's in the way as well as that can be done.
/// Who stands where it begins or ends isn't in the way.
pub fn bow(from: (PicturePoint, f32), to: (PicturePoint, f32), around: &InTheWay) -> Vec<PicturePoint> {
    let cost = |way: &[PicturePoint]| {
        let long: f32 = way.windows(2).map(|it| far(it[0], it[1])).sum();
        let on = |at: &PicturePoint, ends: bool| {
            let (x, y) = *at;
            let is_end = |it: PicturePoint| far(it, from.0) < 1.0 || far(it, to.0) < 1.0;
            let people = around.people.iter().filter(|it| !is_end(it.0) && far(it.0, *at) < it.1).count();
            let dot = (x - 3.0, y - 3.0, x + 3.0, y + 3.0);
            let words = around.words.iter().filter(|it| meet(dot, **it)).count();
            let off = if meet(dot, around.within) { 0.0 } else { OFF_MAP };
            people as f32 * ON_SOMEBODY + words as f32 * if ends { END_ON_WORDS } else { ON_WORDS } + off
        };
        let last = way.len().saturating_sub(END);
        long + way.iter().enumerate().map(|(number, it)| on(it, number >= last)).sum::<f32>()
    };
    let ways = SWINGS.map(|swing| swung(from, to, swing));
    let costs = ways.iter().map(|it| cost(it));
    let best = costs.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |it| it.0);
    ways.into_iter().nth(best).unwrap_or_default()
}

/// The same way in short pieces, which passes each of these at their rim, above them where it's level: names are below.
pub fn round_people(points: &[PicturePoint], people: &[(PicturePoint, f32)]) -> Vec<PicturePoint> {
    let mut way: Vec<PicturePoint> = vec![];
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let count = (far(from, to) / PIECE).ceil().clamp(1.0, 200.0) as u32;
        let (ux, uy) = ((to.0 - from.0) / far(from, to).max(0.1), (to.1 - from.1) / far(from, to).max(0.1));
        // The side that's up, or right of a way straight up or down.
        let (nx, ny) = if ux.abs() < 0.1 { (1.0, 0.0) } else { (uy * ux.signum(), -ux.abs()) };
        way.extend((0..count).map(|it| {
            let part = it as f32 / count as f32;
            let (x, y) = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            let Some(((px, py), reach)) = people.iter().find(|it| far(it.0, (x, y)) < it.1) else { return (x, y) };
            let along = (x - px) * ux + (y - py) * uy;
            let aside = (reach * reach - along * along).max(0.0).sqrt();
            (px + ux * along + nx * aside, py + uy * along + ny * aside)
        }));
    }
    way.extend(points.last());
    way
}

/// A bow that swings out by this share of its length.
fn swung(from: (PicturePoint, f32), to: (PicturePoint, f32), swing: f32) -> Vec<PicturePoint> {
    let ((x, y), (to_x, to_y)) = (from.0, to.0);
    let (dx, dy) = (to_x - x, to_y - y);
    let bend = (f32::midpoint(x, to_x) - dy * swing, f32::midpoint(y, to_y) + dx * swing);
    let point = |part: f32| {
        let left = 1.0 - part;
        let along = |a: f32, b: f32, c: f32| left * left * a + 2.0 * left * part * b + part * part * c;
        (along(x, bend.0, to_x), along(y, bend.1, to_y))
    };
    let all = (0..=PIECES).map(|it| point(it as f32 / PIECES as f32));
    let outside: Vec<PicturePoint> = all.filter(|it| far(*it, from.0) >= from.1 && far(*it, to.0) >= to.1).collect();
    let edge = |it: PicturePoint, near: PicturePoint, reach: f32| super::traces::towards(near, it, reach);
    let (Some(first), Some(last)) = (outside.first(), outside.last()) else { return vec![] };
    let (start, end) = (edge(*first, from.0, from.1), edge(*last, to.0, to.1));
    std::iter::once(start).chain(outside).chain(std::iter::once(end)).collect()
}

fn far(one: PicturePoint, other: PicturePoint) -> f32 {
    (one.0 - other.0).hypot(one.1 - other.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: Bounds = (0.0, 0.0, 400.0, 300.0);
    const FROM: (PicturePoint, f32) = ((50.0, 150.0), 20.0);
    const TO: (PicturePoint, f32) = ((350.0, 150.0), 20.0);

    /// With nothing in the way it's straight; otherwise it goes round, and it keeps to the edges of both.
    #[test]
    fn a_bow_goes_round_others() {
        let clear = InTheWay { within: MAP, people: vec![FROM, TO], ..InTheWay::default() };
        let straight = bow(FROM, TO, &clear);
        assert!(straight.iter().all(|it| (it.1 - 150.0).abs() < 0.1), "{straight:?}");
        let ends = |way: &[PicturePoint]| (far(way[0], FROM.0), far(way[way.len() - 1], TO.0));
        assert!((ends(&straight).0 - 20.0).abs() < 0.1 && (ends(&straight).1 - 20.0).abs() < 0.1);
        let taken = InTheWay { people: vec![FROM, ((200.0, 150.0), 24.0), TO], ..clear.clone() };
        let round = bow(FROM, TO, &taken);
        assert!(round.iter().all(|it| far(*it, (200.0, 150.0)) >= 24.0), "{round:?}");
        assert!((ends(&round).0 - 20.0).abs() < 0.1 && (ends(&round).1 - 20.0).abs() < 0.1);
    }

    /// A way through somebody goes round them, above if it's level.
    #[test]
    fn a_way_passes_at_the_rim() {
        let way = round_people(&[(0.0, 50.0), (100.0, 50.0)], &[((50.0, 52.0), 20.0)]);
        assert!(way.iter().all(|it| far(*it, (50.0, 52.0)) > 19.9 && it.1 <= 50.1), "{way:?}");
        assert_eq!((way.first(), way.last()), (Some(&(0.0, 50.0)), Some(&(100.0, 50.0))));
        assert!(way.iter().any(|it| it.1 < 34.0), "{way:?}");
    }

    /// Its end isn't below a name, which would hide the head.
    #[test]
    fn a_bow_does_not_end_below_a_name() {
        let (from, to) = (((200.0, 280.0), 20.0), ((200.0, 60.0), 20.0));
        let name = (160.0, 82.0, 240.0, 100.0);
        let way = bow(from, to, &InTheWay { within: MAP, words: vec![name], ..InTheWay::default() });
        let end = way[way.len() - 1];
        assert!(!meet((end.0 - 3.0, end.1 - 3.0, end.0 + 3.0, end.1 + 3.0), name), "{way:?}");
    }
}
