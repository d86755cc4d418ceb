//! What takes longer than is left of a turn: R14, R15 and ruling A34.

use crate::engine::CombatantId;
use crate::rules::ingenuity::{
    Action, Cx, Fact, FightState, Resource, Rule, TableFact, Violation, chapters::order, model::state::Carried,
};

/// R14 Carried over: it is begun, and eats what is left of the turn.
pub fn begin(cx: &mut Cx<'_>, who: CombatantId, action: &Action, cost: u16, left: u16) {
    cx.cite(Rule::CarryOver);
    cx.apply(TableFact::Took { who, from: Resource::Action, amount: left });
    let carried = Carried { action: Box::new(action.clone()), paid: left, cost };
    cx.change(Fact::CarriedIs { who, carried: Some(carried) });
}

/// R14: whether a combatant can go on with it.
///
/// # Errors
/// If nothing was begun, or no action is left.
pub fn check(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    match &fight.combatant(who).state.carried {
        None => Err(Violation::NothingBegun(who)),
        Some(_) if order::actions_left(fight, who) == 0 => Err(Violation::NoActions(who)),
        Some(_) => Ok(()),
    }
}

/// R14: more is paid. What happens now, once all is.
pub fn pay_on(cx: &mut Cx<'_>, who: CombatantId) -> Option<Action> {
    let carried = cx.combatant(who).state.carried.clone()?;
    let pays = (carried.cost - carried.paid).min(order::actions_left(cx, who));
    cx.cite(Rule::CarryOver);
    cx.apply(TableFact::Took { who, from: Resource::Action, amount: pays });
    let paid = carried.paid + pays;
    if paid < carried.cost {
        cx.change(Fact::CarriedIs { who, carried: Some(Carried { paid, ..carried }) });
        return None;
    }
    cx.change(Fact::CarriedIs { who, carried: None });
    cx.cite(Rule::CheckedAgain);
    Some(*carried.action)
}

/// R15 Abandon: what was begun is dropped for nothing, and what was paid is lost.
pub fn abandon(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Abandon);
    cx.change(Fact::Abandoned { who, impossible: false });
}
