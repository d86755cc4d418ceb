//! R40 where the table plays so: the turns of those whom nobody may know of, taken beside the order.

use crate::engine::CombatantId;
use crate::rules::murdham::{
    Cx, FightState, TableFact,
    chapters::turn,
    model::{
        fact::Fact,
        state::{Phase, RoundStep},
    },
};

/// R40 Ambush, in place of R1 where the table plays so: whether a combatant's turns count for nothing in the order, because nobody may know
/// that they are there: they are taken whenever nobody else's is under way, once a round. A side of which nobody is seen keeps its place.
pub fn is_beside(fight: &FightState, who: CombatantId) -> bool {
    let Some(it) = fight.find(who) else { return false };
    let others = |fight: &FightState| fight.members(it.side).any(|other| !other.is_hidden());
    let unseen = fight.options.unseen_beside && fight.turns.phase != Some(Phase::Ambush);
    unseen && it.is_hidden() && it.owner.is_none() && others(fight)
}

/// Whose turn is under way, if it holds anyone up. A turn beside the order doesn't: that would reveal that a combatant is there.
pub fn under_way(fight: &FightState) -> Option<CombatantId> {
    fight.turns.active.filter(|it| !is_beside(fight, *it))
}

/// Whether a turn beside the order is under way, and nobody else may act: if the round waited for it, that would tell that a combatant is
/// there.
pub fn holds_up_the_round(fight: &FightState, who: CombatantId) -> bool {
    if fight.system.beside != Some(who) || !is_beside(fight, who) || fight.system.step != RoundStep::Turns {
        return false;
    }
    let mut after = fight.clone();
    after.evolve(&TableFact::TurnEnded(who));
    turn::nobody_may_act(&after)
}

/// R40 Ambush, where the table plays so: whether a combatant is seen no longer in the middle of a turn that they began in the order, and has
/// something left to do in it.
pub fn goes_on_unseen(fight: &FightState, who: CombatantId) -> bool {
    let in_the_order = fight.turns.active == Some(who) && fight.system.beside != Some(who);
    in_the_order && is_beside(fight, who) && !turn::nothing_left(fight, who)
}

/// The turn under way goes on beside the order: the next faction need not wait for its end.
pub fn leaves_the_order(cx: &mut Cx<'_>, who: CombatantId) {
    let side = cx.system.turn_of.map_or(cx.combatant(who).side, |it| it.1);
    cx.change(Fact::Beside(Some(who)));
    turn::step_on(cx, Some(side));
}

/// A turn beside the order is over as soon as the order goes on.
pub fn interrupts(cx: &mut Cx<'_>, who: Option<CombatantId>) {
    if let Some(of) = cx.turns.active.filter(|it| Some(*it) != who && is_beside(cx, *it)) {
        turn::end(cx, of);
    }
}

/// What goes with it when the GM ends a turn beside the order by hand: it is over, and no other turn is to be counted as it.
pub fn cut_off(fight: &FightState) -> Vec<TableFact> {
    let is_beside = fight.turns.active.is_some() && fight.system.beside == fight.turns.active;
    if is_beside { vec![TableFact::System(Fact::Beside(None))] } else { vec![] }
}
