//! What a combatant can still spend: named resources with the amount left, the full amount, and when they refill. The ruleset decides what
//! a resource pays for.

use serde::{Deserialize, Serialize};

/// When a resource refills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refill {
    /// At the start of its owner's turn.
    Turn,
    /// At the start of the round.
    Round,
    /// Never during this fight.
    Fight,
}

/// One of a combatant's resources and what's left of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowance<P> {
    /// What it is in the system: main actions, steps of a move.
    pub what: P,
    /// The amount left.
    pub left: u16,
    /// The full amount.
    pub full: u16,
    /// When it refills.
    pub refill: Refill,
}

/// The resources of one combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget<P>(Vec<Allowance<P>>);

impl<P: Copy + PartialEq> Budget<P> {
    /// A budget with every resource full.
    pub fn new(resources: impl IntoIterator<Item = (P, u16, Refill)>) -> Budget<P> {
        Budget(resources.into_iter().map(|(what, full, refill)| Allowance { what, left: full, full, refill }).collect())
    }

    /// The amount left; 0 if there is no such resource.
    pub fn left(&self, what: P) -> u16 {
        self.0.iter().find(|it| it.what == what).map_or(0, |it| it.left)
    }

    /// Takes some. Stops at 0, because a fact can't fail.
    pub fn take(&mut self, what: P, amount: u16) {
        if let Some(resource) = self.0.iter_mut().find(|it| it.what == what) {
            resource.left = resource.left.saturating_sub(amount);
        }
    }

    /// Sets the amount left, which may exceed the full amount (a lent action).
    pub fn set(&mut self, what: P, left: u16) {
        if let Some(resource) = self.0.iter_mut().find(|it| it.what == what) {
            resource.left = left;
        }
    }

    /// Refills the resources due at this moment. A new round also refills those of the turn.
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

    /// All resources, for display.
    pub fn resources(&self) -> &[Allowance<P>] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A turn's resources refill with the turn, a round's only with the round, and a fight's never.
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
