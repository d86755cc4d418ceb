//! R14, A11 Attend: a medic helps a combatant at 0 HP to stabilise.

use super::{Cost, Part, target};
use crate::{
    engine::{CombatantId, Purpose},
    rules::{
        td2e::{Cx, FightState, Flow, Td2e, Violation, chapters::harm, model::board},
        verbs::{Argument, Verb, VerbInfo, VerbKind},
    },
};
use serde::{Deserialize, Serialize};

/// R14: a medic attends to a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attend {
    /// The patient.
    pub target: CombatantId,
}

impl Verb<Td2e> for Attend {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "attend",
        label: "Attend",
        kind: VerbKind::Rescue,
        cost: Cost::Turn,
        help: "A medic helps somebody at 0 HP to stabilise.",
        aliases: &["medic", "stabilise", "stabilize"],
    };
    const PURPOSE: Purpose = Purpose::Rescue;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Attend> {
        let patients = fight.ids().filter(|it| *it != who && board::seen(fight, who, *it));
        patients.map(|target| Attend { target }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        harm::check_attend(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        harm::attend(cx, who, self.target)
    }
}
