//! R37 Extinguish: puts out a fire, over several rounds if need be.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    others, target,
};
use crate::rules::einfelst::chapters::fire;
use serde::{Deserialize, Serialize};

/// R37: puts out a fire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extinguish {
    /// Who is on fire.
    pub target: CombatantId,
}

impl Verb<Einfelst> for Extinguish {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "extinguish",
        label: "Extinguish",
        kind: VerbKind::Other,
        cost: Cost::Slow,
        help: "Put out a fire by Finesse, over several rounds if need be.",
        aliases: &["put-out", "put-out-fire", "extinguish-fire"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        std::iter::once(who).chain(others(fight, who)).map(|target| Extinguish { target }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        fire::check_extinguish(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        fire::extinguish(cx, who, self.target)
    }
}
