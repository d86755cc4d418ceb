//! R43 Release: lets go.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    held, held_by_name,
};
use crate::rules::sovereign::chapters::manoeuvres;
use serde::{Deserialize, Serialize};

/// R43: lets go of the held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    /// The one who is held: only one can be, so that nobody need name them.
    pub target: Option<CombatantId>,
}

impl Verb<Sovereign> for Release {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "release",
        label: "Release",
        kind: VerbKind::Other,
        cost: Cost::Free,
        help: "Let go of the target you hold.",
        aliases: &["let-go"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        vec![Release { target: fight.find(who).and_then(|it| it.state.holds) }]
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        self.target.map(held)
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        manoeuvres::check_release(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        manoeuvres::release(cx, who);
        Ok(())
    }

    fn meant(typed: &[(String, String)]) -> Option<Vec<(String, String)>> {
        Some(held_by_name(typed))
    }
}
