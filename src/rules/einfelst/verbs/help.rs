//! A2 Help: brings a character back into action.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    others, target,
};
use crate::rules::einfelst::chapters::task;
use serde::{Deserialize, Serialize};

/// A2: helps a character who's out of action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Help {
    /// Who is helped.
    pub target: CombatantId,
}

impl Verb<Einfelst> for Help {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "help",
        label: "Help",
        kind: VerbKind::Rescue,
        cost: Cost::Slow,
        help: "Bring a character who\u{2019}s out of action back into the fight.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Rescue;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        others(fight, who).map(|target| Help { target }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        task::check_help(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        task::help(cx, who, self.target)
    }
}
