//! A33 Decline: does nothing on command.

use crate::rules::ingenuity::{Cx, FightState, Flow, Ingenuity, Violation, chapters::cost::Cost};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Verb, VerbInfo, VerbKind},
};

/// A33: does nothing on command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decline;

impl Verb<Ingenuity> for Decline {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "decline",
        label: "Decline",
        kind: VerbKind::Turn,
        cost: Cost::NOTHING,
        help: "Do nothing with the command.",
        aliases: &["nothing"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Decline> {
        vec![Decline]
    }

    fn check(&self, _: &FightState, _: CombatantId) -> Result<(), Violation> {
        Err(Violation::NoSuchThing(Decline::INFO.name.to_owned()))
    }

    fn perform(&self, _: &mut Cx<'_>, _: CombatantId) -> Flow {
        Ok(())
    }
}
