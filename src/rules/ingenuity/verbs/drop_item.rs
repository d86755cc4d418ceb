//! R29 Drop item: lets go of something.

use super::{item, items};
use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Part, Violation,
    chapters::{cost::Cost, hands, order},
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Argument, Verb, VerbInfo, VerbKind},
};
use serde::{Deserialize, Serialize};

/// R29 Drop item: lets go of something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drop {
    /// What, by its place among the items.
    pub item: u8,
}

impl Verb<Ingenuity> for Drop {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "drop-item",
        label: "Drop Item",
        kind: VerbKind::Gear,
        cost: Cost::FREE,
        help: "Let go of something in your hands.",
        aliases: &["drop"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Drop> {
        items(fight, who).map(|item| Drop { item }).collect()
    }

    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        order::may_begin(fight, who, Self::INFO.cost)
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [item(self.item)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        hands::check_drop(fight, who, self.item)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        hands::drop_item(cx, who, self.item);
        Ok(())
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NothingThere
    }
}
