//! What a combatant may still spend: named pots with what is left, what they hold when full, and when they are refilled.
//! What a pot pays for is the ruleset's business.

use serde::{Deserialize, Serialize};

/// When a pot is filled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refill {
    /// When its owner's turn begins.
    Turn,
    /// When the round begins.
    Round,
    /// Not in this fight.
    Fight,
}

/// One pot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pot<P> {
    /// Which.
    pub what: P,
    /// What is left in it.
    pub left: u16,
    /// What it holds when full.
    pub full: u16,
    /// When it is filled again.
    pub refill: Refill,
}

/// The pots of one combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget<P>(Vec<Pot<P>>);

impl<P: Copy + PartialEq> Budget<P> {
    /// Full pots.
    pub fn new(pots: impl IntoIterator<Item = (P, u16, Refill)>) -> Budget<P> {
        Budget(pots.into_iter().map(|(what, full, refill)| Pot { what, left: full, full, refill }).collect())
    }

    /// What is left of it; nothing if there is no such pot.
    pub fn left(&self, what: P) -> u16 {
        self.0.iter().find(|it| it.what == what).map_or(0, |it| it.left)
    }

    /// Takes some; never below nothing (a fact cannot fail).
    pub fn take(&mut self, what: P, amount: u16) {
        if let Some(pot) = self.0.iter_mut().find(|it| it.what == what) {
            pot.left = pot.left.saturating_sub(amount);
        }
    }

    /// Sets what is left, also above what the pot holds (a lent action).
    pub fn set(&mut self, what: P, left: u16) {
        if let Some(pot) = self.0.iter_mut().find(|it| it.what == what) {
            pot.left = left;
        }
    }

    /// Fills the pots that are filled at this moment; those of the turn are filled by a new round as well.
    pub fn refill(&mut self, when: Refill) {
        for pot in &mut self.0 {
            let due = match pot.refill {
                Refill::Turn => when != Refill::Fight,
                Refill::Round => when == Refill::Round,
                Refill::Fight => false,
            };
            if due {
                pot.left = pot.full;
            }
        }
    }

    /// All pots, for showing.
    pub fn pots(&self) -> &[Pot<P>] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A turn's pots come back with the turn, a round's only with the round, a fight's never.
    #[test]
    fn pots_refill_when_they_say() {
        let mut budget = Budget::new([('t', 2, Refill::Turn), ('r', 1, Refill::Round), ('f', 1, Refill::Fight)]);
        for pot in ['t', 'r', 'f'] {
            budget.take(pot, 5);
        }
        budget.refill(Refill::Turn);
        assert_eq!(['t', 'r', 'f'].map(|pot| budget.left(pot)), [2, 0, 0]);
        budget.refill(Refill::Round);
        assert_eq!(['t', 'r', 'f', 'x'].map(|pot| budget.left(pot)), [2, 1, 0, 0]);
    }
}
