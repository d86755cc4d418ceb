//! R8 Pick up: something that lies nearby.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
};
use crate::rules::murdham::chapters::{bonus, cost::Takes, trap};
use serde::{Deserialize, Serialize};

/// R8: picks up something that lies nearby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickUp {
    /// Its number among what lies about.
    pub lying: u8,
}

impl Verb<Murdham> for PickUp {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "pick-up",
        label: "Pick up",
        kind: VerbKind::Gear,
        cost: Cost::BONUS,
        help: "Pick up what lies nearby.",
        aliases: &["take", "pickup"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(fight: &FightState, _: CombatantId) -> Vec<PickUp> {
        (0u8..).zip(fight.system.ground.iter()).map(|it| PickUp { lying: it.0 }).collect()
    }

    fn cost(&self, fight: &FightState, _: CombatantId) -> Cost {
        trap_or_bonus(trap::lies(fight, self.lying))
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [Argument::optional("with", "With what?", Part::Lying(self.lying))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        bonus::check_pick_up(fight, who, self.lying)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        bonus::pick_up(cx, who, self.lying);
        Ok(())
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NothingLies
    }
}

/// C57: what it costs to pick up or put down a trap, or anything else.
pub fn trap_or_bonus(is_trap: bool) -> Cost {
    let takes = if is_trap { Takes::Main } else { Takes::Bonus };
    Cost { takes, ..Cost::BONUS }
}
