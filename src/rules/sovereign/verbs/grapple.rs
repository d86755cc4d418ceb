//! R43 Grapple: takes hold of the target.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    foes, target,
};
use crate::rules::sovereign::chapters::manoeuvres;
use serde::{Deserialize, Serialize};

/// R43: grapples.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grapple {
    /// The enemy.
    pub target: CombatantId,
}

impl Verb<Sovereign> for Grapple {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "grapple",
        label: "Grapple",
        kind: VerbKind::Attack,
        cost: Cost::Main,
        help: "On an unarmed hit, win a check to hold the target.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        foes(fight, who).map(|target| Grapple { target }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        manoeuvres::check_grapple(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        manoeuvres::grapple(cx, who, self.target)
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, _: &str) -> bool {
        false
    }
}
