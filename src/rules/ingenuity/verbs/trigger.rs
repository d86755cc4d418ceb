//! R22, A29, C18 Trigger: what was readied is done, also while others are asked.

use super::{
    at_own_side,
    maneuver::Maneuver,
    ready::not_to_be_readied,
    typed::{self, Typed},
};
use crate::rules::ingenuity::{
    Action, Choice, Cx, FightState, Flow, Ingenuity, Part, Violation,
    chapters::{
        cost::Cost,
        movement::{self, Stride, WalkingGround},
        order, ready,
    },
    model::{learned, state::Readied},
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::{
        action_space::ActionSpace,
        verbs::{Argument, FilledVerb, Verb, VerbInfo, VerbKind},
    },
};
use serde::{Deserialize, Serialize};

/// R22: the trigger has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trigger(pub Box<Action>);

impl Verb<Ingenuity> for Trigger {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "trigger",
        label: "Trigger",
        kind: VerbKind::Turn,
        cost: Cost::REACTION,
        help: "Do what you readied: its trigger has come.",
        aliases: &["readied", "release", "fire-readied"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Trigger> {
        let Some(readied) = fight.find(who).and_then(|it| it.state.readied.as_ref()) else { return vec![] };
        let verb = if learned::maneuver(&readied.verb).is_some() { Maneuver::INFO.name } else { &readied.verb };
        let all = Ingenuity::actions_of(fight, who, verb).into_iter();
        all.filter(|it| is_meant(readied, it)).map(|it| Trigger(Box::new(it))).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        self.0.verb().filled()
    }

    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        order::check_able(fight, who)?;
        ready::check_ready_to(fight, who)
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        check(fight, who, &self.0, &WalkingGround::of(fight, who))
    }

    fn check_all(fight: &FightState, who: CombatantId, all: &[&Trigger]) -> Vec<Result<(), Violation>> {
        let ground = WalkingGround::of(fight, who);
        all.iter().map(|it| check(fight, who, &it.0, &ground)).collect()
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        ready::fires(cx, who);
        self.0.verb().done(cx, who)
    }

    fn is_unasked(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        self.0.verb().goes_unasked(fight, who, param)
    }

    fn is_named_only(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        self.0.verb().must_be_named(fight, who, param)
    }

    fn written(self, text: &str) -> Trigger {
        match *self.0 {
            Action::Interact(it) => Trigger(Box::new(Action::Interact(it.written(text)))),
            other => Trigger(Box::new(other)),
        }
    }

    fn no_candidates(fight: &FightState, who: CombatantId) -> Violation {
        match fight.combatant(who).state.readied {
            Some(_) => Violation::NobodyThere,
            None => Violation::NothingReadied(who),
        }
    }

    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        typed::attack(typed)
    }
}

/// A29: whether what was readied can be done so.
fn check(fight: &FightState, who: CombatantId, inner: &Action, ground: &WalkingGround<'_>) -> Result<(), Violation> {
    let Some(readied) = &fight.combatant(who).state.readied else { return Err(Violation::NothingReadied(who)) };
    if !is_meant(readied, inner) || inner.verb().costs(fight, who).actions > 1 {
        return Err(not_to_be_readied(inner.verb().info().name));
    }
    match inner {
        Action::Move(it) => movement::check(fight, who, Stride::Move, it.to, ground),
        Action::Sprint(it) => movement::check(fight, who, Stride::Sprint, it.to, ground),
        other => other.verb().possible(fight, who),
    }
}

/// R22: whether this is what was readied.
fn is_meant(readied: &Readied, inner: &Action) -> bool {
    match (learned::maneuver(&readied.verb), inner) {
        (Some(named), Action::Maneuver(it)) => it.what == named.name,
        (Some(_), _) => false,
        (None, _) => readied.verb == inner.verb().info().name,
    }
}

/// C18: what a combatant may do in the middle of what others are doing.
pub fn instants(fight: &FightState, who: CombatantId) -> Vec<Choice> {
    if Trigger::may_begin(fight, who).is_err() {
        return vec![];
    }
    let ways = Ingenuity::actions_of(fight, who, Trigger::INFO.name);
    let open = Ingenuity::verdicts(fight, who, &ways);
    let fits = ways.into_iter().zip(open).filter(|it| it.1.is_ok() && at_own_side(fight, who, &it.0).is_none());
    fits.filter_map(|it| interjected(who, &it.0)).collect()
}

/// C18: whether a combatant may do this in the middle of what others are doing.
pub fn may_interject(fight: &FightState, who: CombatantId, choice: &Choice) -> bool {
    match choice {
        Choice::Trigger { who: whose, action } => {
            *whose == who && Trigger(action.clone()).may_be_done(fight, who).is_ok()
        }
        _ => false,
    }
}

/// C18: the trigger that has come, as it is interjected.
pub fn interjected(who: CombatantId, action: &Action) -> Option<Choice> {
    match action {
        Action::Trigger(it) => Some(Choice::Trigger { who, action: it.0.clone() }),
        _ => None,
    }
}

/// C18: it is done while others are asked.
pub fn interject(cx: &mut Cx<'_>, who: CombatantId, choice: &Choice) -> Flow {
    match choice {
        Choice::Trigger { action, .. } => Trigger(action.clone()).perform(cx, who),
        _ => Ok(()),
    }
}
