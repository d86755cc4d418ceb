//! R23, A19 Resuscitate.

use super::{
    how, others, target,
    typed::{self, Typed},
};
use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Part, Violation,
    chapters::{cost::Cost, task},
    model::sheet::Attribute,
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Argument, Verb, VerbInfo, VerbKind},
};
use serde::{Deserialize, Serialize};

/// R23: wakes a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resuscitate {
    /// The target.
    pub target: CombatantId,
    /// A19: by which attribute.
    pub attribute: Attribute,
}

impl Verb<Ingenuity> for Resuscitate {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "resuscitate",
        label: "Resuscitate",
        kind: VerbKind::Rescue,
        cost: Cost::actions(2),
        help: "Go prone and try to wake somebody.",
        aliases: &["revive", "wake"],
    };
    const PURPOSE: Purpose = Purpose::Rescue;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Resuscitate> {
        let by = [Attribute::Intellect, Attribute::Dexterity];
        let each = |target| by.map(|attribute| Resuscitate { target, attribute });
        others(fight, who).flat_map(each).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target), how(self.attribute.name())]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        task::check_resuscitate(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        task::resuscitate(cx, who, self.target, self.attribute)
    }

    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        typed::test(typed)
    }
}
