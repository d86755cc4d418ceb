//! R15 Abandon: drops what was begun.

use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Violation,
    chapters::{carry, cost::Cost},
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Verb, VerbInfo, VerbKind},
};

/// R15: what was begun is dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abandon;

impl Verb<Ingenuity> for Abandon {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "abandon",
        label: "Abandon",
        kind: VerbKind::Turn,
        cost: Cost::ABANDON,
        help: "Drop what you began. What you paid for it is lost.",
        aliases: &["cancel"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Abandon> {
        vec![Abandon]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        if fight.combatant(who).state.carried.is_some() { Ok(()) } else { Err(Violation::NothingBegun(who)) }
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        carry::abandon(cx, who);
        Ok(())
    }
}
