//! Readied actions: R22 and rulings A29, C18. The trigger is words; the GM or the player says when it has come, and then what was readied
//! is done at once, as a reaction: before the trigger, or in the middle of it, while a combatant is asked what they do about it.

use crate::engine::CombatantId;
use crate::rules::ingenuity::{
    Cx, Event, Fact, FightState, Resource, Rule, TableFact, Violation,
    chapters::{
        attack::{self, Blow},
        reaction, turn,
    },
    model::{
        learned::{self, ManeuverKind},
        state::{Readied, up},
    },
};

/// C12: whether this is a maneuver that can be readied by its own name.
pub fn is_readiable(name: &str) -> bool {
    learned::maneuver(name).is_some_and(|it| matches!(it.kind, ManeuverKind::Strike | ManeuverKind::Force))
}

/// R22 Ready an action, A2: all that is left of the turn.
pub fn ready(cx: &mut Cx<'_>, who: CombatantId, verb: &str, text: &str) {
    cx.cite(Rule::Ready);
    let readied = Readied { verb: verb.to_owned(), trigger: text.to_owned() };
    cx.change(Fact::ReadiedIs { who, readied: Some(readied) });
    turn::take_all(cx, who);
}

/// R22, A29: whether the trigger could be said to have come.
///
/// # Errors
/// If nothing is readied, or no reaction is left.
pub fn check_ready_to(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if fight.combatant(who).state.readied.is_none() {
        return Err(Violation::NothingReadied(who));
    }
    if !reaction::can_react(fight, who) {
        return Err(Violation::NoReaction(who));
    }
    Ok(())
}

/// R22, A29, C18: the trigger has come. It takes the reaction; what else it costs is paid now.
pub fn fires(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Ready);
    cx.cite(Rule::ReadiedAction);
    cx.cite(Rule::ReadyAtOnce);
    cx.apply(TableFact::Took { who, from: Resource::Reaction, amount: 1 });
    cx.change(Fact::Reacted { who, rule: Rule::Ready, free: false });
    cx.change(Fact::ReadiedIs { who, readied: None });
}

/// C18: whether an attack can still be carried out after what was readied for it: its maker can act, and what it could reach at first it
/// reaches still.
pub fn stands(fight: &FightState, blow: &Blow) -> bool {
    up(fight, blow.by) && (!blow.reached || attack::reaches(fight, blow))
}

/// C18: the same, told where it is carried out no more.
pub fn goes_on(cx: &mut Cx<'_>, blow: &Blow) -> bool {
    let on = stands(cx, blow);
    if !on {
        cx.cite(Rule::ReadyAtOnce);
        cx.tell(Event::CameToNothing { by: blow.by, at: blow.at });
    }
    on
}
