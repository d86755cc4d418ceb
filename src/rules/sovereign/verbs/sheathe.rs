//! R26 Sheathe: puts away what is in hand.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    arm, arms,
};
use crate::rules::sovereign::chapters::items;
use serde::{Deserialize, Serialize};

/// R26: puts a weapon away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheathe {
    /// The weapon, by its number among those they have.
    pub arm: u8,
}

impl Verb<Sovereign> for Sheathe {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "sheathe",
        label: "Sheathe",
        kind: VerbKind::Gear,
        cost: Cost::Free,
        help: "Put away what you hold. It stays at hand.",
        aliases: &["put-away", "unwield"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let is_held = |it: &u8| fight.combatant(who).state.in_hand.contains(it);
        let (held, others): (Vec<u8>, Vec<u8>) = arms(fight, who).partition(is_held);
        held.into_iter().chain(others).map(|arm| Sheathe { arm }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [arm(self.arm)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        items::check_sheathe(fight, who, self.arm)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        items::sheathe(cx, who, self.arm);
        Ok(())
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NotCarried
    }
}
