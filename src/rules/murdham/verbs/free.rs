//! C21 Free a combatant: out of a grip or a net.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    others, target,
};
use crate::rules::murdham::chapters::hold;
use serde::{Deserialize, Serialize};

/// C21: tries to free a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Free {
    /// The one who is entangled.
    pub target: CombatantId,
}

impl Verb<Murdham> for Free {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "free",
        label: "Free somebody",
        kind: VerbKind::Other,
        cost: Cost::MAIN,
        help: "Try to get somebody nearby out of a grip or a net.",
        aliases: &["help", "rescue"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Free> {
        others(fight, who).filter(|it| hold::is_entangled(fight, *it)).map(|target| Free { target }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        hold::check_free(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        hold::free(cx, who, self.target)
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, _: &str) -> bool {
        false
    }
}
