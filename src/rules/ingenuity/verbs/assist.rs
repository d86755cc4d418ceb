//! C3 Assist.

use super::{
    how, skill, target,
    typed::{self, Typed},
    ways_of_task,
};
use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Part, Violation,
    chapters::{command, cost::Cost, task},
    model::sheet::Attribute,
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Argument, Verb, VerbInfo, VerbKind},
};
use serde::{Deserialize, Serialize};

/// C3: helps a combatant with their next test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assist {
    /// The target.
    pub target: CombatantId,
    /// By which attribute.
    pub attribute: Attribute,
    /// By which skill.
    pub skill: String,
}

impl Verb<Ingenuity> for Assist {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "assist",
        label: "Assist",
        kind: VerbKind::Other,
        cost: Cost::ACTION,
        help: "Help somebody with their next test.",
        aliases: &["help"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Assist> {
        let ways = ways_of_task(fight, who);
        let each = |target: CombatantId| {
            ways.iter().map(move |(attribute, skill)| Assist { target, attribute: *attribute, skill: skill.clone() })
        };
        command::allies(fight, who).into_iter().flat_map(each).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target), how(self.attribute.name()), skill(&self.skill)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        task::check_assist(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        task::assist(cx, who, self.target, self.attribute, &self.skill)
    }

    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        Some(typed::with_default(typed::test(typed)?, "with", "handling"))
    }
}
