//! What a combatant may still spend: named resources with what is left, what they hold when full, and when they are refilled.
//! What a resource pays for is the ruleset's business.

use serde::{Deserialize, Serialize};

/// When a resource is filled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refill {
    /// When its owner's turn begins.
    Turn,
    /// When the round begins.
    Round,
    /// Not in this fight.
    Fight,
}

/// One resource of somebody: what is left of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowance<P> {
    /// Which.
    pub what: P,
    /// What is left in it.
    pub left: u16,
    /// What it holds when full.
    pub full: u16,
    /// When it is filled again.
    pub refill: Refill,
}

/// The resources of one combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget<P>(Vec<Allowance<P>>);

impl<P: Copy + PartialEq> Budget<P> {
    /// Full ones.
    pub fn new(resources: impl IntoIterator<Item = (P, u16, Refill)>) -> Budget<P> {
        Budget(resources.into_iter().map(|(what, full, refill)| Allowance { what, left: full, full, refill }).collect())
    }

    /// What is left of it; nothing if there is no such resource.
    pub fn left(&self, what: P) -> u16 {
        self.0.iter().find(|it| it.what == what).map_or(0, |it| it.left)
    }

    /// Takes some; never below nothing (a fact cannot fail).
    pub fn take(&mut self, what: P, amount: u16) {
        if let Some(resource) = self.0.iter_mut().find(|it| it.what == what) {
            resource.left = resource.left.saturating_sub(amount);
        }
    }

    /// Sets what is left, also above what it holds when full (a lent action).
    pub fn set(&mut self, what: P, left: u16) {
        if let Some(resource) = self.0.iter_mut().find(|it| it.what == what) {
            resource.left = left;
        }
    }

    /// Fills those that are filled at this moment; those of the turn are filled by a new round as well.
    pub fn refill(&mut self, when: Refill) {
        for resource in &mut self.0 {
            let due = match resource.refill {
                Refill::Turn => when != Refill::Fight,
                Refill::Round => when == Refill::Round,
                Refill::Fight => false,
            };
            if due {
                resource.left = resource.full;
            }
        }
    }

    /// All of them, for showing.
    pub fn resources(&self) -> &[Allowance<P>] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a turn has comes back with the turn, what a round has only with the round, what a fight has never.
    #[test]
    fn resources_refill_when_they_say() {
        let mut budget = Budget::new([('t', 2, Refill::Turn), ('r', 1, Refill::Round), ('f', 1, Refill::Fight)]);
        for resource in ['t', 'r', 'f'] {
            budget.take(resource, 5);
        }
        budget.refill(Refill::Turn);
        assert_eq!(['t', 'r', 'f'].map(|resource| budget.left(resource)), [2, 0, 0]);
        budget.refill(Refill::Round);
        assert_eq!(['t', 'r', 'f', 'x'].map(|resource| budget.left(resource)), [2, 1, 0, 0]);
    }
}
