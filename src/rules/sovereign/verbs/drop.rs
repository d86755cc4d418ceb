//! R11 Drop: lets something fall.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    arm, arms,
};
use crate::rules::sovereign::chapters::items;
use serde::{Deserialize, Serialize};

/// R11: drops a weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drop {
    /// The weapon, by its number among those they have.
    pub arm: u8,
}

impl Verb<Sovereign> for Drop {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "drop",
        label: "Drop",
        kind: VerbKind::Gear,
        cost: Cost::Free,
        help: "Drop what you hold.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        arms(fight, who).map(|arm| Drop { arm }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [arm(self.arm)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        items::check_drop(fight, who, self.arm)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        items::drop(cx, who, self.arm);
        Ok(())
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, _: &str) -> bool {
        false
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NotCarried
    }
}
