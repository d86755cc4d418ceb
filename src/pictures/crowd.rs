//! Where those stand who share a square: as large as they can be without touching each other or leaving the square, whatever the shapes of their
//! rings, and also those of whoever's turn it is.

use super::{svg::PicturePoint, tokens::TokenReach};

/// The most combatants drawn on one square; it says how many more there are.
pub const ON_SQUARE_MAX: usize = 6;
/// The greatest size of one who's alone, of two, and of more, in fractions of the square's side.
const SIZE_MAX: [f32; 3] = [0.4, 0.21, 0.2];
/// How far up the first of two stands, in fractions of the side, so that there's room for their names.
const ASKEW: f32 = 0.1;
/// Six who are round are the largest like this, in fractions of the side.
const STAGGERED: [PicturePoint; ON_SQUARE_MAX] =
    [(-0.31, -0.31), (0.31, -0.31), (0.0, -0.1), (-0.31, 0.1), (0.31, 0.1), (0.0, 0.31)];
/// From how many on.
const STAGGERED_FROM: usize = 5;
/// How often the size is halved between what fits and what doesn't.
const HALVINGS: usize = 16;

/// How far somebody of this size reaches.
pub type ReachAt<'a> = &'a dyn Fn(f32) -> TokenReach;

/// The places of these, at most [`ON_SQUARE_MAX`], from the square's middle, and the size of all.
pub fn spread(side: f32, all: &[ReachAt<'_>]) -> (Vec<PicturePoint>, f32) {
    let most = side * SIZE_MAX[all.len().clamp(1, SIZE_MAX.len()) - 1];
    let (places, size) = in_rows(side, all, most);
    if all.len() < STAGGERED_FROM {
        return (places, size);
    }
    let staggered: Vec<PicturePoint> = STAGGERED.iter().take(all.len()).map(|(x, y)| (x * side, y * side)).collect();
    let larger = largest(most, |size| are_apart(side, &staggered, all, size));
    if larger > size { (staggered, larger) } else { (places, size) }
}

/// In up to two rows.
fn in_rows(side: f32, all: &[ReachAt<'_>], most: f32) -> (Vec<PicturePoint>, f32) {
    let rows: Vec<&[ReachAt<'_>]> = match all.len() {
        0..=2 => vec![all],
        many => vec![&all[..many.div_ceil(2)], &all[many.div_ceil(2)..]],
    };
    let high = |row: &[ReachAt<'_>], size: f32| row.iter().map(|it| 2.0 * it(size).high).fold(0.0, f32::max);
    let wide = |row: &[ReachAt<'_>], size: f32| row.iter().map(|it| 2.0 * it(size).wide).sum::<f32>();
    let size = largest(most, |size| {
        let across = rows.iter().map(|row| wide(row, size)).fold(0.0, f32::max);
        across <= side && rows.iter().map(|row| high(row, size)).sum::<f32>() <= side
    });
    let highs: Vec<f32> = rows.iter().map(|row| high(row, size)).collect();
    let tops = cells(side, &highs);
    let row = |(row, y): (&&[ReachAt<'_>], f32)| -> Vec<PicturePoint> {
        let wides: Vec<f32> = row.iter().map(|it| 2.0 * it(size).wide).collect();
        cells(side, &wides).into_iter().map(|x| (x, y)).collect()
    };
    let mut places: Vec<PicturePoint> = rows.iter().zip(tops).flat_map(row).collect();
    if let [first, second] = places.as_mut_slice() {
        let up = (side * ASKEW).min((side - highs[0]) / 2.0);
        (first.1, second.1) = (first.1 - up, second.1 + up);
    }
    (places, size)
}

/// Whether these are inside the square at these places and touch nobody.
fn are_apart(side: f32, places: &[PicturePoint], all: &[ReachAt<'_>], size: f32) -> bool {
    let reaches: Vec<TokenReach> = all.iter().map(|it| it(size)).collect();
    let stays = |((x, y), it): (&PicturePoint, &TokenReach)| (x.abs() + it.wide).max(y.abs() + it.high) <= side / 2.0;
    let touch = |one: usize, other: usize| {
        let (dx, dy) = ((places[one].0 - places[other].0).abs(), (places[one].1 - places[other].1).abs());
        let (a, b) = (reaches[one], reaches[other]);
        dx < a.wide + b.wide && dy < a.high + b.high && dx.hypot(dy) < a.round + b.round
    };
    places.iter().zip(&reaches).all(stays)
        && (0..places.len()).all(|one| (one + 1..places.len()).all(|other| !touch(one, other)))
}

/// The largest size up to this one that fits.
fn largest(most: f32, fits: impl Fn(f32) -> bool) -> f32 {
    if fits(most) {
        return most;
    }
    let (mut least, mut most) = (0.0, most);
    for _ in 0..HALVINGS {
        let middle = f32::midpoint(least, most);
        if fits(middle) {
            least = middle;
        } else {
            most = middle;
        }
    }
    least
}

/// The middles of cells at least this wide, which share a side, from its middle.
fn cells(side: f32, least: &[f32]) -> Vec<f32> {
    let spare = (side - least.iter().sum::<f32>()) / least.len().max(1) as f32;
    let mut from = -side / 2.0;
    let middle = |wide: &f32| {
        from += wide + spare;
        from - (wide + spare) / 2.0
    };
    least.iter().map(middle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::view::Spot,
        pictures::{plan::Token, tokens},
    };

    /// However many stand on a square and whatever their shapes, none touches another or leaves the square, and all are large enough.
    #[test]
    fn a_square_holds_whoever_stands_on_it() {
        let kinds = [(0, false), (0, true), (1, false), (2, false)];
        let kinds = kinds.map(|(party, acting)| Token { acting, ..Token::new("Ana", party, &[], Spot::Off) });
        let reaches = kinds.each_ref().map(|it| move |size: f32| tokens::reach(it, size));
        for side in [24.0, 60.0] {
            for mixed in 0..kinds.len().pow(ON_SQUARE_MAX as u32) {
                let kind = |it: usize| mixed / kinds.len().pow(it as u32) % kinds.len();
                let acting = (0..ON_SQUARE_MAX).filter(|it| kind(*it) == 1).count();
                let count = mixed % ON_SQUARE_MAX + 1;
                if acting > 1 {
                    continue;
                }
                let all: Vec<ReachAt<'_>> = (0..count).map(|it| &reaches[kind(it)] as _).collect();
                let (places, size) = spread(side, &all);
                assert_eq!(places.len(), count);
                assert!(size > side * 0.085, "{side}, {count}: {size}");
                assert!(are_apart(side, &places, &all, size * 0.999), "{side}, {mixed}: {places:?} of {size}");
            }
        }
    }
}
