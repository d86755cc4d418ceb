//! R15 Stand up.

use super::{CombatantId, Cost, Cx, Einfelst, FightState, Flow, Purpose, Verb, VerbInfo, VerbKind, Violation};
use crate::rules::einfelst::chapters::movement;

/// R15: stands up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stand;

impl Verb<Einfelst> for Stand {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "stand",
        label: "Stand up",
        kind: VerbKind::Move,
        cost: Cost::Fast,
        help: "Get up.",
        aliases: &["stand-up", "get-up"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Self> {
        vec![Stand]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_stand(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::stand(cx, who)
    }
}
