//! C54 Rally: the frightened take heart.

use super::{
    ActionKind, CombatantId, Cost, Cx, FightState, Flow, Murdham, Purpose, Verb, VerbInfo, VerbKind, Violation,
};
use crate::rules::murdham::chapters::fear;

/// C54: rallies the frightened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rally;

impl Verb<Murdham> for Rally {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "rally",
        label: "Rally",
        kind: VerbKind::Other,
        cost: Cost::MAIN.of(ActionKind::Peaceful),
        help: "Frightened allies within 2 zones make a WIT save to recover; once in a fight.",
        aliases: &["inspire"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Rally> {
        vec![Rally]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        fear::check_rally(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        fear::rally(cx, who)
    }
}
