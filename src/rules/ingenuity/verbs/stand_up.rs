//! R27 Stand up.

use crate::rules::ingenuity::{
    Condition, Cx, FightState, Flow, Ingenuity, Violation,
    chapters::{cost::Cost, movement},
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Verb, VerbInfo, VerbKind},
};

/// R27: stands up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandUp;

impl Verb<Ingenuity> for StandUp {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "stand-up",
        label: "Stand Up",
        kind: VerbKind::Move,
        cost: Cost::ACTION,
        help: "Get up from prone.",
        aliases: &["stand", "get-up"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<StandUp> {
        vec![StandUp]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        if fight.combatant(who).is(&Condition::Prone) { Ok(()) } else { Err(Violation::NotProne(who)) }
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::stand_up(cx, who);
        Ok(())
    }
}
