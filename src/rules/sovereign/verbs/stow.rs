//! R26 Stow an item: puts something into the pack.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    arm, arms,
};
use crate::rules::sovereign::chapters::items;
use serde::{Deserialize, Serialize};

/// R26: stows a weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stow {
    /// The weapon, by its number among those they have.
    pub arm: u8,
}

impl Verb<Sovereign> for Stow {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "stow",
        label: "Stow an item",
        kind: VerbKind::Gear,
        cost: Cost::Main,
        help: "Put something into the pack.",
        aliases: &["stow-item"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        arms(fight, who).map(|arm| Stow { arm }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [arm(self.arm)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        items::check_stow(fight, who, self.arm)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        items::stow(cx, who, self.arm);
        Ok(())
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NotCarried
    }
}
