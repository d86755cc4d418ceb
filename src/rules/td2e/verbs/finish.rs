//! A12 Finish: the GM has a combatant finished who is down.

use super::{Cost, Part, foes, target};
use crate::{
    engine::{CombatantId, Purpose},
    rules::{
        td2e::{Cx, FightState, Flow, Td2e, Violation, chapters::harm},
        verbs::{Argument, Verb, VerbInfo, VerbKind},
    },
};
use serde::{Deserialize, Serialize};

/// A12: has a combatant finished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finish {
    /// Who is down.
    pub target: CombatantId,
}

impl Verb<Td2e> for Finish {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "finish",
        label: "Finish",
        kind: VerbKind::Attack,
        cost: Cost::Turn,
        help: "The GM\u{2019}s characters kill somebody who\u{2019}s down.",
        aliases: &["finishing-blow"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Finish> {
        foes(fight, who).map(|target| Finish { target }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        harm::check_finish(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        harm::finish(cx, who, self.target)
    }
}
