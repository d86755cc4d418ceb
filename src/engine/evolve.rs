//! How a fact changes the fight. Nothing here is a rule, and nothing can fail: a system's own facts go to [`Ruleset::evolve`].

use super::{
    fact::TableFact,
    fight_state::{Combatant, Controller, FightState},
    ids::CombatantId,
    ruleset::Ruleset,
};
use std::sync::Arc;

impl<R: Ruleset> FightState<R> {
    /// Applies one fact to the fight.
    pub fn evolve(&mut self, fact: &TableFact<R>) {
        match fact {
            TableFact::SideNamed(side) => self.sides.push(side.clone()),
            TableFact::Joined(combatant) => self.joined(combatant),
            TableFact::Left(who) => {
                self.combatants.retain(|it| it.id != *who);
                self.turns.forget(*who);
            }
            TableFact::ControlPassed { who, to } => self.change(*who, |it| {
                it.controller = *to;
                it.autopilot = it.autopilot.take().filter(|_| *to == Controller::Gm);
            }),
            TableFact::AutopilotSet { who, style } => self.change(*who, |it| it.autopilot.clone_from(style)),
            TableFact::OrdersGiven { who, orders } => self.change(*who, |it| it.orders = orders.clone()),
            TableFact::Hid { who, hidden } => self.change(*who, |it| it.hidden = *hidden),
            TableFact::ShownAs { who, shown } => self.change(*who, |it| it.shown = *shown),
            TableFact::Board(space) => self.space = space.clone(),
            TableFact::Placed { who, at } => self.change(*who, |it| it.place = at.clone()),
            TableFact::OptionsSet(options) => self.options = options.clone(),
            TableFact::PaceSet(pace) => self.pace = *pace,
            TableFact::StageSet(stage) => self.stage = *stage,
            TableFact::RoundBegan(round) => self.turns.begin_round(*round),
            TableFact::PhaseBegan(phase) => self.turns.phase = *phase,
            TableFact::OrderSet(order) => self.turns.set_order(order),
            TableFact::SideUp(side) => self.turns.step_to_side(*side),
            TableFact::SlotUp(slot) => self.turns.step_to_slot(*slot),
            TableFact::SidePassed(side) => self.turns.pass(*side),
            TableFact::PassVoted { seat, .. } => self.turns.votes.push(*seat),
            TableFact::TurnBegan(who) => self.turns.begin_turn(*who),
            TableFact::TurnEnded(who) => self.turns.end_turn(*who),
            TableFact::Spent(who) => self.turns.spend(*who),
            TableFact::Restored(who) => self.turns.spent.retain(|it| it != who),
            TableFact::Took { who, from, amount } => self.change(*who, |it| it.budget.take(*from, *amount)),
            TableFact::ResourceSet { who, resource, left } => {
                self.change(*who, |it| it.budget.set(*resource, *left));
            }
            TableFact::Refilled { who, when } => self.change(*who, |it| it.budget.refill(*when)),
            TableFact::Gained { who, held } => self.change(*who, |it| {
                it.conditions.retain(|other| other.what != held.what);
                it.conditions.push(held.clone());
            }),
            TableFact::Lost { who, what } => self.change(*who, |it| it.conditions.retain(|it| it.what != *what)),
            TableFact::ClockSet(clock) => self.clock = *clock,
            TableFact::FogSet(on) => self.fog = *on,
            TableFact::System(fact) => R::evolve(self, fact),
            TableFact::Told(_) => {} // the only place where an event meets the state
        }
    }

    /// Changes a combatant who hasn't left.
    fn change(&mut self, who: CombatantId, change: impl FnOnce(&mut Combatant<R>)) {
        if let Some(combatant) = self.combatant_mut(who) {
            change(combatant);
        }
    }

    fn joined(&mut self, combatant: &Combatant<R>) {
        self.next_combatant = self.next_combatant.max(combatant.id.0.saturating_add(1));
        self.make_room(&combatant.name);
        match self.combatants.binary_search_by_key(&combatant.id, |it| it.id) {
            Ok(index) => self.combatants[index] = Arc::new(combatant.clone()), // a fact can't fail, so the newer one wins
            Err(index) => self.combatants.insert(index, Arc::new(combatant.clone())),
        }
    }

    /// Renames a hidden combatant who has a newcomer's name. If the newcomer had to take another name instead, that would reveal the hidden
    /// one.
    fn make_room(&mut self, name: &str) {
        let taken =
            |fight: &FightState<R>, name: &str| fight.combatants.iter().any(|it| it.name.eq_ignore_ascii_case(name));
        let Some(index) = self.combatants.iter().position(|it| it.is_hidden() && it.name.eq_ignore_ascii_case(name))
        else {
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
