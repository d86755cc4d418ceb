//! R8 Clear: takes away what bars the way, for everyone.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    near_first, to,
};
use crate::engine::space::zones::ZoneId;
use crate::rules::einfelst::chapters::task;
use serde::{Deserialize, Serialize};

/// R8: clears what bars the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clear {
    /// The zone behind the obstacle.
    pub to: ZoneId,
}

impl Verb<Einfelst> for Clear {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "clear",
        label: "Clear the way",
        kind: VerbKind::Move,
        cost: Cost::Slow,
        help: "Clear what bars the way by Force.",
        aliases: &["clear-rubble", "force"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        near_first(fight, who).into_iter().map(|to| Clear { to }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [to(Part::To(self.to))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        task::check_obstacle(fight, who, self.to)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        task::clear(cx, who, self.to)
    }

    fn no_candidates(_: &FightState, who: CombatantId) -> Violation {
        Violation::NoPlace(who)
    }
}
