//! R14 Survey the situation.

use super::{CombatantId, Cost, Cx, Einfelst, FightState, Flow, Purpose, Verb, VerbInfo, VerbKind};
use crate::rules::einfelst::chapters::task;

/// R14: surveys the situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey;

impl Verb<Einfelst> for Survey {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "survey",
        label: "Survey the situation",
        kind: VerbKind::Other,
        cost: Cost::Slow,
        help: "Take a look around, by Read.",
        aliases: &["read", "look"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Self> {
        vec![Survey]
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        task::survey(cx, who)
    }
}
