//! How a fact changes the fight. Nothing here is a rule, and nothing can fail: a system's own facts go to [`Ruleset::evolve`].

use super::{
    fact::TableFact,
    fight_state::{Combatant, FightState},
    ruleset::{Ruleset, RulesetTypes},
    turns::{TurnOrder, Turns},
};
use std::sync::Arc;

impl<R: Ruleset> FightState<R> {
    /// Applies one fact to the fight.
    pub fn evolve(&mut self, fact: &TableFact<R>) {
        match fact {
            TableFact::SideNamed(side) => self.sides.push(side.clone()),
            TableFact::Joined(combatant) => {
                self.next_combatant = self.next_combatant.max(combatant.id.0.saturating_add(1));
                self.make_room(&combatant.name);
                match self.combatants.binary_search_by_key(&combatant.id, |it| it.id) {
                    Ok(index) => self.combatants[index] = Arc::new((**combatant).clone()), // a fact can't fail, so the newer one wins
                    Err(index) => self.combatants.insert(index, Arc::new((**combatant).clone())),
                }
            }
            TableFact::Left(who) => {
                self.combatants.retain(|it| it.id != *who);
                self.turns.forget(*who);
            }
            TableFact::OptionsSet(options) => self.options = options.clone(),
            TableFact::PaceSet(pace) => self.pace = *pace,
            TableFact::StageSet(stage) => self.stage = *stage,
            TableFact::Board(space) => self.space = space.clone(),
            TableFact::ClockSet(clock) => self.clock = *clock,
            TableFact::System(fact) => R::evolve(self, fact),
            TableFact::RoundBegan(_)
            | TableFact::PhaseBegan(_)
            | TableFact::OrderSet(_)
            | TableFact::SideUp(_)
            | TableFact::SlotUp(_)
            | TableFact::SidePassed(_)
            | TableFact::PassVoted { .. }
            | TableFact::TurnBegan(_)
            | TableFact::TurnEnded(_)
            | TableFact::Spent(_)
            | TableFact::Restored(_) => self.turns.evolve(fact),
            TableFact::ControlPassed { who, .. }
            | TableFact::OrdersGiven { who, .. }
            | TableFact::Hid { who, .. }
            | TableFact::ShownAs { who, .. }
            | TableFact::Placed { who, .. }
            | TableFact::Took { who, .. }
            | TableFact::ResourceSet { who, .. }
            | TableFact::Refilled { who, .. }
            | TableFact::Gained { who, .. }
            | TableFact::Lost { who, .. } => {
                if let Some(combatant) = self.combatant_mut(*who) {
                    combatant.evolve(fact);
                }
            }
        }
    }
}

impl<R: Ruleset> FightState<R> {
    /// Renames a hidden combatant who has a newcomer's name. If the newcomer had to take another name instead, that would reveal the hidden
    /// one.
    fn make_room(&mut self, name: &str) {
        let taken =
            |fight: &FightState<R>, name: &str| fight.combatants.iter().any(|it| it.name.eq_ignore_ascii_case(name));
        let Some(index) = self.combatants.iter().position(|it| it.hidden && it.name.eq_ignore_ascii_case(name)) else {
            return;
        };
        let stem = name.trim_end_matches(|it: char| it.is_ascii_digit()).trim_end();
        let free = (2..=u16::MAX).map(|number| format!("{stem} {number}"));
        let free = free.into_iter().find(|it| !it.eq_ignore_ascii_case(name) && !taken(self, it));
        if let Some(free) = free {
            Arc::make_mut(&mut self.combatants[index]).name = free.into();
        }
    }
}

impl<R: RulesetTypes> Combatant<R> {
    fn evolve(&mut self, fact: &TableFact<R>) {
        match fact {
            TableFact::ControlPassed { to, .. } => self.controller = *to,
            TableFact::OrdersGiven { orders, .. } => self.orders = orders.clone(),
            TableFact::Hid { hidden, .. } => self.hidden = *hidden,
            TableFact::ShownAs { shown, .. } => self.shown = *shown,
            TableFact::Placed { at, .. } => self.place = at.clone(),
            TableFact::Took { from, amount, .. } => self.budget.take(*from, *amount),
            TableFact::ResourceSet { resource, left, .. } => self.budget.set(*resource, *left),
            TableFact::Refilled { when, .. } => self.budget.refill(*when),
            TableFact::Gained { held, .. } => {
                self.conditions.retain(|it| it.what != held.what);
                self.conditions.push(held.clone());
            }
            TableFact::Lost { what, .. } => self.conditions.retain(|it| it.what != *what),
            _ => unreachable!("only facts about one combatant come here"),
        }
    }
}

impl<R: RulesetTypes> Turns<R> {
    fn evolve(&mut self, fact: &TableFact<R>) {
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
}
