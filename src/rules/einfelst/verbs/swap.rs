//! R5 Swap cards: at the start of a round, when it is nobody's turn yet.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    others, target,
};
use crate::rules::einfelst::chapters::swap;
use serde::{Deserialize, Serialize};

/// R5: swaps initiative cards with another player character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Swap {
    /// The other one.
    pub target: CombatantId,
}

impl Verb<Einfelst> for Swap {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "swap",
        label: "Swap cards",
        kind: VerbKind::Turn,
        cost: Cost::Aside,
        help: "Swap with another player character, before anybody has acted in the round.",
        aliases: &["swap-initiative", "swap-card", "exchange"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        others(fight, who).map(|target| Swap { target }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        swap::check(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        swap::swap(cx, who, self.target)
    }

    fn may_begin(_: &FightState, _: CombatantId) -> Result<(), Violation> {
        Ok(())
    }
}
