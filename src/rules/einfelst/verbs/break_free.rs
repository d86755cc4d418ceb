//! R27 Break free: in your turn, or as a reaction before or after it (R12).

use super::{CombatantId, Cost, Cx, Einfelst, FightState, Flow, Purpose, Verb, VerbInfo, VerbKind, Violation};
use crate::rules::einfelst::chapters::{hold, order};

/// R27: tries to break free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakFree;

impl Verb<Einfelst> for BreakFree {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "break-free",
        label: "Break free",
        kind: VerbKind::Move,
        cost: Cost::Fast,
        help: "Try to break free, once per turn, even out of turn.",
        aliases: &["free", "struggle"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Self> {
        vec![BreakFree]
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        hold::break_free(cx, who)
    }

    /// R12: out of turn it takes whatever manoeuvre is left.
    fn cost(&self, fight: &FightState, who: CombatantId) -> Cost {
        if order::may_go_on(fight, who).is_ok() { Cost::Fast } else { Cost::Reaction }
    }

    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        hold::check_break_free(fight, who)
    }
}
