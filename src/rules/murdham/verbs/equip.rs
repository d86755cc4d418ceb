//! R9 Equip: takes something in hand.

use super::{
    ActionKind, Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Verb, VerbInfo, VerbKind,
    Violation, carried, gear_argument, worn,
};
use crate::rules::murdham::chapters::{bonus, cost::Takes};
use serde::{Deserialize, Serialize};

/// R9: takes something in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Equip {
    /// Which of what is carried.
    pub gear: u8,
}

impl Verb<Murdham> for Equip {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "equip",
        label: "Equip",
        kind: VerbKind::Gear,
        cost: Cost { takes: Takes::Draw, spent_later: true, ..Cost::BONUS.of(ActionKind::Draw) },
        help: "Take something in hand.",
        aliases: &["draw", "ready"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Equip> {
        // Armour and helmet can be named too, to be told that they stay.
        carried(fight, who).chain(worn(fight, who)).map(|gear| Equip { gear }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [gear_argument(self.gear)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        bonus::check_equip(fight, who, self.gear)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        bonus::equip(cx, who, self.gear);
        Ok(())
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NotCarried
    }
}
