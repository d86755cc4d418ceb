//! C3 Pick up: takes back a weapon that was dropped.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    weapons, with,
};
use crate::rules::einfelst::{chapters::movement, model::gear::With};
use serde::{Deserialize, Serialize};

/// C3: picks up a weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickUp {
    /// Which one.
    pub with: u8,
}

impl Verb<Einfelst> for PickUp {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "pick-up",
        label: "Pick up",
        kind: VerbKind::Gear,
        cost: Cost::Fast,
        help: "Pick up a weapon that was dropped.",
        aliases: &["pickup"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        weapons(fight, who).map(|with| PickUp { with }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [with(With::Weapon(self.with))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_pick_up(fight, who, self.with)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::pick_up(cx, who, self.with)
    }

    fn no_candidates(_: &FightState, who: CombatantId) -> Violation {
        Violation::NothingDropped(who)
    }
}
