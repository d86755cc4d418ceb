//! R28 Pick up: takes up something that lies near.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    draws, or_why_not,
};
use crate::rules::sovereign::{chapters::items, model::board};
use serde::{Deserialize, Serialize};

/// R28: picks something up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickUp {
    /// Which of the things that lie about.
    pub index: usize,
}

impl Verb<Sovereign> for PickUp {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "pick-up",
        label: "Pick up",
        kind: VerbKind::Gear,
        cost: Cost::Move,
        help: "Pick up something nearby.",
        aliases: &["pick-up-an-item", "pickup"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(fight: &FightState, _: CombatantId) -> Vec<Self> {
        (0..fight.system.lying.len()).map(|index| PickUp { index }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [Argument::optional("with", "What?", Part::Lying(self.index))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        items::check_pick_up(fight, who, self.index)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        items::pick_up(cx, who, self.index)
    }

    fn note(&self, fight: &FightState, who: CombatantId, _: &str) -> String {
        or_why_not(self, fight, who, || draws(&board::opportunity_attackers(fight, who), fight))
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NothingLies
    }
}
