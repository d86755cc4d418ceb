//! R24 Disengage: nothing draws attacks from those who are adjacent now.

use super::{CombatantId, Cost, Cx, FightState, Flow, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation};
use crate::rules::sovereign::chapters::movement;

/// R24: disengages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disengage;

impl Verb<Sovereign> for Disengage {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "disengage",
        label: "Disengage",
        kind: VerbKind::Move,
        cost: Cost::Main,
        help: "Until the round ends, nothing you do draws attacks from foes who are adjacent now.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Withdraw;

    fn cost(&self, fight: &FightState, who: CombatantId) -> Cost {
        movement::disengage_cost(fight, who)
    }

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Self> {
        vec![Disengage]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_disengage(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::disengage(cx, who);
        Ok(())
    }
}
