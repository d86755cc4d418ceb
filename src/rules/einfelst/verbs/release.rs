//! R27 Let go.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    others, target,
};
use crate::rules::einfelst::chapters::hold;
use serde::{Deserialize, Serialize};

/// R27: lets go of someone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    /// Who is held.
    pub target: CombatantId,
}

impl Verb<Einfelst> for Release {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "release",
        label: "Let go",
        kind: VerbKind::Other,
        cost: Cost::Free,
        help: "Let go of someone you hold.",
        aliases: &["let-go"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        others(fight, who).map(|target| Release { target }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        hold::check_release(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        hold::release(cx, who, self.target)
    }
}
