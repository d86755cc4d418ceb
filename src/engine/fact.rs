//! What changes a fight, and what is only told. A fact contains no rules and can't fail. Procedures change the fight only through facts, so
//! the log of facts *is* the fight. An event changes nothing: the story needs it.

mod stored;
mod variants;

use super::{
    budget::Refill,
    condition::{Held, Moment},
    fight_state::{AnswerPace, Combatant, Controller, FightState, Shown, Side, Stage, TurnClock},
    ids::{Addressee, CombatantId, Seat, SideId},
    playing::style::Style,
    roll::Roll,
    ruleset::{PlaceOf, RulesetTypes},
    turns::TurnOrder,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[cfg(test)]
pub(crate) use variants::variants;

/// One change, or one event that is only told.
#[allow(missing_docs, reason = "a field that its name and type explain needs no more")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", remote = "Self")] // `stored` says why
pub enum TableFact<R: RulesetTypes> {
    /// A side was named.
    SideNamed(Side),
    /// A combatant joined; the fight assigned its next id.
    Joined(Box<Combatant<R>>),
    /// A combatant left.
    Left(CombatantId),
    /// Someone else plays the combatant from now on.
    ControlPassed {
        who: CombatantId,
        /// Who plays it now.
        to: Controller,
    },
    /// Umpire plays the combatant from now on, or no longer does.
    AutopilotSet {
        who: CombatantId,
        /// How; `None` if a person plays it again.
        style: Option<Style>,
    },
    /// Standing orders were given.
    OrdersGiven {
        who: CombatantId,
        /// All of the combatant's orders, newest first.
        orders: Arc<Vec<R::StandingOrder>>,
    },
    /// A combatant was hidden or shown again.
    Hid {
        who: CombatantId,
        /// Whether it's hidden now.
        hidden: bool,
    },
    /// How much the other sides see of a combatant has changed.
    ShownAs {
        who: CombatantId,
        /// How much they see now.
        shown: Shown,
    },
    /// The board was replaced.
    Board(Arc<R::Space>),
    /// A combatant was put somewhere.
    Placed { who: CombatantId, at: Option<PlaceOf<R>> },
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
    PassVoted { side: SideId, seat: Seat },
    /// A turn begins.
    TurnBegan(CombatantId),
    /// A turn ends.
    TurnEnded(CombatantId),
    /// A combatant's turn of this round was used up without being taken.
    Spent(CombatantId),
    /// A combatant got back their turn of this round.
    Restored(CombatantId),
    /// Some of a resource was spent.
    Took { who: CombatantId, from: R::Resource, amount: u16 },
    /// The GM or a rule set what's left of a resource.
    #[serde(rename = "PotSet")]
    ResourceSet {
        who: CombatantId,
        #[serde(rename = "pot")]
        resource: R::Resource,
        /// The amount left now.
        left: u16,
    },
    /// Resources were refilled.
    Refilled {
        who: CombatantId,
        /// Which resources: those that refill at this moment.
        when: Refill,
    },
    /// A combatant gained a condition.
    Gained {
        who: CombatantId,
        /// The condition, its end and its source.
        held: Held<R>,
    },
    /// A combatant lost a condition.
    Lost { who: CombatantId, what: R::Condition },
    /// The clock between actions was set or removed.
    ClockSet(Option<TurnClock>),
    /// Fog was laid over the players' map or lifted.
    FogSet(bool),
    /// A fact of this system alone.
    System(R::Fact),
    /// An event of this system alone: it changes nothing.
    #[serde(rename(serialize = "System"), skip_deserializing)]
    Told(R::Event),
}

/// Where an answer came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnswerOrigin {
    /// The person asked.
    Seat(Seat),
    /// The GM, on their behalf.
    Gm,
    /// Nobody answered in time: the default.
    Silence,
    /// A standing order.
    Order,
}

/// What an action leaves behind, in order. The story is told from it, and a re-run must repeat it.
#[allow(missing_docs, reason = "a field that its name and type explain needs no more")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Record<R: RulesetTypes> {
    /// A roll, with its dice, its reasons and its outcome.
    Rolled(Roll<R>),
    /// A rule that applies to what follows.
    Cited(R::Rule),
    /// An answer, from a person, by silence or by a standing order.
    Answered {
        /// Who was asked.
        to: Addressee,
        question: R::Question,
        choice: R::Choice,
        /// How the answer came.
        how: AnswerOrigin,
    },
    /// A change to the fight, or an event.
    Fact(TableFact<R>),
}

impl<R: RulesetTypes> Record<R> {
    /// The change or event, if this record is one.
    pub fn into_fact(self) -> Option<TableFact<R>> {
        match self {
            Record::Fact(fact) => Some(fact),
            _ => None,
        }
    }
}

impl<R: RulesetTypes> TableFact<R> {
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

impl<R: RulesetTypes> FightState<R> {
    /// The facts that end every condition due at this moment.
    pub fn conditions_due(&self, now: Moment) -> Vec<TableFact<R>> {
        let due = |it: &Arc<Combatant<R>>| {
            let (who, over) = (it.id, it.conditions.iter().filter(|held| held.ends.due(now)));
            over.map(|held| TableFact::Lost { who, what: held.what.clone() }).collect::<Vec<_>>()
        };
        self.combatants.iter().flat_map(due).collect()
    }
}
