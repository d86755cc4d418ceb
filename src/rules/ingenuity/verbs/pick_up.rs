//! R19 Pick up: takes up what was dropped.

use super::{item, items};
use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Part, Violation,
    chapters::{cost::Cost, hands},
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Argument, Verb, VerbInfo, VerbKind},
};
use serde::{Deserialize, Serialize};

/// R19 Pick up: takes up what was dropped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickUp {
    /// What, by its place among the items.
    pub item: u8,
}

impl Verb<Ingenuity> for PickUp {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "pick-up",
        label: "Pick up",
        kind: VerbKind::Gear,
        cost: Cost::ACTION,
        help: "Pick up what you dropped.",
        aliases: &["pickup"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<PickUp> {
        items(fight, who).map(|item| PickUp { item }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [item(self.item)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        hands::check_pick_up(fight, who, self.item)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        hands::pick_up(cx, who, self.item);
        Ok(())
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NothingThere
    }
}
