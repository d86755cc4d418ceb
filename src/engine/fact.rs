//! What changes a fight, and what is only told. A fact contains no rules and can't fail. Procedures change the fight only through facts, so
//! the log of facts *is* the fight. An event changes nothing: the story needs it.

mod stored;

use super::{
    budget::Refill,
    condition::Held,
    fight_state::{AnswerPace, Combatant, Controller, FightState, Shown, Side, Stage, TurnClock},
    ids::{Addressee, CombatantId, Seat, SideId},
    prompt::AnswerOrigin,
    roll::Roll,
    ruleset::Ruleset,
    space::PlaceOf,
    turns::TurnOrder,
    view::Viewer,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One change, or one event that is only told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", remote = "Self")] // `stored` says why
pub enum TableFact<R: Ruleset> {
    /// A side was named.
    SideNamed(Side),
    /// A combatant joined; the fight assigned its next id.
    Joined(Box<Combatant<R>>),
    /// A combatant left.
    Left(CombatantId),
    /// Someone else plays the combatant from now on.
    ControlPassed {
        /// The combatant.
        who: CombatantId,
        /// Who plays it now.
        to: Controller,
    },
    /// Standing orders were given.
    OrdersGiven {
        /// The combatant.
        who: CombatantId,
        /// All of the combatant's orders, newest first.
        orders: Arc<Vec<R::StandingOrder>>,
    },
    /// A combatant was hidden or shown again.
    Hid {
        /// The combatant.
        who: CombatantId,
        /// Whether it's hidden now.
        hidden: bool,
    },
    /// How much the other sides see of a combatant has changed.
    ShownAs {
        /// The combatant.
        who: CombatantId,
        /// How much they see now.
        shown: Shown,
    },
    /// The board was replaced.
    Board(Arc<R::Space>),
    /// A combatant was put somewhere.
    Placed {
        /// The combatant.
        who: CombatantId,
        /// The place.
        at: Option<PlaceOf<R>>,
    },
    /// The system's options changed.
    OptionsSet(Arc<R::Options>),
    /// The time to answer questions changed.
    PaceSet(AnswerPace),
    /// The fight reached this stage.
    StageSet(Stage),
    /// A round began; rounds count from 1.
    RoundBegan(u32),
    /// A phase began; `None` if there's no phase now.
    PhaseBegan(Option<R::Phase>),
    /// The turn order was set.
    OrderSet(TurnOrder),
    /// It's now this side's step.
    SideUp(SideId),
    /// It's now the turn of this slot of a listed order.
    SlotUp(usize),
    /// A side passed.
    SidePassed(SideId),
    /// A player wants their side to pass.
    PassVoted {
        /// The side.
        side: SideId,
        /// The player.
        seat: Seat,
    },
    /// A turn begins.
    TurnBegan(CombatantId),
    /// A turn ends.
    TurnEnded(CombatantId),
    /// A combatant's turn of this round was used up without being taken.
    Spent(CombatantId),
    /// A combatant got back their turn of this round.
    Restored(CombatantId),
    /// Some of a resource was spent.
    Took {
        /// The combatant.
        who: CombatantId,
        /// The resource.
        from: R::Resource,
        /// The amount.
        amount: u16,
    },
    /// The GM or a rule set what's left of a resource.
    #[serde(rename = "PotSet")]
    ResourceSet {
        /// The combatant.
        who: CombatantId,
        /// The resource.
        #[serde(rename = "pot")]
        resource: R::Resource,
        /// The amount left now.
        left: u16,
    },
    /// Resources were refilled.
    Refilled {
        /// The combatant.
        who: CombatantId,
        /// Which resources: those that refill at this moment.
        when: Refill,
    },
    /// A combatant gained a condition.
    Gained {
        /// The combatant.
        who: CombatantId,
        /// The condition, its end and its source.
        held: Held<R>,
    },
    /// A combatant lost a condition.
    Lost {
        /// The combatant.
        who: CombatantId,
        /// The condition.
        what: R::Condition,
    },
    /// The clock between actions was set or removed.
    ClockSet(Option<TurnClock>),
    /// A fact of this system alone.
    System(R::Fact),
    /// An event of this system alone: it changes nothing.
    #[serde(rename(serialize = "System"), skip_deserializing)]
    Told(R::Event),
}

/// For a system that tells everything by its facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoEvent {}

/// What an action leaves behind, in order. The story is told from it, and a re-run must repeat it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Record<R: Ruleset> {
    /// A roll.
    Rolled(Roll<R>),
    /// A rule that applies to what follows.
    Cited(R::Rule),
    /// An answer, from a person, by silence or by a standing order.
    Answered {
        /// Who was asked.
        to: Addressee,
        /// The question.
        question: R::Question,
        /// The choice.
        choice: R::Choice,
        /// How the answer came.
        how: AnswerOrigin,
    },
    /// A change to the fight, or an event.
    Fact(TableFact<R>),
}

impl<R: Ruleset> Record<R> {
    /// The change or event, if this record is one.
    pub fn into_fact(self) -> Option<TableFact<R>> {
        match self {
            Record::Fact(fact) => Some(fact),
            _ => None,
        }
    }

    /// Whether this is an answer from someone this viewer knows about, in either of two states of the fight.
    pub fn is_answer_known_to(&self, viewer: Viewer, before: &FightState<R>, after: &FightState<R>) -> bool {
        let Record::Answered { to, .. } = self else { return false };
        viewer.sees_asked(before, *to) || viewer.sees_asked(after, *to)
    }
}

impl<R: Ruleset> TableFact<R> {
    /// Whether a fact from outside has to wait until the pending action ends. Who is in the fight, who plays whom, standing orders and
    /// table settings only change from the next action on, so a procedure never loses a combatant it refers to.
    pub fn waits(&self) -> bool {
        matches!(
            self,
            TableFact::Joined(_)
                | TableFact::Left(_)
                | TableFact::ControlPassed { .. }
                | TableFact::OrdersGiven { .. }
                | TableFact::OptionsSet(_)
                | TableFact::PaceSet(_)
        )
    }
}

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
            TableFact::ControlPassed { who, to } => self.change(*who, |it| it.controller = *to),
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
