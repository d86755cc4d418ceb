//! R14 Continue: goes on with what was begun.

use crate::rules::ingenuity::{
    Cx, Fact, FightState, Flow, Ingenuity, Violation,
    chapters::{carry, cost::Cost},
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Verb, VerbInfo, VerbKind},
};

/// R14: goes on with what was begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continue;

impl Verb<Ingenuity> for Continue {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "continue",
        label: "Continue",
        kind: VerbKind::Turn,
        cost: Cost::REST,
        help: "Carry on with what you began.",
        aliases: &["finish", "go-on", "resume", "finish-reloading"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Continue> {
        vec![Continue]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        carry::check(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        go_on(cx, who)
    }
}

/// R14, A34: more is paid; once all is, it happens, if it still can.
pub fn go_on(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    let Some(action) = carry::pay_on(cx, who) else { return Ok(()) };
    if action.verb().possible(cx, who).is_err() {
        cx.change(Fact::Abandoned { who, impossible: true });
        return Ok(());
    }
    action.verb().done(cx, who)
}
