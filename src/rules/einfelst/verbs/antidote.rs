//! R38 Give an antidote.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    others, target,
};
use crate::rules::einfelst::chapters::task;
use serde::{Deserialize, Serialize};

/// R38: gives an antidote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Antidote {
    /// Who gets it.
    pub target: CombatantId,
}

impl Verb<Einfelst> for Antidote {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "antidote",
        label: "Give an antidote",
        kind: VerbKind::Other,
        cost: Cost::Fast,
        help: "End a poison.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        std::iter::once(who).chain(others(fight, who)).map(|target| Antidote { target }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        task::check_antidote(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        task::antidote(cx, who, self.target)
    }
}
