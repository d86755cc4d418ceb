//! Command: R18 and rulings A5, A33. An ally is lent one action, and says what it is in the usual way, on a clock.

use super::{
    Action, Cx, Field, Flow, Rule, TableFact, Violation, actions,
    fact::Fact,
    state::{enemies, known, up},
};
use crate::engine::{Clock, CombatantId, field::ClockOn};

/// R18: what it costs.
const FOCUS: i32 = 2;

/// R18 Command: whether somebody can be commanded now.
///
/// # Errors
/// The rule that forbids it.
pub fn check(field: &Field, who: CombatantId, ally: CombatantId) -> Result<(), Violation> {
    if ally == who || enemies(field, who, ally) || !known(field, who, ally) {
        return Err(Violation::NotAnAlly(ally));
    }
    if !up(field, ally) {
        return Err(Violation::CannotAct(ally));
    }
    let state = &field.combatant(who).state;
    if actions::has_turn(field, who) && state.commanded.contains(&ally) {
        return Err(Violation::Commanded(ally));
    }
    if state.focus < FOCUS {
        return Err(Violation::NoFocus { who, cost: FOCUS, rule: Rule::Command });
    }
    Ok(())
}

/// R18 Command, A5, A33: an ally is lent an action; their player says what it is.
pub fn lend(cx: &mut Cx<'_>, who: CombatantId, ally: CombatantId) {
    cx.cite(Rule::Command);
    let left = cx.combatant(who).state.focus - FOCUS;
    cx.note(Fact::FocusIs { who, left });
    cx.note(Fact::Commanded { by: who, who: ally });
    cx.cite(Rule::CommandedChoice);
    cx.note(Fact::Lent(Some((who, ally))));
    if let Some(left_ms) = cx.pace.prompt_ms {
        cx.apply(TableFact::ClockSet(Some(Clock { on: ClockOn::Combatant(ally), left_ms })));
    }
}

/// A5 Who is commanded: the one action is done; it costs none of their own.
///
/// # Errors
/// When somebody must be asked.
pub fn use_it(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
    cx.cite(Rule::CommandedTurn);
    over(cx);
    match action {
        Action::Decline | Action::End => {
            cx.note(Fact::Declined(who));
            Ok(())
        }
        _ => actions::happen(cx, who, action),
    }
}

/// A33: silence does nothing, and the focus stays spent.
pub fn was_silent(cx: &mut Cx<'_>) {
    if let Some((_, ally)) = cx.shared.lent {
        cx.cite(Rule::CommandedChoice);
        over(cx);
        cx.note(Fact::Declined(ally));
    }
}

fn over(cx: &mut Cx<'_>) {
    cx.note(Fact::Lent(None));
    if cx.clock.is_some() {
        cx.apply(TableFact::ClockSet(None));
    }
}

/// Whether anybody could be commanded, for lists.
pub fn allies(field: &Field, who: CombatantId) -> Vec<CombatantId> {
    field.ids().filter(|it| *it != who && !enemies(field, who, *it) && known(field, who, *it)).collect()
}
