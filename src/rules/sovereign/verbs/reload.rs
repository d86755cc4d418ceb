//! R27 Reload.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    arm, arms,
};
use crate::rules::sovereign::chapters::items;
use serde::{Deserialize, Serialize};

/// R27: reloads a weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reload {
    /// The weapon, by its number among those they have.
    pub arm: u8,
}

impl Verb<Sovereign> for Reload {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "reload",
        label: "Reload",
        kind: VerbKind::Gear,
        cost: Cost::AsWeapon,
        help: "Reload a weapon. It\u{2019}s free with Shoot-1; otherwise a bow takes a Move and a crossbow a Main action.",
        aliases: &["reload-a-weapon"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn cost(&self, fight: &FightState, who: CombatantId) -> Cost {
        items::reload_cost(fight, who, self.arm)
    }

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        arms(fight, who).map(|arm| Reload { arm }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [arm(self.arm)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        items::check_reload(fight, who, self.arm)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        items::reload(cx, who, self.arm);
        Ok(())
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NotCarried
    }
}
