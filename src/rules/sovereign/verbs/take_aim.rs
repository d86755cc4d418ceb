//! R49 Prepare an execution: begins the minute before it.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    foes, target,
};
use crate::rules::sovereign::chapters::execution;
use serde::{Deserialize, Serialize};

/// R49: begins to watch a victim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakeAim {
    /// The victim.
    pub target: CombatantId,
}

impl Verb<Sovereign> for TakeAim {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "aim",
        label: "Prepare an execution",
        kind: VerbKind::Other,
        cost: Cost::Main,
        help: "Begin the minute of watching before an execution.",
        aliases: &["prepare"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        foes(fight, who).map(|target| TakeAim { target }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        execution::check_aim(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        execution::take_aim(cx, who, self.target);
        Ok(())
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, _: &str) -> bool {
        false
    }
}
