//! R49 Execution: strikes an unsuspecting victim.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    struck_by, target, with,
};
use crate::rules::sovereign::{
    chapters::execution,
    model::blow::{How, With},
};
use serde::{Deserialize, Serialize};

/// R49: executes a victim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Execute {
    /// The victim.
    pub target: CombatantId,
    /// The weapon.
    pub with: With,
    /// To kill, less lethally, or by throwing.
    pub how: How,
}

impl Verb<Sovereign> for Execute {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "execute",
        label: "Execution attack",
        kind: VerbKind::Attack,
        cost: Cost::Main,
        help: "Strike an unsuspecting victim.",
        aliases: &["execution", "assassinate"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        struck_by(fight, who)
            .flat_map(|(target, with)| How::ALL.map(|it| Execute { target, with, how: it.1 }))
            .collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target), with(self.with), Argument::optional("how", "How?", Part::Word(self.how.name()))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        execution::check(fight, who, self.target, self.with, self.how).map(|_| ())
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        execution::execute(cx, who, self.target, self.with, self.how)
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, param: &str) -> bool {
        param == "with" || (param == "how" && self.how == How::Kill)
    }
}
