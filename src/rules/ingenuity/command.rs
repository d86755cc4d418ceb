//! Command: R18 and rulings A5, A33. An ally is lent one action, and says what it is in the usual way, on a clock.

use super::{
    Action, Cx, FightState, Flow, Rule, TableFact, Violation,
    fact::Fact,
    state::{enemies, known, up},
    verbs,
};
use crate::engine::{CombatantId, TurnClock, fight_state::ClockOn};

/// R18: what it costs.
const FOCUS: i32 = 2;

/// R18 Command: whether somebody can be commanded now.
///
/// # Errors
/// The rule that forbids it.
pub fn check(fight: &FightState, who: CombatantId, ally: CombatantId) -> Result<(), Violation> {
    if ally == who || enemies(fight, who, ally) || !known(fight, who, ally) {
        return Err(Violation::NotAnAlly(ally));
    }
    if !up(fight, ally) {
        return Err(Violation::CannotAct(ally));
    }
    let state = &fight.combatant(who).state;
    if verbs::has_turn(fight, who) && state.commanded.contains(&ally) {
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
        cx.apply(TableFact::ClockSet(Some(TurnClock { on: ClockOn::Combatant(ally), left_ms })));
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
        _ => verbs::happen(cx, who, action),
    }
}

/// A33: silence does nothing, and the focus stays spent.
pub fn was_silent(cx: &mut Cx<'_>) {
    if let Some((_, ally)) = cx.system.lent {
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
pub fn allies(fight: &FightState, who: CombatantId) -> Vec<CombatantId> {
    fight.ids().filter(|it| *it != who && !enemies(fight, who, *it) && known(fight, who, *it)).collect()
}
