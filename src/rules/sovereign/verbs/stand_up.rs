//! R29 Stand up.

use super::{
    CombatantId, Cost, Cx, FightState, Flow, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation, draws, or_why_not,
};
use crate::rules::sovereign::{chapters::movement, model::board};

/// R29: stands up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandUp;

impl Verb<Sovereign> for StandUp {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "stand",
        label: "Stand up",
        kind: VerbKind::Move,
        cost: Cost::Move,
        help: "Get up, and pick up what you dropped.",
        aliases: &["stand-up"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Self> {
        vec![StandUp]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_stand(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::stand(cx, who)
    }

    fn note(&self, fight: &FightState, who: CombatantId, _: &str) -> String {
        or_why_not(self, fight, who, || draws(&board::opportunity_attackers(fight, who), fight))
    }
}
