//! R7, R15 Take cover.

use super::{CombatantId, Cost, Cx, Einfelst, FightState, Flow, Purpose, Verb, VerbInfo, VerbKind, Violation};
use crate::rules::einfelst::chapters::movement;

/// R7: takes cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeCover;

impl Verb<Einfelst> for TakeCover {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "take-cover",
        label: "Take cover",
        kind: VerbKind::Defend,
        cost: Cost::Fast,
        help: "Get behind something in the zone.",
        aliases: &["cover", "hide"],
    };
    const PURPOSE: Purpose = Purpose::Shelter;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Self> {
        vec![TakeCover]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_cover(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::take_cover(cx, who)
    }
}
