//! C7 Assist: helps with the next attempt to stabilise.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    known_others, target,
};
use crate::rules::sovereign::chapters::harm;
use serde::{Deserialize, Serialize};

/// C7: helps with a patient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Help {
    /// The patient.
    pub target: CombatantId,
}

impl Verb<Sovereign> for Help {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "help",
        label: "Assist",
        kind: VerbKind::Other,
        cost: Cost::Main,
        help: "Help with the next attempt to stabilise somebody.",
        aliases: &["assist", "aid"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        known_others(fight, who).map(|target| Help { target }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        harm::check_help(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        harm::help(cx, who, self.target)
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, _: &str) -> bool {
        false
    }
}
