//! R30 Go prone.

use super::{CombatantId, Cost, Cx, FightState, Flow, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation};
use crate::rules::sovereign::chapters::movement;

/// R30: goes prone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoProne;

impl Verb<Sovereign> for GoProne {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "prone",
        label: "Go prone",
        kind: VerbKind::Move,
        cost: Cost::Free,
        help: "Drop to the ground. You\u{2019}re harder to shoot, but easier to hit up close.",
        aliases: &["go-prone", "drop-prone"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Self> {
        vec![GoProne]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_prone(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::prone(cx, who);
        Ok(())
    }
}
