//! The current state of the fight: sides, combatants, places, turns. Rules read it; only a [`TableFact`](super::TableFact) changes it.

use super::{
    budget::Budget,
    condition::Held,
    ids::{Actor, Addressee, CombatantId, Seat, SideId},
    playing::style::Style,
    ruleset::{PlaceOf, RulesetTypes},
    space::Space,
    turns::Turns,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The stage the encounter has reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Players join and set up.
    #[default]
    Gathering,
    /// The fight is running.
    Fighting,
    /// The fight has ended.
    Over,
}

/// One side of the fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The side's id.
    pub id: SideId,
    /// The side's name at the table.
    pub name: Arc<str>,
}

/// Who plays a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Controller {
    /// The GM: for foes, and for characters whose player is away.
    Gm,
    /// A player, for their own character or one they stand in for.
    Player(Seat),
}

impl Controller {
    /// The player, unless it's the GM.
    #[must_use]
    pub fn seat(self) -> Option<Seat> {
        match self {
            Controller::Gm => None,
            Controller::Player(seat) => Some(seat),
        }
    }
}

/// A combatant in the fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Combatant<R: RulesetTypes> {
    /// The combatant's id.
    pub id: CombatantId,
    /// The combatant's name at the table, unique in the fight.
    pub name: Arc<str>,
    /// The combatant's side.
    pub side: SideId,
    /// Who plays the combatant now.
    pub controller: Controller,
    /// The player whose character this is, even while the GM plays it; `None` for the GM's own.
    pub owner: Option<Seat>,
    /// Numbers and gear that the fight doesn't change.
    pub sheet: Arc<R::Sheet>,
    /// Numbers and gear that the fight changes.
    pub state: R::State,
    /// The combatant's conditions.
    pub conditions: Vec<Held<R>>,
    /// What the combatant can still spend.
    pub budget: Budget<R::Resource>,
    /// Where the combatant is; `None` if it hasn't been placed.
    pub place: Option<PlaceOf<R>>,
    /// Standing orders, newest first.
    pub orders: Arc<Vec<R::StandingOrder>>,
    /// Whether the combatant is hidden from the other sides; ask [`Combatant::is_hidden`] and its neighbours.
    pub hidden: bool,
    /// How much the other sides see of the combatant while it isn't hidden.
    #[serde(default)]
    pub shown: Shown,
    /// The number of the saved character this is; `None` if it isn't one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saved: Option<i64>,
    /// How Umpire plays the combatant; `None` if a person does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub autopilot: Option<Style>,
    /// How Umpire plays the combatant unless somebody says otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual_style: Option<Style>,
}

impl<R: RulesetTypes> Combatant<R> {
    /// Whether the combatant has this condition.
    pub fn is(&self, what: &R::Condition) -> bool {
        self.conditions.iter().any(|it| it.what == *what)
    }

    /// Whether this actor can play the combatant: its player, the GM, or Umpire if the GM has handed it over.
    pub fn obeys(&self, actor: Actor) -> bool {
        match actor {
            Actor::Gm(_) | Actor::Table => true,
            Actor::Umpire => self.autopilot.is_some(),
            Actor::Player(seat) => self.controller == Controller::Player(seat),
        }
    }

    /// Whether the combatant is this person's, even while the GM or someone else plays it.
    pub fn is_of(&self, seat: Seat) -> bool {
        self.controller == Controller::Player(seat) || self.owner == Some(seat)
    }
}

/// How much of a combatant the other sides see. Its own side and the GM always see everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Shown {
    /// Its name and a word for its state.
    #[default]
    State,
    /// Exact vitals and conditions.
    Exact,
    /// Everything, including the sheet.
    Everything,
}

/// Whom a clock between actions runs for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClockOn {
    /// A side that has to name who acts.
    Side(SideId),
    /// A combatant whose player has to say what it does.
    Combatant(CombatantId),
}

/// A clock that runs between actions and stops while anything is being resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnClock {
    /// Whom it runs for.
    pub on: ClockOn,
    /// What was left when it last stopped, in milliseconds.
    pub left_ms: i64,
}

/// A clock between actions, running or stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningClock {
    /// What was left when it last stopped, in milliseconds.
    pub left_ms: i64,
    /// When it runs out, in milliseconds since the epoch; `None` while it's stopped.
    pub deadline_ms: Option<i64>,
}

/// How long players have to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerPace {
    /// The time for one question in milliseconds; `None` waits for ever.
    pub prompt_ms: Option<i64>,
}

impl AnswerPace {
    /// Half a minute: everyone is at the table.
    pub const LIVE: AnswerPace = AnswerPace { prompt_ms: Some(30_000) };
    /// Two minutes: people look in now and then.
    pub const RELAXED: AnswerPace = AnswerPace { prompt_ms: Some(120_000) };
    /// A day, for play by post.
    pub const BY_POST: AnswerPace = AnswerPace { prompt_ms: Some(86_400_000) };
    /// No time limit.
    pub const NO_CLOCK: AnswerPace = AnswerPace { prompt_ms: None };
}

/// Everything about a fight that rules can read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct FightState<R: RulesetTypes> {
    /// The stage the fight has reached.
    pub stage: Stage,
    /// The table's choices for the system's options.
    pub options: Arc<R::Options>,
    /// The sides, in the order they were named.
    pub sides: Vec<Side>,
    /// The combatants, by id. Shared between a fight and its copies until a fact changes one.
    pub combatants: Vec<Arc<Combatant<R>>>,
    /// The id for the next newcomer.
    pub next_combatant: u16,
    /// Where the fight takes place.
    pub space: Arc<R::Space>,
    /// Rounds, phases, turn order.
    pub turns: Turns<R>,
    /// The system's own state of the fight as a whole.
    #[serde(rename = "shared")]
    pub system: R::SystemState,
    /// How long players have to answer.
    pub pace: AnswerPace,
    /// The clock between actions, if there is one.
    pub clock: Option<TurnClock>,
    /// Whether the players' map shows only what their characters see and have seen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fog: bool,
}

impl<R: RulesetTypes> FightState<R> {
    /// An empty fight that combatants can join.
    pub fn new(options: R::Options, space: R::Space) -> FightState<R> {
        FightState {
            stage: Stage::Gathering,
            options: Arc::new(options),
            sides: vec![],
            combatants: vec![],
            next_combatant: 1,
            space: Arc::new(space),
            turns: Turns::default(),
            system: R::SystemState::default(),
            pace: AnswerPace::LIVE,
            clock: None,
            fog: false,
        }
    }

    /// The combatant with this id, if it's still in the fight.
    pub fn find(&self, id: CombatantId) -> Option<&Combatant<R>> {
        self.index_of(id).map(|index| &*self.combatants[index])
    }

    /// Ids count up from 1, so everyone is at their own place until someone before them leaves.
    fn index_of(&self, id: CombatantId) -> Option<usize> {
        let place = usize::from(id.0).wrapping_sub(1);
        match self.combatants.get(place) {
            Some(it) if it.id == id => Some(place),
            _ => self.combatants.binary_search_by_key(&id, |it| it.id).ok(),
        }
    }

    /// The combatant with this id.
    ///
    /// # Panics
    /// If no combatant has it. Ids come from the fight itself, so this would be a bug.
    pub fn combatant(&self, id: CombatantId) -> &Combatant<R> {
        self.find(id).unwrap_or_else(|| panic!("{id} is in the fight"))
    }

    pub(super) fn combatant_mut(&mut self, id: CombatantId) -> Option<&mut Combatant<R>> {
        self.index_of(id).map(|index| Arc::make_mut(&mut self.combatants[index]))
    }

    /// The state that rules may change when they evolve a fact of their own.
    pub fn state_mut(&mut self, id: CombatantId) -> Option<&mut R::State> {
        self.combatant_mut(id).map(|it| &mut it.state)
    }

    /// All ids in order.
    pub fn ids(&self) -> impl Iterator<Item = CombatantId> + '_ {
        self.combatants.iter().map(|it| it.id)
    }

    /// The members of a side, in order.
    pub fn members(&self, side: SideId) -> impl Iterator<Item = &Combatant<R>> {
        self.combatants.iter().map(|it| &**it).filter(move |it| it.side == side)
    }

    /// The side with this id.
    ///
    /// # Panics
    /// If there is none; ids come from the fight itself.
    pub fn side(&self, id: SideId) -> &Side {
        self.sides.iter().find(|it| it.id == id).unwrap_or_else(|| panic!("side {} is in the fight", id.0))
    }

    /// The name of a side; works for a side that was never named.
    pub fn side_name(&self, id: SideId) -> &str {
        self.sides.iter().find(|it| it.id == id).map_or("a side that is not here", |it| &it.name)
    }

    /// The name of a combatant; works for one who has left.
    pub fn name(&self, id: CombatantId) -> &str {
        self.find(id).map_or("somebody who left", |it| &it.name)
    }

    /// Whether Umpire plays the one asked, or the whole side; the GM's questions are for the table to say.
    pub fn is_umpires(&self, to: Addressee) -> bool {
        match to {
            Addressee::Combatant(who) => self.find(who).is_some_and(|it| it.autopilot.is_some()),
            Addressee::Side(side) => self.members(side).all(|it| it.autopilot.is_some()),
            Addressee::Gm => false,
        }
    }

    /// Whether `actor` can answer for `to`.
    pub fn may_answer(&self, actor: Actor, to: Addressee) -> bool {
        match (actor, to) {
            (Actor::Gm(_) | Actor::Table, _) => true,
            // Umpire is only given the GM's questions where nobody is GM: that's for the table to say.
            (Actor::Umpire, Addressee::Gm) => true,
            (Actor::Player(_), Addressee::Gm) => false,
            (Actor::Player(_) | Actor::Umpire, Addressee::Combatant(id)) => {
                self.find(id).is_some_and(|it| it.obeys(actor))
            }
            (Actor::Umpire, Addressee::Side(side)) => {
                self.members(side).all(|it| it.controller == Controller::Gm)
                    && self.members(side).any(|it| it.obeys(actor))
            }
            (Actor::Player(_), Addressee::Side(side)) => self.members(side).any(|it| it.obeys(actor)),
        }
    }

    /// The distance between two combatants in the space's own measure; `None` if one of them has no place or there's no way.
    pub fn distance(&self, a: CombatantId, b: CombatantId) -> Option<u32> {
        let (a, b) = (self.find(a)?.place.as_ref()?, self.find(b)?.place.as_ref()?);
        self.space.distance(a, b)
    }
}
