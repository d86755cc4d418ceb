//! C16 Drink a potion.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
};
use crate::rules::sovereign::chapters::items;
use serde::{Deserialize, Serialize};

/// C16: drinks a potion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drink {
    /// Which of those they have.
    pub index: usize,
}

impl Verb<Sovereign> for Drink {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "drink",
        label: "Drink a potion",
        kind: VerbKind::Gear,
        cost: Cost::Move,
        help: "Drink a potion you have at hand.",
        aliases: &["potion", "use-item"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let count = fight.find(who).map_or(0, |it| it.state.potions.len());
        (0..count).map(|index| Drink { index }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [Argument::optional("with", "What?", Part::Potion(self.index))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        items::check_drink(fight, who, self.index)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        items::drink(cx, who, self.index);
        Ok(())
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NotCarried
    }
}
