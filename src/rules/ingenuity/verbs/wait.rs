//! R28 Wait.

use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity,
    chapters::{cost::Cost, turn},
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Verb, VerbInfo, VerbKind},
};

/// R28: all that is left of the turn, for one more reaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait;

impl Verb<Ingenuity> for Wait {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "wait",
        label: "Wait",
        kind: VerbKind::Turn,
        cost: Cost::TURN,
        help: "Get one more reaction until your next turn.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Wait> {
        vec![Wait]
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        turn::wait(cx, who);
        Ok(())
    }
}
