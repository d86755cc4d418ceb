//! R2 End turn.

use super::{
    ActionKind, CombatantId, Cost, Cx, FightState, Flow, Murdham, Purpose, Verb, VerbInfo, VerbKind, Violation,
};
use crate::rules::murdham::chapters::{cost::may_go_on, turn};

/// Ends the turn. Nothing need be done in one: who ends it at once has had it (R2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End;

impl Verb<Murdham> for End {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "end",
        label: "End turn",
        kind: VerbKind::Turn,
        cost: Cost::NOTHING.of(ActionKind::End),
        help: "End your turn.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::End;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<End> {
        vec![End]
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        turn::end(cx, who);
        Ok(())
    }

    /// Who ends a turn that is over already is told so.
    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        if turn::is_over_already(fight, who) { Ok(()) } else { may_go_on(fight, who) }
    }
}
