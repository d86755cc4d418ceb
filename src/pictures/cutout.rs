//! Which part of a board is shown, so that tokens are as large as they can be and can be read at a phone's width: what's around those in the
//! fight, or around whoever is acting if they're too far apart; all of it only if it's small, or if they're all over it. Nobody who is up is
//! cut off as long as they all fit. It moves in steps of a few squares, so that a map doesn't jump whenever someone takes a step.

use super::plan::MapPlan;
use crate::engine::view::{
    Health, Spot,
    grid::{Grid, Square},
};

/// The most columns or rows that are shown unless the whole board is wanted: as many are still made out on a phone.
const SHOWN_MAX: i16 = 24;
/// The fewest that are shown, if the board has as many: of a smaller one, all is.
const SHOWN_MIN: i16 = 12;
/// How many squares are shown beyond those in the fight.
const AROUND: i16 = 2;
/// The part begins and ends at a multiple of this, or at the board's edge.
const STEP: i16 = 4;

/// A part of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cutout {
    /// Its first square, at the top left.
    pub first: Square,
    /// How many columns.
    pub wide: i16,
    /// How many rows.
    pub high: i16,
}

impl Cutout {
    /// The whole board.
    pub fn whole(grid: &Grid) -> Cutout {
        Cutout { first: Square { x: 0, y: 0 }, wide: grid.wide, high: grid.high }
    }

    /// The part of the board that a plan is about.
    pub fn of(plan: &MapPlan, grid: &Grid) -> Cutout {
        let people = places(plan, grid, |_| true);
        // A line of sight is shown from end to end.
        let is_long = |from: f32, to: f32| (from - to).abs() > f32::from(SHOWN_MAX - 2 * AROUND - STEP - 1);
        let is_far = plan.ray.is_some_and(|it| is_long(it.from.0, it.to.0) || is_long(it.from.1, it.to.1));
        if plan.whole || is_far || people.is_empty() {
            return Cutout::whole(grid);
        }
        let standing = places(plan, grid, |it| !plan.tokens[it].down);
        let acting = places(plan, grid, |it| plan.tokens[it].acting);
        let with = |squares: &[Square], more: &[Square]| [squares, more].concat();
        let wanted = match plan.ray {
            Some(ray) => {
                let ends = [ray.from, ray.to].map(|(x, y)| Square { x: x as i16, y: y as i16 });
                vec![with(&ends, &standing), ends.to_vec()]
            }
            None => {
                let reached = plan.turn.iter().flat_map(|it| it.reach.iter().chain(&it.threat));
                let reached: Vec<Square> = reached.filter_map(square).filter(|it| grid.holds(*it)).collect();
                // A foe who's down holds nobody's view; somebody whose health the reader knows is one of theirs, and may need help.
                let is_theirs = |it: usize| matches!(plan.tokens[it].health, Some(Health::Left { .. }));
                let fighting = places(plan, grid, |it| !plan.tokens[it].down || is_theirs(it));
                vec![with(&fighting, &reached), with(&standing, &reached), standing.clone()]
            }
        };
        let action = [acting, standing, people.clone()].into_iter().find(|it| !it.is_empty()).unwrap_or_default();
        let fits = |squares: &Vec<Square>| {
            let is_short = |(start, end): (i16, i16)| end - start <= SHOWN_MAX;
            is_short(around(squares, grid.wide, |it| it.x)) && is_short(around(squares, grid.high, |it| it.y))
        };
        let wanted = wanted.iter().find(|it| !it.is_empty() && fits(it)).unwrap_or(&people);
        let (x, wide) = stretch(wanted, &action, grid.wide, |it| it.x);
        let (y, high) = stretch(wanted, &action, grid.high, |it| it.y);
        Cutout { first: Square { x, y }, wide, high }
    }

    /// Whether it has a square.
    pub fn holds(&self, at: Square) -> bool {
        (0..self.wide).contains(&(at.x - self.first.x)) && (0..self.high).contains(&(at.y - self.first.y))
    }

    /// Its last square, at the bottom right.
    pub fn last(&self) -> Square {
        Square { x: self.first.x + self.wide - 1, y: self.first.y + self.high - 1 }
    }
}

/// Where the combatants stand who are wanted.
fn places(plan: &MapPlan, grid: &Grid, wanted: impl Fn(usize) -> bool) -> Vec<Square> {
    let there = (0..plan.tokens.len()).filter(|it| wanted(*it));
    there.filter_map(|it| square(plan.tokens[it].spot.as_ref()?)).filter(|it| grid.holds(*it)).collect()
}

/// The square of a spot.
pub fn square(spot: &Spot) -> Option<Square> {
    match spot {
        Spot::Square(at) => Some(*at),
        _ => None,
    }
}

/// The first and the last of these squares along one direction.
fn ends(squares: &[Square], along: impl Fn(&Square) -> i16) -> (i16, i16) {
    (squares.iter().map(&along).min().unwrap_or(0), squares.iter().map(&along).max().unwrap_or(0))
}

/// Where what's around these squares begins along one direction, and where it ends.
fn around(squares: &[Square], all: i16, along: impl Fn(&Square) -> i16) -> (i16, i16) {
    if all <= SHOWN_MIN {
        return (0, all);
    }
    let (low, high) = ends(squares, along);
    let last = (high + AROUND).div_euclid(STEP) * STEP + STEP;
    (((low - AROUND).div_euclid(STEP) * STEP).max(0), last.min(all))
}

/// Where the part begins along one direction, and how long it is.
fn stretch(wanted: &[Square], action: &[Square], all: i16, along: impl Fn(&Square) -> i16) -> (i16, i16) {
    let (mut start, mut end) = around(wanted, all, &along);
    if end - start > SHOWN_MAX {
        // Too far apart: what's around the middle of the action, but nothing that nobody is near.
        let (from, to) = ends(action, &along);
        let before = (i16::midpoint(from, to) - SHOWN_MAX / 2).div_euclid(STEP) * STEP;
        start = before.clamp(start, end - SHOWN_MAX);
        end = start + SHOWN_MAX;
    }
    let long = (end - start).max(SHOWN_MIN).min(all);
    start = (start - (long - (end - start)) / 2).div_euclid(STEP) * STEP;
    (start.clamp(0, all - long).max(end - long), long)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i16) -> Square {
        Square { x, y: 0 }
    }

    /// A part has everybody in it as long as they're near each other, never leaves the board, and is never too long to read.
    #[test]
    fn a_part_is_around_the_action() {
        let within = |wanted: &[i16], action: i16, all: i16| {
            let wanted: Vec<Square> = wanted.iter().map(|it| at(*it)).collect();
            stretch(&wanted, &[at(action)], all, |it| it.x)
        };
        let of = |wanted: &[i16], action: i16| within(wanted, action, 40);
        assert_eq!(of(&[20, 25], 20), (16, 12));
        assert_eq!(of(&[0], 0), (0, 12));
        assert_eq!(of(&[39], 39), (28, 12));
        assert_eq!(of(&[0, 39], 20), (8, 24));
        assert_eq!(of(&[0, 39], 39), (16, 24));
        assert_eq!(within(&[10, 17], 10, 18), (6, 12), "a board needn\u{2019}t be so many steps wide");
        let pairs = |all: i16| (0..all).flat_map(move |low| (low..all).map(move |high| (low, high)));
        for (all, (low, high)) in (SHOWN_MIN + 1..=40).flat_map(|all| pairs(all).map(move |it| (all, it))) {
            for action in [low, high] {
                let (start, long) = within(&[low, high], action, all);
                let told = format!("{low} to {high} of {all}: {start} and {long}");
                assert!(start >= 0 && start + long <= all && (SHOWN_MIN..=SHOWN_MAX).contains(&long), "{told}");
                assert!((start..start + long).contains(&action), "{told}");
                let is_near = high - low <= SHOWN_MAX - 2 * AROUND - STEP;
                assert!(!is_near || (start <= low && high < start + long), "{told}");
            }
        }
    }

    /// A step rarely moves the part.
    #[test]
    fn a_part_stays_where_it_is() {
        let part = |it: i16| stretch(&[at(it), at(it + 4)], &[at(it)], 40, |it| it.x);
        let parts: Vec<(i16, i16)> = (10..30).map(part).collect();
        assert!(parts.windows(2).filter(|it| it[0] != it[1]).count() <= parts.len() / 2, "{parts:?}");
    }
}
