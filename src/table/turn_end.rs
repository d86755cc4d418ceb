//! A turn that its player has ended in advance; see `early_turn_ends`.

use crate::engine::{Actor, CombatantId};

/// Whose turn it is, and who has ended it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnEnd {
    /// Whose turn.
    pub who: CombatantId,
    /// Who has ended it.
    pub by: Actor,
}
