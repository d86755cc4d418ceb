//! The fight as it stands: sides, combatants, places, turns. Rules read it; only [`TableFact`]s change it.

use super::{
    budget::Budget,
    condition::{Held, Moment},
    fact::TableFact,
    ids::{Actor, Addressee, CombatantId, Seat, SideId},
    ruleset::Ruleset,
    space::{PlaceOf, Space},
    turns::Turns,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How far the encounter has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// People join and take their places.
    #[default]
    Gathering,
    /// The fight is on.
    Fighting,
    /// It has ended.
    Over,
}

/// One side of the fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Its id.
    pub id: SideId,
    /// Its name at the table.
    pub name: Arc<str>,
}

/// Who plays a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Controller {
    /// The GM: a foe, or somebody whose player is away.
    Gm,
    /// A player.
    Player(Seat),
}

/// Somebody in the fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Combatant<R: Ruleset> {
    /// Who.
    pub id: CombatantId,
    /// The name at the table; no two are alike.
    pub name: Arc<str>,
    /// Which side they are on.
    pub side: SideId,
    /// Who plays them now.
    pub controller: Controller,
    /// Whose character it is, also while the GM plays it; `None` for the GM's own.
    pub owner: Option<Seat>,
    /// Numbers and gear that a fight does not change.
    pub sheet: Arc<R::Sheet>,
    /// Numbers and gear that it does.
    pub state: R::State,
    /// What they are under.
    pub conditions: Vec<Held<R>>,
    /// What they may still spend.
    pub budget: Budget<R::Resource>,
    /// Where they are; `None` if nobody said.
    pub place: Option<PlaceOf<R>>,
    /// Answers given in advance, the newest first.
    pub orders: Arc<Vec<R::StandingOrder>>,
    /// Hidden from the other sides: they appear in nothing that those see.
    pub hidden: bool,
    /// How much of them the other sides are shown while they are not hidden.
    #[serde(default)]
    pub shown: Shown,
    /// The saved character that they are, by the number under which whoever keeps characters knows it; `None` if they are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saved: Option<i64>,
}

impl<R: Ruleset> Combatant<R> {
    /// Whether they are under this condition.
    pub fn is(&self, what: &R::Condition) -> bool {
        self.conditions.iter().any(|it| it.what == *what)
    }

    /// Whether this person or the GM plays them.
    pub fn obeys(&self, actor: Actor) -> bool {
        match actor {
            Actor::Gm(_) | Actor::Table => true,
            Actor::Player(seat) => self.controller == Controller::Player(seat),
        }
    }
}

/// How much of somebody strangers are shown. Their own side and the GM see all of it in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Shown {
    /// A name, and a word for how they are.
    #[default]
    State,
    /// Exact vitals and conditions.
    Exact,
    /// Everything, the sheet too.
    Everything,
}

/// What a clock between actions counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClockOn {
    /// A side is to name who acts.
    Side(SideId),
    /// A combatant's player is to say what they do.
    Combatant(CombatantId),
}

/// A clock that runs between actions and stands still while anything is being resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnClock {
    /// Whose time it is.
    pub on: ClockOn,
    /// What was left when it last stood still, in milliseconds.
    pub left_ms: i64,
}

/// A clock between actions, running or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningClock {
    /// What was left when it last stood still, in milliseconds.
    pub left_ms: i64,
    /// When it runs out, in milliseconds since the epoch; `None` while it stands.
    pub deadline_ms: Option<i64>,
}

/// How long people have to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerPace {
    /// The time for one question, in milliseconds; `None` waits for ever.
    pub prompt_ms: Option<i64>,
}

impl AnswerPace {
    /// Half a minute: everybody is at the table.
    pub const LIVE: AnswerPace = AnswerPace { prompt_ms: Some(30_000) };
    /// Two minutes.
    pub const RELAXED: AnswerPace = AnswerPace { prompt_ms: Some(120_000) };
    /// A day: play by post.
    pub const BY_POST: AnswerPace = AnswerPace { prompt_ms: Some(86_400_000) };
    /// No clock at all.
    pub const NO_CLOCK: AnswerPace = AnswerPace { prompt_ms: None };
}

/// Everything about a fight that rules may read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct FightState<R: Ruleset> {
    /// How far it has come.
    pub stage: Stage,
    /// What the table has chosen among the system's options.
    pub options: Arc<R::Options>,
    /// The sides, in the order in which they were named.
    pub sides: Vec<Side>,
    /// Those in the fight, by id. Shared between a fight and its copies until a fact changes one.
    pub combatants: Vec<Arc<Combatant<R>>>,
    /// The id of the next to join.
    pub next_combatant: u16,
    /// The place.
    pub space: Arc<R::Space>,
    /// Rounds, phases, order.
    pub turns: Turns<R>,
    /// What belongs to the fight as a whole and to this system alone.
    #[serde(rename = "shared")]
    pub system: R::SystemState,
    /// How long people have to answer.
    pub pace: AnswerPace,
    /// The clock that runs between actions, if any.
    pub clock: Option<TurnClock>,
}

impl<R: Ruleset> FightState<R> {
    /// An empty fight, to be joined.
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
        }
    }

    /// The combatant with this id, if still here.
    pub fn find(&self, id: CombatantId) -> Option<&Combatant<R>> {
        self.combatants.binary_search_by_key(&id, |it| it.id).ok().map(|index| &*self.combatants[index])
    }

    /// The combatant with this id.
    ///
    /// # Panics
    /// If nobody has it: ids come from the fight itself, so this is a mistake of ours.
    pub fn combatant(&self, id: CombatantId) -> &Combatant<R> {
        self.find(id).unwrap_or_else(|| panic!("{id} is in the fight"))
    }

    /// The ends of all conditions whose end has come, as facts.
    pub fn conditions_due(&self, now: Moment) -> Vec<TableFact<R>> {
        let due = |it: &Arc<Combatant<R>>| {
            let (who, over) = (it.id, it.conditions.iter().filter(|held| held.ends.due(now)));
            over.map(|held| TableFact::Lost { who, what: held.what.clone() }).collect::<Vec<_>>()
        };
        self.combatants.iter().flat_map(due).collect()
    }

    pub(super) fn combatant_mut(&mut self, id: CombatantId) -> Option<&mut Combatant<R>> {
        self.combatants
            .binary_search_by_key(&id, |it| it.id)
            .ok()
            .map(|index| Arc::make_mut(&mut self.combatants[index]))
    }

    /// What rules may change of a combatant when they evolve a fact of their own.
    pub fn state_mut(&mut self, id: CombatantId) -> Option<&mut R::State> {
        self.combatant_mut(id).map(|it| &mut it.state)
    }

    /// All ids, in order.
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
    /// If there is none: ids come from the fight itself.
    pub fn side(&self, id: SideId) -> &Side {
        self.sides.iter().find(|it| it.id == id).unwrap_or_else(|| panic!("side {} is in the fight", id.0))
    }

    /// The name of a side, also of one that was never named.
    pub fn side_name(&self, id: SideId) -> &str {
        self.sides.iter().find(|it| it.id == id).map_or("a side that is not here", |it| &it.name)
    }

    /// The name of a combatant, also of one who has left.
    pub fn name(&self, id: CombatantId) -> &str {
        self.find(id).map_or("somebody who left", |it| &it.name)
    }

    /// Whether `actor` may answer for `to`.
    pub fn may_answer(&self, actor: Actor, to: Addressee) -> bool {
        match (actor, to) {
            (Actor::Gm(_) | Actor::Table, _) => true,
            (Actor::Player(_), Addressee::Gm) => false,
            (Actor::Player(_), Addressee::Combatant(id)) => self.find(id).is_some_and(|it| it.obeys(actor)),
            (Actor::Player(_), Addressee::Side(side)) => self.members(side).any(|it| it.obeys(actor)),
        }
    }

    /// How far apart two combatants are, in the space's own measure; `None` where one has no place or there is no way.
    pub fn distance(&self, a: CombatantId, b: CombatantId) -> Option<u32> {
        let (a, b) = (self.find(a)?.place.as_ref()?, self.find(b)?.place.as_ref()?);
        self.space.distance(a, b)
    }
}
