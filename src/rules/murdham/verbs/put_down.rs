//! R8 Put down: something carried.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    carried, gear_argument, pick_up::trap_or_bonus,
};
use crate::rules::murdham::chapters::{bonus, trap};
use serde::{Deserialize, Serialize};

/// R8: puts something down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PutDown {
    /// Which of what is carried.
    pub gear: u8,
}

impl Verb<Murdham> for PutDown {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "put-down",
        label: "Put down",
        kind: VerbKind::Gear,
        cost: Cost::BONUS,
        help: "Put something down.",
        aliases: &["drop", "lay"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<PutDown> {
        carried(fight, who).map(|gear| PutDown { gear }).collect()
    }

    fn cost(&self, fight: &FightState, who: CombatantId) -> Cost {
        trap_or_bonus(trap::is_trap(fight, who, self.gear))
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [gear_argument(self.gear)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        bonus::check_put_down(fight, who, self.gear)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        bonus::put_down(cx, who, self.gear);
        Ok(())
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NotCarried
    }
}
