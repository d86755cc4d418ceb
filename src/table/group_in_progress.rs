//! A group of the GM's that follows an order; see `group_orders`.

use crate::{engine::Seat, rules::session::GroupTurn};
use serde::{Deserialize, Serialize};

/// An order that's being carried out.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct GroupInProgress {
    /// The GM who gave it.
    pub by: Seat,
    /// The group.
    pub turn: GroupTurn,
    /// It in words: "Bandit 1 and Bandit 2 act as Umpire would".
    pub words: String,
    /// Who follows it, in words.
    #[serde(default)]
    pub names: String,
    /// The row after which it was given: it tells one order from another in the same words.
    #[serde(default)]
    pub given_after: u64,
}
