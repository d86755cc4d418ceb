//! C40 Calm down: ends a frenzy.

use super::{
    ActionKind, CombatantId, Cost, Cx, FightState, Flow, Murdham, Purpose, Verb, VerbInfo, VerbKind, Violation,
};
use crate::rules::murdham::chapters::fear;

/// C40: tries to calm down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calm;

impl Verb<Murdham> for Calm {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "calm",
        label: "Calm down",
        kind: VerbKind::Other,
        cost: Cost::MAIN.of(ActionKind::Calm),
        help: "A WIT save ends your frenzy.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Calm> {
        vec![Calm]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        fear::check_frenzy(fight, who, true)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        fear::calm(cx, who)
    }
}
