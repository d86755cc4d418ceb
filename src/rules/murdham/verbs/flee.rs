//! R48 Flee: out of the fight.

use super::{ActionKind, CombatantId, Cost, Cx, FightState, Flow, Murdham, Purpose, Verb, VerbInfo, VerbKind};
use crate::rules::murdham::chapters::chase;

/// R48: runs away for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flee;

impl Verb<Murdham> for Flee {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "flee",
        label: "Flee",
        kind: VerbKind::Move,
        cost: Cost { spent_later: true, ..Cost::MAIN.of(ActionKind::Flee) },
        help: "Run away, out of the fight for good.",
        aliases: &["run-away"],
    };
    const PURPOSE: Purpose = Purpose::Withdraw;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Flee> {
        vec![Flee]
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        chase::flee(cx, who)
    }
}
