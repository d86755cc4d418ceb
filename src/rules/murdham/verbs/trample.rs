//! C45 Trample: drives smaller ones aside.

use super::{CombatantId, Cost, Cx, FightState, Flow, Murdham, Purpose, Verb, VerbInfo, VerbKind, Violation};
use crate::rules::murdham::chapters::trample;

/// C45: drives smaller ones aside after having moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trample;

impl Verb<Murdham> for Trample {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "trample",
        label: "Trample",
        kind: VerbKind::Attack,
        cost: Cost::NOTHING,
        help: "After moving: drive smaller enemies here aside, or they suffer d4 damage.",
        aliases: &["tread"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Trample> {
        vec![Trample]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        trample::check(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        trample::trample(cx, who)
    }
}
