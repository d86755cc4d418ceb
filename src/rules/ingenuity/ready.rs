//! Readied actions: R22 and rulings A29, C18. The trigger is words; the GM or the player says when it has come, and then what was readied
//! is done at once, as a reaction.

use super::{
    Action, Barred, Cx, Field, Flow, Rule, TableFact, actions,
    fact::Fact,
    reaction,
    state::{Pot, Readied},
    turn,
};
use crate::engine::CombatantId;

/// A29: what costs one action and is done by itself.
pub const READIABLE: [&str; 13] = [
    "attack",
    "brandish",
    "interact",
    "pick-up",
    "move",
    "seek-cover",
    "stand-up",
    "sprint",
    "reload",
    "maneuver",
    "power",
    "break-free",
    "assist",
];

/// R22, A29: whether this can be readied.
///
/// # Errors
/// If it does not cost one action.
pub fn check(verb: &str) -> Result<(), Barred> {
    if READIABLE.contains(&verb) { Ok(()) } else { Err(Barred::NotToBeReadied(verb.to_owned())) }
}

/// R22 Ready an action, A2: all that is left of the turn.
pub fn ready(cx: &mut Cx<'_>, who: CombatantId, verb: &str, text: &str) {
    cx.cite(Rule::Ready);
    let readied = Readied { verb: verb.to_owned(), trigger: text.to_owned() };
    cx.note(Fact::ReadiedIs { who, readied: Some(readied) });
    turn::take_all(cx, who);
}

/// R22, A29: whether the trigger could be said to have come.
///
/// # Errors
/// If nothing is readied, or no reaction is left.
pub fn check_ready_to(field: &Field, who: CombatantId) -> Result<(), Barred> {
    if field.combatant(who).state.readied.is_none() {
        return Err(Barred::NothingReadied(who));
    }
    if !reaction::can_react(field, who) {
        return Err(Barred::NoReaction(who));
    }
    Ok(())
}

/// A29: whether what was readied can be done so.
///
/// # Errors
/// The rule that forbids it.
pub fn check_fired(field: &Field, who: CombatantId, inner: &Action) -> Result<(), Barred> {
    match &field.combatant(who).state.readied {
        Some(it) if it.verb == inner.verb() && actions::cost(field, who, inner) <= 1 => {
            actions::check_possible(field, who, inner)
        }
        Some(_) => Err(Barred::NotToBeReadied(inner.verb().to_owned())),
        None => Err(Barred::NothingReadied(who)),
    }
}

/// R22, A29, C18: the trigger has come. It takes the reaction; what else it costs is paid now.
///
/// # Errors
/// When somebody must be asked.
pub fn fire(cx: &mut Cx<'_>, who: CombatantId, inner: &Action) -> Flow {
    cx.cite(Rule::Ready);
    cx.cite(Rule::ReadiedAction);
    cx.cite(Rule::ReadyAtOnce);
    cx.apply(TableFact::Took { who, from: Pot::Reaction, amount: 1 });
    cx.note(Fact::Reacted { who, rule: Rule::Ready, free: false });
    cx.note(Fact::ReadiedIs { who, readied: None });
    actions::happen(cx, who, inner)
}
