//! R4 End turn.

use super::{CombatantId, Cost, Cx, Einfelst, FightState, Flow, Purpose, Verb, VerbInfo, VerbKind, Violation};
use crate::rules::einfelst::chapters::{order, turn};

/// R4: ends the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End;

impl Verb<Einfelst> for End {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "end",
        label: "End turn",
        kind: VerbKind::Turn,
        cost: Cost::Aside,
        help: "End your turn; what is left of it can still pay for reactions.",
        aliases: &["wait", "pass", "done"],
    };
    const PURPOSE: Purpose = Purpose::End;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Self> {
        vec![End]
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        turn::end_by_choice(cx, who);
        Ok(())
    }

    /// If the turn has already ended by itself, the player is told so and loses nothing.
    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        if order::is_over_already(fight, who) { Ok(()) } else { order::may_go_on(fight, who) }
    }
}
