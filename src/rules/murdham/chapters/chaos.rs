//! R54, ruling A25: the chaos of combat. Fifteen seconds for the players to name who acts, then fifteen in all for that one's
//! player. The clock is state; anyone who owns a real clock asks for its deadline. It stands still while anything is resolved.

use crate::engine::{
    CombatantId, SideId,
    fight_state::{ClockOn, TurnClock},
};
use crate::rules::murdham::{
    Cx, FightState, Rule, TableFact,
    chapters::{turn, unseen_turns},
    model::{event::Event, options::ChaosFor, state::RoundStep},
};

/// The time to declare a turn (R54), in milliseconds.
pub const DECLARE_MS: i64 = 15_000;

/// Whether a combatant's turn is counted (A25).
fn counts(fight: &FightState, who: CombatantId) -> bool {
    match fight.options.chaos_for {
        ChaosFor::Players => fight.combatant(who).owner.is_some(),
        ChaosFor::Everybody => true,
    }
}

/// R54 The chaos of combat, ruling A25: a step of the players has fifteen seconds in which to name who acts.
pub fn clock_of_step(fight: &FightState) -> Option<TurnClock> {
    let fights = fight.system.step == RoundStep::Turns && !turn::looks_decided(fight);
    let counted = fight.options.chaos && fights && unseen_turns::under_way(fight).is_none();
    let side = fight.turns.side_up().filter(|_| counted)?;
    let someone = |who: CombatantId| fight.combatant(who).side == side && counts(fight, who);
    turn::may_act(fight).into_iter().any(someone).then_some(TurnClock { on: ClockOn::Side(side), left_ms: DECLARE_MS })
}

/// R54 The chaos of combat, ruling A25: the clock of a step begins.
pub fn wind(cx: &mut Cx<'_>) {
    match clock_of_step(cx) {
        Some(clock) => {
            cx.cite(Rule::Clock);
            cx.apply(TableFact::ClockSet(Some(clock)));
        }
        None => stop(cx),
    }
}

/// R54 The chaos of combat, ruling A25: whose turn has begun has fifteen seconds in all, like a chess clock.
pub fn clock_of(fight: &FightState, who: CombatantId) -> Option<TurnClock> {
    let counted = fight.options.chaos && counts(fight, who) && !turn::looks_decided(fight);
    counted.then_some(TurnClock { on: ClockOn::Combatant(who), left_ms: DECLARE_MS })
}

/// R54 The chaos of combat, ruling A25: the clock of a turn begins.
pub fn wind_for(cx: &mut Cx<'_>, who: CombatantId) {
    match clock_of(cx, who) {
        Some(clock) => {
            cx.cite(Rule::Clock);
            cx.apply(TableFact::ClockSet(Some(clock)));
        }
        None => stop(cx),
    }
}

fn stop(cx: &mut Cx<'_>) {
    if cx.clock.is_some() {
        cx.apply(TableFact::ClockSet(None));
    }
}

/// R54 The chaos of combat: nobody was named in time, so the side does nothing.
pub fn side_was_silent(cx: &mut Cx<'_>, side: SideId) {
    if cx.turns.side_up() != Some(side) || unseen_turns::under_way(cx).is_some() {
        return wind(cx); // the GM has changed the order meanwhile: whose step it is now has their own time
    }
    cx.cite(Rule::Chaos);
    cx.tell(Event::PassedBecause { side, clock: true });
    turn::passes(cx, side);
}

/// R54 The chaos of combat: what was not declared in time is not done, and the turn is spent.
pub fn player_was_silent(cx: &mut Cx<'_>, who: CombatantId) {
    if cx.turns.active != Some(who) {
        return wind(cx);
    }
    cx.cite(Rule::Chaos);
    cx.tell(Event::TimeUp(who));
    turn::end(cx, who);
}
