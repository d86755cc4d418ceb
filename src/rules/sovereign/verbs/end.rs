//! A25 End turn.

use super::{CombatantId, Cost, Cx, FightState, Flow, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation};
use crate::rules::sovereign::chapters::turn;

/// A25: ends the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End;

impl Verb<Sovereign> for End {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "end",
        label: "End turn",
        kind: VerbKind::Turn,
        cost: Cost::Nothing,
        help: "End your turn.",
        aliases: &["pass", "wait", "end-turn"],
    };
    const PURPOSE: Purpose = Purpose::End;

    /// Who ends a turn that is over already is told so, and nothing is lost.
    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        if turn::is_over_already(fight, who) { Ok(()) } else { Cost::Free.may_be_paid_now(fight, who) }
    }

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Self> {
        vec![End]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        turn::check_end(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        turn::end(cx, who);
        Ok(())
    }
}
