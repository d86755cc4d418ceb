//! What would make a fight even: which changes to the foes are tried, one after the other, and which come nearest.

/// The most changes in one direction.
const MOST_STEPS: i8 = 5;

/// A search for the number of foes that brings a side's chance nearest to a target. Foes are added while the chance is above it, and taken
/// away while it's below, until one change too many has been tried.
#[derive(Clone, Debug, PartialEq)]
pub struct EvenSearch {
    target: f64,
    steps: i8,
    direction: i8,
    is_done: bool,
}

impl EvenSearch {
    /// For a side that has this chance as the fight is, both from 0 to 1.
    pub fn new(chance: f64, target: f64) -> EvenSearch {
        let direction = if chance > target { 1 } else { -1 };
        EvenSearch { target, steps: 0, direction, is_done: false }
    }

    /// The change to try next: so many foes more, or fewer if it's negative. `None` if enough has been tried.
    pub fn next_change(&self) -> Option<i8> {
        (!self.is_done && self.steps < MOST_STEPS).then(|| self.direction * (self.steps + 1))
    }

    /// The chance with the change that was last named by [`EvenSearch::next_change`]; `None` if it can't be made.
    pub fn tell(&mut self, chance: Option<f64>) {
        self.steps += 1;
        self.is_done = chance.is_none_or(|it| (it > self.target) != (self.direction > 0));
    }

    /// Of what was tried, by its chances, the places of the two that come nearest to the target, the nearest first.
    pub fn nearest(&self, chances: &[f64]) -> Vec<usize> {
        let mut places: Vec<usize> = (0..chances.len()).collect();
        let off = |it: &usize| (chances[*it] - self.target).abs();
        places.sort_by(|a, b| off(a).total_cmp(&off(b)));
        places.truncate(2);
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(chance: f64, target: f64, told: impl Fn(i8) -> Option<f64>) -> Vec<i8> {
        let mut search = EvenSearch::new(chance, target);
        let mut tried = vec![];
        while let Some(change) = search.next_change() {
            tried.push(change);
            search.tell(told(change));
        }
        tried
    }

    /// Foes are added to an easy fight and taken from a hard one until it has become the other; what can't be done ends the search.
    #[test]
    fn the_search_goes_on_until_it_has_gone_past_the_target() {
        let falls = |change: i8| Some(0.7 - 0.15 * f64::from(change));
        assert_eq!(search(0.7, 0.5, falls), [1, 2]);
        assert_eq!(search(0.7, 0.8, falls), [-1]);
        assert_eq!(search(0.2, 0.9, |change| (change > -3).then(|| 0.2 - 0.1 * f64::from(change))), [-1, -2, -3]);
        assert_eq!(search(1.0, 0.5, |_| Some(1.0)).len(), 5);
    }

    /// The two nearest are named, whichever side of the target they're on.
    #[test]
    fn the_nearest_are_named() {
        let search = EvenSearch::new(0.9, 0.5);
        assert_eq!(search.nearest(&[0.9, 0.62, 0.44]), [2, 1]);
        assert_eq!(search.nearest(&[0.4]), [0]);
    }
}
