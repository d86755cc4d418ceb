//! Conditions that combatants are under, and when each ends. What a condition does is the ruleset's business; this only keeps
//! the ends, so that none is forgotten.

use super::{ids::CombatantId, ruleset::Ruleset};
use serde::{Deserialize, Serialize};

/// When a condition ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ends {
    /// Not before the fight does, unless something lifts it.
    Fight,
    /// At the end of this round.
    Round(u32),
    /// When this combatant's next turn begins.
    TurnOf(CombatantId),
    /// At the end of this combatant's turn.
    EndOfTurnOf(CombatantId),
    /// When this combatant lets go, moves off, or can act no more: the ruleset says when.
    WhileHeldBy(CombatantId),
}

/// A condition somebody is under.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Held<R: Ruleset> {
    /// Which.
    pub what: R::Condition,
    /// When it ends by itself.
    pub ends: Ends,
    /// Who brought it about, if anybody.
    pub from: Option<CombatantId>,
}

/// A moment at which conditions may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The end of a round.
    RoundEnds(u32),
    /// The beginning of somebody's turn.
    TurnBegins(CombatantId),
    /// The end of somebody's turn.
    TurnEnds(CombatantId),
    /// Somebody let go of all they held.
    LetsGo(CombatantId),
}

impl Ends {
    /// Whether this end has come.
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
