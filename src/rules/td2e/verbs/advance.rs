//! R6 Advance: walks towards an enemy.

use super::{Cost, Part, foes, target};
use crate::{
    engine::{CombatantId, Purpose},
    rules::{
        td2e::{Cx, FightState, Flow, Td2e, Violation, chapters::movement},
        verbs::{Argument, Verb, VerbInfo, VerbKind},
    },
};
use serde::{Deserialize, Serialize};

/// R6: walks towards a combatant, up to two movements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advance {
    /// The enemy.
    pub target: CombatantId,
}

impl Verb<Td2e> for Advance {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "advance",
        label: "Advance",
        kind: VerbKind::Move,
        cost: Cost::MovementOfTurn,
        help: "Walk towards an enemy, up to two movements.",
        aliases: &["approach", "charge"],
    };
    const PURPOSE: Purpose = Purpose::Approach;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Advance> {
        foes(fight, who).map(|target| Advance { target }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::advance_to(fight, who, self.target).map(|_| ())
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::advance(cx, who, self.target)
    }
}
