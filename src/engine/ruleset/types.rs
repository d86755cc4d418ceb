//! The types of a rule system, named apart from its rules: everything a fight consists of is generic over these alone.

use crate::engine::{space::Space, value::Value};
use serde::Serialize;

/// A rule as players see it cited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Citation {
    /// The number on the system's page: "R22", "A25".
    pub number: &'static str,
    /// The title: "Counter".
    pub title: &'static str,
    /// One sentence in our own words.
    pub sentence: &'static str,
    /// Whether it's our own ruling where the rules are silent; never shown as the book's rule.
    pub ruling: bool,
}

/// A typed citation.
pub trait Citable: Sized {
    /// How it is shown.
    fn citation(&self) -> Citation;
    /// All rules of the system.
    fn all() -> Vec<Self>;
}

/// The types of a rule system: what its sheets, actions, questions and facts are. The fight, its facts and its log need no more of a
/// system than this; what a system decides and says is in [`Ruleset`](super::Ruleset) and the traits beside it.
pub trait RulesetTypes: Value + Eq {
    /// Numbers and gear that a fight doesn't change.
    type Sheet: Value;
    /// Numbers and gear that a fight changes.
    type State: Value;
    /// State of the fight as a whole.
    type SystemState: Value + Default;
    /// Options a table can choose.
    type Options: Value + Default;
    /// What a combatant does.
    type Action: Value;
    /// What a question is about.
    type Question: Value;
    /// A possible answer.
    type Choice: Value;
    /// A standing order.
    type StandingOrder: Value;
    /// A change in this system alone.
    type Fact: Value;
    /// Something that happens in this system alone and changes nothing: a blow, before anyone knows whether it hits. The story tells it.
    type Event: Value;
    /// A rule or a ruling.
    type Rule: Value + Copy + Citable;
    /// Why an action isn't allowed.
    type Violation: Value;
    /// A condition that a combatant has.
    type Condition: Value;
    /// Something combatants spend and get back.
    type Resource: Value + Copy;
    /// A part of the round.
    type Phase: Value + Copy;
    /// The kind of board that fights take place on.
    type Space: Value + Space + Default;
}

/// A position in the space of a ruleset.
pub type PlaceOf<R> = <<R as RulesetTypes>::Space as Space>::Place;
