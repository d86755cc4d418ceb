//! What changes a fight. A fact holds no rules and cannot fail; everything that a procedure does to the fight goes through one,
//! so that the log of facts *is* the fight.

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
    /// A side is named.
    SideNamed(Side),
    /// Somebody joins; the id is the fight's next.
    Joined(Box<Combatant<R>>),
    /// Somebody leaves.
    Left(CombatantId),
    /// Another plays them from now on.
    ControlPassed {
        /// Whom.
        who: CombatantId,
        /// Who plays them.
        to: Controller,
    },
    /// Orders given in advance.
    OrdersGiven {
        /// Whose.
        who: CombatantId,
        /// All of them, the newest first.
        orders: Arc<Vec<R::StandingOrder>>,
    },
    /// Hidden, or seen again.
    Hid {
        /// Who.
        who: CombatantId,
        /// Whether they are hidden now.
        hidden: bool,
    },
    /// The other sides are shown so much of somebody.
    ShownAs {
        /// Whom.
        who: CombatantId,
        /// How much.
        shown: Shown,
    },
    /// The place itself is drawn anew.
    Board(Arc<R::Space>),
    /// Somebody is somewhere now.
    Placed {
        /// Who.
        who: CombatantId,
        /// Where.
        at: Option<PlaceOf<R>>,
    },
    /// The options of the system.
    OptionsSet(Arc<R::Options>),
    /// How long people have to answer.
    PaceSet(AnswerPace),
    /// The fight is at this stage now.
    StageSet(Stage),
    /// A round begins, counted from 1.
    RoundBegan(u32),
    /// A phase begins, or there is none.
    PhaseBegan(Option<R::Phase>),
    /// The order of turns.
    OrderSet(TurnOrder),
    /// It is this side's step.
    SideUp(SideId),
    /// A slot of a listed order is up.
    SlotUp(usize),
    /// A side passed.
    SidePassed(SideId),
    /// One player of a side wants to pass.
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
    /// Their turn of this round is used up without being taken.
    Spent(CombatantId),
    /// They may take their turn of this round after all.
    Restored(CombatantId),
    /// Something is spent.
    Took {
        /// Who.
        who: CombatantId,
        /// From which resource.
        from: R::Resource,
        /// How much.
        amount: u16,
    },
    /// What is left of a resource is set.
    #[serde(rename = "PotSet")]
    ResourceSet {
        /// Who.
        who: CombatantId,
        /// Which.
        #[serde(rename = "pot")]
        resource: R::Resource,
        /// What is left now.
        left: u16,
    },
    /// Pots are filled.
    Refilled {
        /// Whose.
        who: CombatantId,
        /// Which of them.
        when: Refill,
    },
    /// A condition sets in.
    Gained {
        /// Who.
        who: CombatantId,
        /// Which, until when, from whom.
        held: Held<R>,
    },
    /// A condition is over.
    Lost {
        /// Who.
        who: CombatantId,
        /// Which.
        what: R::Condition,
    },
    /// The clock between actions is set, or taken away.
    ClockSet(Option<TurnClock>),
    /// What only this system knows.
    System(R::Fact),
}

/// What an action leaves behind, in order: the story is told from it, and a re-run must repeat it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Record<R: Ruleset> {
    /// A roll.
    Rolled(Roll<R>),
    /// A rule that bears on what comes next.
    Cited(R::Rule),
    /// An answer, by a person, by silence, or by an order given in advance.
    Answered {
        /// Who was asked.
        to: Addressee,
        /// What about.
        question: R::Question,
        /// What they chose.
        choice: R::Choice,
        /// How the answer came.
        how: AnswerOrigin,
    },
    /// A change.
    Fact(TableFact<R>),
}

impl<R: Ruleset> Record<R> {
    /// The change that it records, if it is one.
    pub fn into_fact(self) -> Option<TableFact<R>> {
        match self {
            Record::Fact(fact) => Some(fact),
            _ => None,
        }
    }

    /// Whether it is an answer of somebody of whom this viewer knows, in either of two states of the fight.
    pub fn is_answer_known_to(&self, viewer: Viewer, before: &FightState<R>, after: &FightState<R>) -> bool {
        let Record::Answered { to, .. } = self else { return false };
        viewer.sees_asked(before, *to) || viewer.sees_asked(after, *to)
    }
}

impl<R: Ruleset> TableFact<R> {
    /// Whether a fact given from outside waits for the end of an action that is pending: who is in the fight, who plays whom, their
    /// orders and the table's settings change from the next action on. (So a procedure never loses somebody it speaks of.)
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
    /// Changes the fight by one fact.
    pub fn evolve(&mut self, fact: &TableFact<R>) {
        match fact {
            TableFact::SideNamed(side) => self.sides.push(side.clone()),
            TableFact::Joined(combatant) => {
                self.next_combatant = self.next_combatant.max(combatant.id.0.saturating_add(1));
                self.make_room(&combatant.name);
                match self.combatants.binary_search_by_key(&combatant.id, |it| it.id) {
                    Ok(index) => self.combatants[index] = Arc::new((**combatant).clone()), // cannot fail, so the newer one stays
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
    /// Somebody hidden who bears a newcomer's name gets another: had the newcomer to take another, it would tell that there is one.
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
