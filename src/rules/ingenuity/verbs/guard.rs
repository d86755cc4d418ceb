//! R20 Guard.

use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity,
    chapters::{cost::Cost, turn},
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Verb, VerbInfo, VerbKind},
};

/// R20: all that is left of the turn, for better defences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard;

impl Verb<Ingenuity> for Guard {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "guard",
        label: "Guard",
        kind: VerbKind::Defend,
        cost: Cost::TURN,
        help: "Get +1 to all your defences and their tests until your next turn.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Shelter;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Guard> {
        vec![Guard]
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        turn::guard(cx, who);
        Ok(())
    }
}
