//! The small names by which a fight refers to who and what is in it. Nothing here resolves a name that a person typed.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One combatant of one encounter. Given out in the order of joining and never used again in that encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CombatantId(pub u16);

/// One side (faction, party, team) of one encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SideId(pub u8);

/// A person at the table, by the number their chat knows them by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(pub u64);

/// Who an input comes from. It is taken from the transport, never from the payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Actor {
    /// A person who runs the fight.
    Gm(Seat),
    /// Anybody else at the table.
    Player(Seat),
    /// The table itself: a deadline that passed, a transition that is due.
    Table,
}

impl Actor {
    /// The person, if it is one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Actor::Gm(seat) | Actor::Player(seat) => Some(seat),
            Actor::Table => None,
        }
    }

    /// Whether this actor may do what only the GM may.
    pub fn is_gm(self) -> bool {
        matches!(self, Actor::Gm(_))
    }
}

/// Who a question is put to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Addressee {
    /// Whoever controls this combatant.
    Combatant(CombatantId),
    /// Anybody who controls a combatant of this side; the first answer counts.
    Side(SideId),
    /// The GM.
    Gm,
}

/// A question, named so that it can never be confused with another: the row that began the action, and the how-manieth
/// question of that action it is. Rows are never renumbered, so neither an undo nor a withdrawal frees an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PromptId {
    /// The sequence number of the row that began the action.
    pub seq: u64,
    /// Counts the questions of one action from 0.
    pub ordinal: u32,
}

impl fmt::Display for CombatantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0)
    }
}

impl fmt::Display for PromptId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.seq, self.ordinal)
    }
}
