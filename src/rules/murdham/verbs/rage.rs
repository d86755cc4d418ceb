//! C40 Rage: becomes frenzied.

use super::{CombatantId, Cost, Cx, FightState, Flow, Murdham, Purpose, Verb, VerbInfo, VerbKind, Violation};
use crate::rules::murdham::chapters::fear;

/// C40: becomes frenzied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rage;

impl Verb<Murdham> for Rage {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "rage",
        label: "Rage",
        kind: VerbKind::Other,
        cost: Cost::MAIN,
        help: "Become frenzied.",
        aliases: &["frenzy"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Rage> {
        vec![Rage]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        fear::check_frenzy(fight, who, false)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        fear::rage(cx, who);
        Ok(())
    }
}
