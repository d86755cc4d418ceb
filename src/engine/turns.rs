//! Rounds, phases, and the three kinds of turn order: listed slots, whole sides, and alternating sides. This module tracks whose step it is
//! and who has used up their turn; the ruleset decides who is *eligible* in a phase.

use super::{
    ids::{CombatantId, Seat, SideId},
    ruleset::RulesetTypes,
};
use serde::{Deserialize, Serialize};

/// One slot of a listed order: one combatant, several who share it, or a further slot of one who has more than one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    /// Who acts in it.
    pub owners: Vec<CombatantId>,
    /// What the slot is listed by: a card, a score. Only for display.
    pub label: String,
}

/// How turns are ordered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TurnOrder {
    /// No order: the fight hasn't begun.
    #[default]
    Open,
    /// Slot after slot.
    Listed {
        /// The slots, first to act first.
        slots: Vec<Listing>,
        /// The index of the current slot; past the end after the last.
        at: usize,
    },
    /// A whole side acts, in any order within it, then the next side.
    Sides {
        /// The sides, first to act first.
        order: Vec<SideId>,
        /// The index of the current side; past the end after the last.
        at: usize,
    },
    /// The sides take one turn each, in a circle.
    Alternating {
        /// The sides, in the order in which they take steps.
        circle: Vec<SideId>,
        /// Whose step it is.
        at: SideId,
        /// The sides that passed since the last action, in order.
        passed: Vec<SideId>,
    },
}

/// The state of the round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Turns<R: RulesetTypes> {
    /// The round, counted from 1; 0 before the first.
    pub round: u32,
    /// The phase of the round, if the system has phases.
    pub phase: Option<R::Phase>,
    /// How turns are ordered.
    pub order: TurnOrder,
    /// The combatant whose turn is in progress.
    pub active: Option<CombatantId>,
    /// The combatants who have used up their turn of this round (in a listed order: of this slot), in the order it happened.
    pub spent: Vec<CombatantId>,
    /// Players of the current side who want to pass.
    pub votes: Vec<Seat>,
}

impl<R: RulesetTypes> Default for Turns<R> {
    fn default() -> Turns<R> {
        Turns { round: 0, phase: None, order: TurnOrder::Open, active: None, spent: vec![], votes: vec![] }
    }
}

impl<R: RulesetTypes> Turns<R> {
    /// Whether the combatant has used up their turn.
    pub fn is_spent(&self, who: CombatantId) -> bool {
        self.spent.contains(&who)
    }

    /// The side whose step it is, if sides take steps.
    pub fn side_up(&self) -> Option<SideId> {
        match &self.order {
            TurnOrder::Sides { order, at } => order.get(*at).copied(),
            TurnOrder::Alternating { at, .. } => Some(*at),
            TurnOrder::Open | TurnOrder::Listed { .. } => None,
        }
    }

    /// The current slot, if there are slots.
    pub fn slot_up(&self) -> Option<&Listing> {
        match &self.order {
            TurnOrder::Listed { slots, at } => slots.get(*at),
            _ => None,
        }
    }

    /// The side after this one in the circle.
    pub fn after(&self, side: SideId) -> Option<SideId> {
        let TurnOrder::Alternating { circle, .. } = &self.order else { return None };
        let index = circle.iter().position(|it| *it == side)?;
        Some(circle[(index + 1) % circle.len()])
    }

    /// Whether every side has passed since the last action.
    pub fn all_passed(&self) -> bool {
        matches!(&self.order, TurnOrder::Alternating { circle, passed, .. } if passed.len() >= circle.len())
    }

    pub(super) fn forget(&mut self, who: CombatantId) {
        if self.active == Some(who) {
            self.active = None;
        }
        self.spent.retain(|it| *it != who);
        if let TurnOrder::Listed { slots, .. } = &mut self.order {
            for slot in slots {
                slot.owners.retain(|it| *it != who);
            }
        }
    }

    pub(super) fn begin_round(&mut self, round: u32) {
        self.round = round;
        self.spent.clear();
        self.active = None;
    }

    pub(super) fn set_order(&mut self, order: &TurnOrder) {
        self.order = order.clone();
        self.votes.clear();
    }

    pub(super) fn step_to_side(&mut self, side: SideId) {
        self.votes.clear();
        match &mut self.order {
            TurnOrder::Alternating { at, .. } => *at = side,
            TurnOrder::Sides { order, at } => *at = order.iter().position(|it| *it == side).unwrap_or(order.len()),
            TurnOrder::Open | TurnOrder::Listed { .. } => {}
        }
    }

    pub(super) fn step_to_slot(&mut self, slot: usize) {
        if let TurnOrder::Listed { at, .. } = &mut self.order {
            *at = slot;
        }
        self.spent.clear();
    }

    pub(super) fn pass(&mut self, side: SideId) {
        if let TurnOrder::Alternating { passed, .. } = &mut self.order {
            passed.push(side);
        }
    }

    pub(super) fn begin_turn(&mut self, who: CombatantId) {
        self.active = Some(who);
        self.votes.clear();
        if let TurnOrder::Alternating { passed, .. } = &mut self.order {
            passed.clear();
        }
    }

    pub(super) fn end_turn(&mut self, who: CombatantId) {
        if self.active == Some(who) {
            self.active = None;
        }
        self.spend(who);
    }

    pub(super) fn spend(&mut self, who: CombatantId) {
        if !self.spent.contains(&who) {
            self.spent.push(who);
        }
    }
}
