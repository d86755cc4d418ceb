//! Dice that step through all their faces.

use super::super::dice::{Dice, Used};

/// Dice that step through all their faces, path by path.
pub(super) struct Walk {
    path: Vec<(u16, u16)>,
    at: usize,
    deepest: usize,
}

impl Walk {
    /// Dice of which so many are tried; deeper ones show their middle face.
    pub fn new(deepest: usize) -> Walk {
        Walk { path: vec![], at: 0, deepest }
    }

    /// Begins the next course of events.
    pub fn begin(&mut self) {
        self.at = 0;
    }

    /// The chance of the course that has just ended.
    pub fn chance(&mut self) -> f64 {
        self.path.truncate(self.at);
        self.path.iter().take(self.deepest).map(|(sides, _)| 1.0 / f64::from(*sides)).product()
    }

    /// Turns to the next path; false after the last.
    pub fn next(&mut self) -> bool {
        self.path.truncate(self.deepest);
        while self.path.last().is_some_and(|(sides, face)| sides == face) {
            self.path.pop();
        }
        match self.path.last_mut() {
            Some((_, face)) => {
                *face += 1;
                true
            }
            None => false,
        }
    }
}

impl Dice for Walk {
    fn face(&mut self, sides: u16, _secret: bool) -> u16 {
        if self.at == self.path.len() {
            let face = if self.at >= self.deepest { sides.div_ceil(2) } else { 1 };
            self.path.push((sides, face));
        }
        self.at += 1;
        self.path[self.at - 1].1
    }
    fn used(&self) -> Used {
        Used::default()
    }
}
