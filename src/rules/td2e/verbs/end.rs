//! R3 End turn.

use super::Cost;
use crate::{
    engine::{CombatantId, Purpose},
    rules::{
        td2e::{Cx, FightState, Flow, Td2e, Violation, chapters::turn, model::fact::Event},
        verbs::{Verb, VerbInfo, VerbKind},
    },
};

/// Ends the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End;

impl Verb<Td2e> for End {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "end",
        label: "End turn",
        kind: VerbKind::Turn,
        cost: Cost::Nothing,
        help: "End the turn.",
        aliases: &["pass", "wait"],
    };
    const PURPOSE: Purpose = Purpose::End;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<End> {
        vec![End]
    }

    /// Whoever ends a turn that has ended by itself is told so; nothing is lost.
    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        if turn::is_over_already(fight, who) { Ok(()) } else { turn::may_go_on(fight, who) }
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        match turn::is_over_already(cx, who) {
            true => cx.tell(Event::OverAlready(who)),
            false => turn::end_own(cx, who),
        }
        Ok(())
    }
}
