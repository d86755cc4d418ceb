//! What changes a fight. A fact contains no rules and can't fail. Procedures change the fight only through facts, so the log of facts *is*
//! the fight.

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

/// One change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
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
}

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
    /// A change to the fight.
    Fact(TableFact<R>),
}

impl<R: Ruleset> Record<R> {
    /// The change, if this record is one.
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

impl<R: Ruleset> Combatant<R> {
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
