//! R26 Ready an item: takes something out of the pack.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    arm, arms, at_any_time,
};
use crate::rules::sovereign::chapters::items;
use serde::{Deserialize, Serialize};

/// Logs have it under this name.
pub use ReadyItem as Ready;

/// R26: readies a weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadyItem {
    /// The weapon, by its number among those they have.
    pub arm: u8,
}

impl Verb<Sovereign> for ReadyItem {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "ready",
        label: "Ready an item",
        kind: VerbKind::Gear,
        cost: Cost::Main,
        help: "Take something out of the pack.",
        aliases: &["ready-item"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        at_any_time(fight, who)
    }

    fn cost(&self, fight: &FightState, who: CombatantId) -> Cost {
        items::ready_cost(fight, who, self.arm)
    }

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        arms(fight, who).map(|arm| ReadyItem { arm }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [arm(self.arm)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        items::check_ready(fight, who, self.arm)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        items::ready(cx, who, self.arm);
        Ok(())
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NotCarried
    }
}
