//! R15 Turn around.

use super::{CombatantId, Cost, Cx, Einfelst, FightState, Flow, Purpose, Verb, VerbInfo, VerbKind};
use crate::rules::einfelst::chapters::task;

/// R15: turns around.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnAround;

impl Verb<Einfelst> for TurnAround {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "turn-around",
        label: "Turn around",
        kind: VerbKind::Move,
        cost: Cost::Fast,
        help: "Face another way.",
        aliases: &["turn"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Self> {
        vec![TurnAround]
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        task::turn_around(cx, who)
    }
}
