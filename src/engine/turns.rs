//! Rounds, phases, and the three shapes of turn order: listed slots, whole sides, and sides that alternate. It keeps whose step
//! it is and who has used up their turn; who is *eligible* in a phase is the ruleset's to say.

use super::{
    fact::TableFact,
    fight_state::FightState,
    ids::{CombatantId, Seat, SideId},
    ruleset::Ruleset,
};
use serde::{Deserialize, Serialize};

/// One slot of a listed order: one combatant, several who share it, or the further slots of one who has more than one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    /// Who acts in it.
    pub owners: Vec<CombatantId>,
    /// What it is listed by: a card, a score. Shown, and used for nothing else.
    pub label: String,
}

/// In what order turns are taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TurnOrder {
    /// Nobody's: the fight has not begun.
    #[default]
    Open,
    /// Slot after slot.
    Listed {
        /// The slots, first to act first.
        slots: Vec<Listing>,
        /// Which is up; past the end when all have been.
        at: usize,
    },
    /// A whole side acts, in any order within it, then the next side.
    Sides {
        /// The sides, first to act first.
        order: Vec<SideId>,
        /// Which is up; past the end when all have been.
        at: usize,
    },
    /// The sides take one turn each, round a circle.
    Alternating {
        /// The circle.
        circle: Vec<SideId>,
        /// Whose step it is.
        at: SideId,
        /// Those who passed since anybody last acted, in order.
        passed: Vec<SideId>,
    },
}

/// How the round stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Turns<R: Ruleset> {
    /// Counted from 1; 0 before the first.
    pub round: u32,
    /// The part of the round, where a system has parts.
    pub phase: Option<R::Phase>,
    /// In what order turns are taken.
    pub order: TurnOrder,
    /// Whose turn is under way.
    pub active: Option<CombatantId>,
    /// Who has used up their turn of this round (in a listed order: of this slot), in the order in which it happened.
    pub spent: Vec<CombatantId>,
    /// Players of the side whose step it is who want to pass.
    pub votes: Vec<Seat>,
}

impl<R: Ruleset> Default for Turns<R> {
    fn default() -> Turns<R> {
        Turns { round: 0, phase: None, order: TurnOrder::Open, active: None, spent: vec![], votes: vec![] }
    }
}

impl<R: Ruleset> Turns<R> {
    /// Whether they have used up their turn.
    pub fn is_spent(&self, who: CombatantId) -> bool {
        self.spent.contains(&who)
    }

    /// The side whose step it is, where sides take steps.
    pub fn side_up(&self) -> Option<SideId> {
        match &self.order {
            TurnOrder::Sides { order, at } => order.get(*at).copied(),
            TurnOrder::Alternating { at, .. } => Some(*at),
            TurnOrder::Open | TurnOrder::Listed { .. } => None,
        }
    }

    /// The slot that is up, where there are slots.
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

    /// Whether every side has passed since anybody last acted.
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

    pub(super) fn evolve(&mut self, fact: &TableFact<R>) {
        match fact {
            TableFact::RoundBegan(round) => {
                self.round = *round;
                self.spent.clear();
                self.active = None;
            }
            TableFact::PhaseBegan(phase) => self.phase = *phase,
            TableFact::OrderSet(order) => {
                self.order = order.clone();
                self.votes.clear();
            }
            TableFact::SideUp(side) => {
                self.votes.clear();
                match &mut self.order {
                    TurnOrder::Alternating { at, .. } => *at = *side,
                    TurnOrder::Sides { order, at } => {
                        *at = order.iter().position(|it| it == side).unwrap_or(order.len())
                    }
                    TurnOrder::Open | TurnOrder::Listed { .. } => {}
                }
            }
            TableFact::SlotUp(slot) => {
                if let TurnOrder::Listed { at, .. } = &mut self.order {
                    *at = *slot;
                }
                self.spent.clear();
            }
            TableFact::SidePassed(side) => {
                if let TurnOrder::Alternating { passed, .. } = &mut self.order {
                    passed.push(*side);
                }
            }
            TableFact::PassVoted { seat, .. } => self.votes.push(*seat),
            TableFact::TurnBegan(who) => {
                self.active = Some(*who);
                self.votes.clear();
                if let TurnOrder::Alternating { passed, .. } = &mut self.order {
                    passed.clear();
                }
            }
            TableFact::TurnEnded(who) => {
                if self.active == Some(*who) {
                    self.active = None;
                }
                self.spend(*who);
            }
            TableFact::Spent(who) => self.spend(*who),
            TableFact::Restored(who) => self.spent.retain(|it| it != who),
            _ => unreachable!("only facts about turns come here"),
        }
    }

    fn spend(&mut self, who: CombatantId) {
        if !self.spent.contains(&who) {
            self.spent.push(who);
        }
    }
}

impl<R: Ruleset> FightState<R> {
    /// The players who must still agree before a side passes: everybody of it who plays somebody that may act. Empty where only
    /// the GM's are left.
    pub fn voters(&self, side: SideId) -> Vec<Seat> {
        let mut seats: Vec<Seat> = R::may_act(self)
            .into_iter()
            .filter_map(|id| self.find(id))
            .filter(|it| it.side == side)
            .filter_map(|it| match it.controller {
                super::fight_state::Controller::Player(seat) => Some(seat),
                super::fight_state::Controller::Gm => None,
            })
            .collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }
}
