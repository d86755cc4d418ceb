//! R25 Grapple: holds an enemy fast.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    foes, target,
};
use crate::rules::einfelst::chapters::hold;
use serde::{Deserialize, Serialize};

/// R25: grapples an enemy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grapple {
    /// The enemy.
    pub target: CombatantId,
}

impl Verb<Einfelst> for Grapple {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "grapple",
        label: "Grapple",
        kind: VerbKind::Attack,
        cost: Cost::Slow,
        help: "Hold an enemy fast by Force.",
        aliases: &["wrestle", "hold", "restrain"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        foes(fight, who).map(|target| Grapple { target }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        hold::check_grapple(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        hold::grapple(cx, who, self.target)
    }
}
