//! R40 where the table plays so: the turns of those whom nobody may know of, taken beside the order.

use super::{
    Cx, Field, TableFact,
    fact::Fact,
    state::{Phase, Step},
    turn,
};
use crate::engine::CombatantId;

/// R40 Ambush, in place of R1 where the table plays so: whether somebody's turns count for nothing in the order, because nobody may know
/// that they are there: they are taken whenever nobody else's is under way, once a round. A side of which nobody is seen keeps its place.
pub fn is_beside(field: &Field, who: CombatantId) -> bool {
    let Some(it) = field.find(who) else { return false };
    let others = |field: &Field| field.members(it.side).any(|other| !other.hidden);
    let unseen = field.options.unseen_beside && field.turns.phase != Some(Phase::Ambush);
    unseen && it.hidden && it.owner.is_none() && others(field)
}

/// Whose turn is under way, as far as it holds anybody up: a turn beside the order does not, or it would tell that somebody is there.
pub fn under_way(field: &Field) -> Option<CombatantId> {
    field.turns.active.filter(|it| !is_beside(field, *it))
}

/// Whether a turn beside the order is under way, and nobody else may act: if the round waited for it, that would tell that somebody is
/// there.
pub fn holds_up_the_round(field: &Field, who: CombatantId) -> bool {
    if field.shared.beside != Some(who) || !is_beside(field, who) || field.shared.step != Step::Turns {
        return false;
    }
    let mut after = field.clone();
    after.evolve(&TableFact::TurnEnded(who));
    turn::nobody_may_act(&after)
}

/// R40 Ambush, where the table plays so: whether somebody is seen no longer in the middle of a turn that they began in the order, and has
/// something left to do in it.
pub fn goes_on_unseen(field: &Field, who: CombatantId) -> bool {
    let in_the_order = field.turns.active == Some(who) && field.shared.beside != Some(who);
    in_the_order && is_beside(field, who) && !turn::nothing_left(field, who)
}

/// The turn under way goes on beside the order: the next faction need not wait for its end.
pub fn leaves_the_order(cx: &mut Cx<'_>, who: CombatantId) {
    let side = cx.shared.turn_of.map_or(cx.combatant(who).side, |it| it.1);
    cx.note(Fact::Beside(Some(who)));
    turn::step_on(cx, Some(side));
}

/// A turn beside the order is over as soon as the order goes on.
pub fn interrupts(cx: &mut Cx<'_>, who: Option<CombatantId>) {
    if let Some(of) = cx.turns.active.filter(|it| Some(*it) != who && is_beside(cx, *it)) {
        turn::end(cx, of);
    }
}

/// What goes with it when the GM ends a turn beside the order by hand: it is over, and no other turn is to be counted as it.
pub fn cut_off(field: &Field) -> Vec<TableFact> {
    let is_beside = field.turns.active.is_some() && field.shared.beside == field.turns.active;
    if is_beside { vec![TableFact::System(Fact::Beside(None))] } else { vec![] }
}
