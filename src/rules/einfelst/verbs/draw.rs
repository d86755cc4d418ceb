//! R15 Draw or swap a weapon.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    weapons, with,
};
use crate::rules::einfelst::{chapters::movement, model::gear::With};
use serde::{Deserialize, Serialize};

/// R15: draws a weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// Which one.
    pub with: u8,
}

impl Verb<Einfelst> for Draw {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "draw",
        label: "Draw or swap weapon",
        kind: VerbKind::Gear,
        cost: Cost::Fast,
        help: "Take another weapon in hand.",
        aliases: &["swap-weapon", "draw/swap-weapon", "draw-weapon", "equip"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        weapons(fight, who).map(|with| Draw { with }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [with(With::Weapon(self.with))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_draw(fight, who, self.with)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::draw(cx, who, self.with)
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NotCarried
    }
}
