//! The small ids by which a fight refers to its combatants, sides and people. Names typed by a person aren't resolved here.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A combatant of one encounter. Ids are assigned in the order of joining and never reused in that encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CombatantId(pub u16);

/// One side (faction, party, team) of one encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SideId(pub u8);

/// A person at the table, identified by their user number in the chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(pub u64);

/// Where an input comes from. Taken from the transport, never from the payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Actor {
    /// A person who runs the fight.
    Gm(Seat),
    /// Any other person at the table.
    Player(Seat),
    /// The table itself: a deadline that passed, or a transition that is due.
    Table,
    /// Umpire, for the combatants it plays.
    Umpire,
}

impl Actor {
    /// The person, if the actor is one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Actor::Gm(seat) | Actor::Player(seat) => Some(seat),
            Actor::Table | Actor::Umpire => None,
        }
    }

    /// Whether the actor can do what only the GM can.
    pub fn is_gm(self) -> bool {
        matches!(self, Actor::Gm(_))
    }
}

/// Whom a question is put to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Addressee {
    /// The person who controls this combatant.
    Combatant(CombatantId),
    /// Anyone who controls a combatant of this side; the first answer counts.
    Side(SideId),
    /// The GM.
    Gm,
}

/// A question's permanent id: the row that began the action, plus the number of the question within that action. Rows are never renumbered,
/// so neither an undo nor a withdrawal frees an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PromptId {
    /// The number of the row that began the action.
    pub seq: u64,
    /// The question's number within the action, counted from 0.
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
