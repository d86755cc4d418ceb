//! Command: R18 and rulings A5, A33. An ally is lent one action, and says what it is in the usual way, on a clock.

use crate::engine::{CombatantId, TurnClock, fight_state::ClockOn};
use crate::rules::ingenuity::{
    Cx, Event, Fact, FightState, Rule, TableFact, Violation,
    chapters::{cost::Cost, order},
    model::state::{down, enemies, known},
};

/// R18 Command: whether a combatant can be commanded now.
pub fn check(fight: &FightState, who: CombatantId, ally: CombatantId) -> Result<(), Violation> {
    if ally == who || enemies(fight, who, ally) || !known(fight, who, ally) {
        return Err(Violation::NotAnAlly(ally));
    }
    if let Some(why) = down(fight.combatant(ally)) {
        return Err(Violation::CannotAct { who: ally, why });
    }
    // R9: in the surprise round they don't act, on command or otherwise.
    if order::is_surprised(fight, fight.combatant(ally)) {
        return Err(Violation::Surprised(ally));
    }
    let state = &fight.combatant(who).state;
    if order::has_turn(fight, who) && state.commanded.contains(&ally) {
        return Err(Violation::Commanded(ally));
    }
    Cost::COMMAND.check_pools(fight, who, Rule::Command)
}

/// R18 Command, A5, A33: an ally is lent an action; their player says what it is.
pub fn lend(cx: &mut Cx<'_>, who: CombatantId, ally: CombatantId) {
    cx.cite(Rule::Command);
    Cost::COMMAND.spend_pools(cx, who);
    cx.change(Fact::Commanded { by: who, who: ally });
    cx.cite(Rule::CommandedChoice);
    cx.change(Fact::Lent(Some((who, ally))));
    if let Some(left_ms) = cx.pace.prompt_ms {
        cx.apply(TableFact::ClockSet(Some(TurnClock { on: ClockOn::Combatant(ally), left_ms })));
    }
}

/// A5 Who is commanded: the one action is used; it costs none of their own.
pub fn is_used(cx: &mut Cx<'_>) {
    cx.cite(Rule::CommandedTurn);
    over(cx);
}

/// A33: silence does nothing, and the focus stays spent.
pub fn was_silent(cx: &mut Cx<'_>) {
    if let Some((_, ally)) = cx.system.lent {
        cx.cite(Rule::CommandedChoice);
        over(cx);
        cx.tell(Event::Declined(ally));
    }
}

fn over(cx: &mut Cx<'_>) {
    cx.change(Fact::Lent(None));
    if cx.clock.is_some() {
        cx.apply(TableFact::ClockSet(None));
    }
}

/// Whether anyone could be commanded, for lists.
pub fn allies(fight: &FightState, who: CombatantId) -> Vec<CombatantId> {
    fight.ids().filter(|it| *it != who && !enemies(fight, who, *it) && known(fight, who, *it)).collect()
}
