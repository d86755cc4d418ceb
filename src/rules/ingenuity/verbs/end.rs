//! R6 End turn.

use crate::rules::ingenuity::{
    Cx, Fact, FightState, Flow, Ingenuity, Violation,
    chapters::{cost::Cost, order, turn},
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Verb, VerbInfo, VerbKind},
};

/// R6: ends the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End;

impl Verb<Ingenuity> for End {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "end",
        label: "End turn",
        kind: VerbKind::Turn,
        cost: Cost::END,
        help: "End your turn.",
        aliases: &["end-turn"],
    };
    const PURPOSE: Purpose = Purpose::End;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<End> {
        vec![End]
    }

    /// Whoever ends a turn that has ended by itself is told so; nothing is lost.
    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        if order::is_over_already(fight, who) { Ok(()) } else { order::may_begin(fight, who, Self::INFO.cost) }
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        turn::end(cx, who);
        cx.change(Fact::SaidEnd(who));
        Ok(())
    }
}
