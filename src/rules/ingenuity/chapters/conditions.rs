//! C9: coming under a condition, and being rid of it.

use crate::engine::{CombatantId, Ends, Held};
use crate::rules::ingenuity::{Condition, Cx, TableFact, model::state::held};

/// A combatant comes under a condition; of those with an amount the stronger stays (C9).
pub fn gain(cx: &mut Cx<'_>, who: CombatantId, what: Condition, ends: Ends, from: Option<CombatantId>) {
    if let Some(there) = held(cx.combatant(who), what) {
        if there.amount() > what.amount() {
            return;
        }
        if there != what {
            cx.apply(TableFact::Lost { who, what: there });
        }
    }
    cx.apply(TableFact::Gained { who, held: Held { what, ends, from } });
}

/// A combatant is rid of a condition.
pub fn lose(cx: &mut Cx<'_>, who: CombatantId, like: Condition) {
    if let Some(what) = held(cx.combatant(who), like) {
        cx.apply(TableFact::Lost { who, what });
    }
}
