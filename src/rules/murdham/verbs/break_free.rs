//! C21 Break free: out of a grip or a net.

use super::{
    ActionKind, CombatantId, Cost, Cx, FightState, Flow, Murdham, Purpose, Verb, VerbInfo, VerbKind, Violation,
};
use crate::rules::murdham::chapters::hold;

/// C21: tries to break free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakFree;

impl Verb<Murdham> for BreakFree {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "break-free",
        label: "Break free",
        kind: VerbKind::Move,
        cost: Cost { words: "the whole turn", spent_later: true, ..Cost::MAIN.of(ActionKind::BreakFree) },
        help: "Make a STR save to get out of a grip or a net.",
        aliases: &["struggle"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<BreakFree> {
        vec![BreakFree]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        hold::check_break_free(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        hold::break_free(cx, who)
    }
}
