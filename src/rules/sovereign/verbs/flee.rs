//! R50 Flee: leaves the fight.

use super::{CombatantId, Cost, Cx, FightState, Flow, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation};
use crate::rules::sovereign::chapters::movement;

/// R50: flees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flee;

impl Verb<Sovereign> for Flee {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "flee",
        label: "Flee",
        kind: VerbKind::Move,
        cost: Cost::Move,
        help: "Leave the fight.",
        aliases: &["retreat"],
    };
    const PURPOSE: Purpose = Purpose::Withdraw;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Self> {
        vec![Flee]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_flee(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::flee(cx, who)
    }
}
