//! R9 Equip: stows something.

use super::{
    ActionKind, Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Verb, VerbInfo, VerbKind,
    Violation, carried, gear_argument, worn,
};
use crate::rules::murdham::chapters::{bonus, cost::Takes};
use serde::{Deserialize, Serialize};

/// R9: stows something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unequip {
    /// Which of what is carried.
    pub gear: u8,
}

impl Verb<Murdham> for Unequip {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "unequip",
        label: "Stow",
        kind: VerbKind::Gear,
        cost: Cost { takes: Takes::Draw, spent_later: true, ..Cost::BONUS.of(ActionKind::Peaceful) },
        help: "Put away something you hold.",
        aliases: &["stow", "sheathe", "put-away"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Unequip> {
        // Armour and helmet can be named too, to be told that they stay.
        carried(fight, who).chain(worn(fight, who)).map(|gear| Unequip { gear }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [gear_argument(self.gear)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        bonus::check_unequip(fight, who, self.gear)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        bonus::unequip(cx, who, self.gear);
        Ok(())
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NotCarried
    }
}
