//! C12, C4 Break free: gets out of a hold.

use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Violation,
    chapters::{attack, cost::Cost, maneuver},
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Verb, VerbInfo, VerbKind},
};

/// C12, C4: gets out of a hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakFree;

impl Verb<Ingenuity> for BreakFree {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "break-free",
        label: "Break free",
        kind: VerbKind::Move,
        cost: Cost::ACTION,
        help: "Get out of somebody\u{2019}s hold.",
        aliases: &["escape"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<BreakFree> {
        vec![BreakFree]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        if attack::is_grappled(fight, who) { Ok(()) } else { Err(Violation::NotGrappled(who)) }
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        maneuver::break_free(cx, who)
    }
}
