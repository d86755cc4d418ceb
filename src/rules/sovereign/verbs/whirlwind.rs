//! C26 Whirlwind Assault: Shock on all around.

use super::{CombatantId, Cost, Cx, FightState, Flow, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation};
use crate::rules::sovereign::chapters::harm;

/// C26: strikes all around.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whirlwind;

impl Verb<Sovereign> for Whirlwind {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "whirlwind",
        label: "Whirlwind Assault",
        kind: VerbKind::Attack,
        cost: Cost::Free,
        help: "Once a fight, do your Shock to every foe in melee range.",
        aliases: &["whirlwind-assault"],
    };
    const PURPOSE: Purpose = Purpose::Strike;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Self> {
        vec![Whirlwind]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        harm::check_whirlwind(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        harm::whirlwind(cx, who)
    }
}
