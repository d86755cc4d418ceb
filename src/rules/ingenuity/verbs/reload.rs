//! C14 Reload.

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

/// C14 Reload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reload {
    /// What, by its place among the items.
    pub item: u8,
}

impl Verb<Ingenuity> for Reload {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "reload",
        label: "Reload",
        kind: VerbKind::Gear,
        cost: Cost::RELOAD,
        help: "Reload a weapon so that it can shoot again.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Reload> {
        items(fight, who).map(|item| Reload { item }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [item(self.item)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        hands::check_reload(fight, who, self.item)
    }

    fn cost(&self, fight: &FightState, who: CombatantId) -> Cost {
        hands::reload_cost(fight, who, self.item)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        hands::reload(cx, who, self.item);
        Ok(())
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NothingThere
    }
}
