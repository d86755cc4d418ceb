//! A grid as a kind of place: its squares by name, and the distances between them.

use super::{Diagonals, Grid, SIDE_MAX, Sight, Square, column_words};
use crate::engine::space::{
    Space,
    ground::{Ground, Spot},
};
use std::sync::Arc;

impl Space for Grid {
    const CLOSE: u32 = 1;
    type Place = Square;

    /// In squares, ignoring obstacles, with diagonals counted as this grid counts them.
    fn distance(&self, a: &Square, b: &Square) -> Option<u32> {
        let (dx, dy) = (u32::from(a.x.abs_diff(b.x)), u32::from(a.y.abs_diff(b.y)));
        let (long, short) = (dx.max(dy), dx.min(dy));
        Some(match self.diagonals {
            Diagonals::One => long,
            Diagonals::OneTwo => long + short / 2,
        })
    }

    fn place_words(&self, at: &Square) -> String {
        format!("{}{}", column_words(at.x), at.y + 1)
    }

    fn place_named(&self, name: &str) -> Option<Square> {
        let name = name.trim().to_ascii_uppercase();
        let digits = name.find(|it: char| it.is_ascii_digit())?;
        let (letters, number) = name.split_at(digits);
        if letters.is_empty() || letters.len() > 2 || !letters.bytes().all(|it| it.is_ascii_uppercase()) {
            return None;
        }
        let column = letters.bytes().fold(0i16, |sum, it| sum * 26 + i16::from(it - b'A') + 1) - 1;
        let row: i16 = number.parse().ok()?;
        let at = Square { x: column, y: row.checked_sub(1)? };
        self.holds(at).then_some(at)
    }

    /// None: two combatants can't share a square, and a fight can do without.
    fn entrance(&self) -> Option<Square> {
        None
    }

    fn places(&self) -> Vec<Square> {
        let all = (0..self.high).flat_map(|y| (0..self.wide).map(move |x| Square { x, y }));
        all.filter(|it| self.open(*it)).collect()
    }

    fn holds_place(&self, place: &Square) -> bool {
        self.holds(*place)
    }

    fn flaw(&self) -> Option<String> {
        let fits = 1..=SIDE_MAX;
        let is_drawn = fits.contains(&self.wide) && fits.contains(&self.high);
        (!is_drawn).then(|| {
            format!("a board of {} by {} squares; there are boards of 1 to {SIDE_MAX} each way", self.wide, self.high)
        })
    }

    fn look(&self, from: &Square, to: &Square) -> Option<Sight> {
        Some(self.sight(*from, *to))
    }

    fn ground(self: &Arc<Self>) -> Ground {
        Ground::Squares(self.clone())
    }

    fn spot(&self, at: &Square) -> Spot {
        if self.holds(*at) { Spot::Square(*at) } else { Spot::Off }
    }
}
