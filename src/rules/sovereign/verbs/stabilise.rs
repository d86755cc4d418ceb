//! C7 Stabilise: keeps a combatant Mortally Injured from dying.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    draws, known_others, or_why_not, target,
};
use crate::rules::sovereign::{chapters::harm, model::board};
use serde::{Deserialize, Serialize};

/// C7: tries to stabilise a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stabilise {
    /// The patient.
    pub target: CombatantId,
}

impl Verb<Sovereign> for Stabilise {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "stabilise",
        label: "Stabilise",
        kind: VerbKind::Rescue,
        cost: Cost::Main,
        help: "Keep somebody who is Mortally Injured from dying.",
        aliases: &["stabilize", "first-aid", "heal"],
    };
    const PURPOSE: Purpose = Purpose::Rescue;

    fn cost(&self, fight: &FightState, who: CombatantId) -> Cost {
        harm::stabilise_cost(fight, who)
    }

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        known_others(fight, who).map(|target| Stabilise { target }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        harm::check_stabilise(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        harm::tend(cx, who, self.target)
    }

    fn note(&self, fight: &FightState, who: CombatantId, _: &str) -> String {
        or_why_not(self, fight, who, || draws(&board::opportunity_attackers(fight, who), fight))
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, _: &str) -> bool {
        false
    }
}
