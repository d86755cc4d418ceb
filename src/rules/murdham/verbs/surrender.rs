//! R47 Surrender: gives up.

use super::{
    ActionKind, CombatantId, Cost, Cx, FightState, Flow, Murdham, Purpose, Verb, VerbInfo, VerbKind, Violation,
};
use crate::rules::murdham::chapters::morale;

/// R47: surrenders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surrender;

impl Verb<Murdham> for Surrender {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "surrender",
        label: "Surrender",
        kind: VerbKind::Other,
        cost: Cost { words: "the turn", ..Cost::NOTHING.of(ActionKind::Peaceful) },
        help: "Throw down your weapons and put your hands up.",
        aliases: &["give-up"],
    };
    const PURPOSE: Purpose = Purpose::Withdraw;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Surrender> {
        vec![Surrender]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        morale::check_surrender(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        morale::surrender(cx, who);
        Ok(())
    }
}
