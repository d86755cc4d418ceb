//! R43, A15 Break free: one check against all holders.

use super::{CombatantId, Cost, Cx, FightState, Flow, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation};
use crate::rules::sovereign::chapters::manoeuvres;

/// R43: tries to break free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakFree;

impl Verb<Sovereign> for BreakFree {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "break-free",
        label: "Break free",
        kind: VerbKind::Move,
        cost: Cost::Main,
        help: "Make one check against everybody who holds you.",
        aliases: &["escape"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Self> {
        vec![BreakFree]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        manoeuvres::check_break_free(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        manoeuvres::break_free(cx, who);
        Ok(())
    }
}
