//! A15 Grab: takes hold of an enemy with bare hands.

use super::{Cost, Part, living_foes, target};
use crate::{
    engine::{CombatantId, Purpose},
    rules::{
        td2e::{Cx, FightState, Flow, Td2e, Violation, chapters::attack, model::blow::With},
        verbs::{Argument, Verb, VerbInfo, VerbKind},
    },
};
use serde::{Deserialize, Serialize};

/// A15: grabs a combatant; what comes of it the GM says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grab {
    /// The enemy.
    pub target: CombatantId,
}

impl Verb<Td2e> for Grab {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "grab",
        label: "Grab",
        kind: VerbKind::Attack,
        cost: Cost::Turn,
        help: "Grab an enemy with bare hands; the GM says what happens.",
        aliases: &["grapple", "wrestle", "hold"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Grab> {
        living_foes(fight, who).map(|target| Grab { target }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        attack::aim(fight, who, self.target, With::Unarmed).map(|_| ())
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        attack::grab(cx, who, self.target)
    }
}
