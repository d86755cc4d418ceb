//! Conditions on combatants and when each one ends. The ruleset decides what a condition does; this module only tracks the ends so that
//! none is forgotten.

use super::{ids::CombatantId, ruleset::RulesetTypes};
use serde::{Deserialize, Serialize};

/// When a condition ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ends {
    /// At the end of the fight, unless something removes it earlier.
    Fight,
    /// At the end of this round.
    Round(u32),
    /// When this combatant's next turn begins.
    TurnOf(CombatantId),
    /// At the end of this combatant's turn.
    EndOfTurnOf(CombatantId),
    /// When this combatant lets go, moves away, or can no longer act; the ruleset says when.
    WhileHeldBy(CombatantId),
}

/// A condition that a combatant has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Held<R: RulesetTypes> {
    /// Which condition: prone, grabbed.
    pub what: R::Condition,
    /// When it ends by itself.
    pub ends: Ends,
    /// The combatant who caused it, if any.
    pub from: Option<CombatantId>,
}

/// A moment when conditions can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The end of a round.
    RoundEnds(u32),
    /// The start of a combatant's turn.
    TurnBegins(CombatantId),
    /// The end of a combatant's turn.
    TurnEnds(CombatantId),
    /// A combatant let go of everything they held.
    LetsGo(CombatantId),
}

impl Ends {
    /// Whether a condition with this end stops at this moment.
    pub fn due(self, now: Moment) -> bool {
        match (self, now) {
            (Ends::Round(last), Moment::RoundEnds(round)) => round >= last,
            (Ends::TurnOf(a), Moment::TurnBegins(b))
            | (Ends::EndOfTurnOf(a), Moment::TurnEnds(b))
            | (Ends::WhileHeldBy(a), Moment::LetsGo(b)) => a == b,
            _ => false,
        }
    }
}
