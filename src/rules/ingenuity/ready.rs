//! Readied actions: R22 and rulings A29, C18. The trigger is words; the GM or the player says when it has come, and then what was readied
//! is done at once, as a reaction: before the trigger, or in the middle of it, while somebody is asked what they do about it.

use super::{
    Action, Cx, FightState, Flow, Rule, TableFact, Violation,
    attack::{self, Blow},
    choices,
    fact::Fact,
    learned::{self, ManeuverKind},
    question::Choice,
    reaction,
    state::{Readied, Resource, up},
    turn, verbs,
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
pub fn check(verb: &str) -> Result<(), Violation> {
    if READIABLE.contains(&verb) || is_readiable(verb) {
        Ok(())
    } else {
        Err(Violation::NotToBeReadied(verb.to_owned()))
    }
}

/// C12: whether this is a maneuver that can be readied by its own name.
pub fn is_readiable(name: &str) -> bool {
    learned::maneuver(name).is_some_and(|it| matches!(it.kind, ManeuverKind::Strike | ManeuverKind::Force))
}

/// C12: whether an action is this maneuver.
pub fn is_named(action: &Action, named: &learned::Maneuver) -> bool {
    matches!(action, Action::Maneuver { what, .. } if *what == named.name)
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
pub fn check_ready_to(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if fight.combatant(who).state.readied.is_none() {
        return Err(Violation::NothingReadied(who));
    }
    if !reaction::can_react(fight, who) {
        return Err(Violation::NoReaction(who));
    }
    Ok(())
}

/// A29: whether what was readied can be done so.
///
/// # Errors
/// The rule that forbids it.
pub fn check_fired(fight: &FightState, who: CombatantId, inner: &Action) -> Result<(), Violation> {
    match &fight.combatant(who).state.readied {
        Some(it) if is_meant(it, inner) && verbs::cost(fight, who, inner) <= 1 => {
            verbs::check_possible(fight, who, inner)
        }
        Some(_) => Err(Violation::NotToBeReadied(inner.verb().to_owned())),
        None => Err(Violation::NothingReadied(who)),
    }
}

/// R22: whether this is what was readied.
fn is_meant(readied: &Readied, inner: &Action) -> bool {
    learned::maneuver(&readied.verb).map_or(readied.verb == inner.verb(), |named| is_named(inner, named))
}

/// R22, A29, C18: the trigger has come. It takes the reaction; what else it costs is paid now.
///
/// # Errors
/// When somebody must be asked.
pub fn fire(cx: &mut Cx<'_>, who: CombatantId, inner: &Action) -> Flow {
    cx.cite(Rule::Ready);
    cx.cite(Rule::ReadiedAction);
    cx.cite(Rule::ReadyAtOnce);
    cx.apply(TableFact::Took { who, from: Resource::Reaction, amount: 1 });
    cx.note(Fact::Reacted { who, rule: Rule::Ready, free: false });
    cx.note(Fact::ReadiedIs { who, readied: None });
    verbs::happen(cx, who, inner)
}

/// C18: what somebody may do in the middle of what others are doing.
pub fn instants(fight: &FightState, who: CombatantId) -> Vec<Choice> {
    if verbs::may_begin(fight, who, "trigger").is_err() {
        return vec![];
    }
    let ways = choices::ways(fight, who, "trigger");
    let open = verbs::check_all(fight, who, &ways);
    let fits =
        ways.into_iter().zip(open).filter(|it| it.1.is_ok() && choices::at_own_side(fight, who, &it.0).is_none());
    fits.filter_map(|it| interjected(who, &it.0)).collect()
}

/// C18: whether somebody may do this in the middle of what others are doing.
pub fn may_interject(fight: &FightState, who: CombatantId, choice: &Choice) -> bool {
    match choice {
        Choice::Trigger { who: whose, action } => {
            *whose == who && verbs::check(fight, who, &Action::Trigger(action.clone())).is_ok()
        }
        _ => false,
    }
}

/// C18: the trigger that has come, as it is interjected.
pub fn interjected(who: CombatantId, action: &Action) -> Option<Choice> {
    match action {
        Action::Trigger(inner) => Some(Choice::Trigger { who, action: inner.clone() }),
        _ => None,
    }
}

/// C18: it is done while others are asked.
///
/// # Errors
/// When somebody must be asked.
pub fn interject(cx: &mut Cx<'_>, who: CombatantId, choice: &Choice) -> Flow {
    match choice {
        Choice::Trigger { action, .. } => fire(cx, who, action),
        _ => Ok(()),
    }
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
        cx.note(Fact::CameToNothing { by: blow.by, at: blow.at });
    }
    on
}
