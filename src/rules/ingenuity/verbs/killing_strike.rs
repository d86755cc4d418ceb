//! R58 Killing strike.

use super::{
    Param, is_usual, target,
    typed::{self, Typed},
    weapons, whom, with,
};
use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Part, Violation, With,
    chapters::{cost::Cost, task},
    model::state::enemies,
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Argument, Verb, VerbInfo, VerbKind},
};
use serde::{Deserialize, Serialize};

/// R58: kills someone who lies unconscious.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KillingStrike {
    /// The target.
    pub target: CombatantId,
    /// With what.
    pub with: With,
}

impl Verb<Ingenuity> for KillingStrike {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "killing-strike",
        label: "Killing Strike",
        kind: VerbKind::Attack,
        cost: Cost::actions(3),
        help: "Kill somebody who\u{2019}s unconscious.",
        aliases: &["finish-off", "execute"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<KillingStrike> {
        let with = weapons(fight, who);
        let each = |target| with.iter().map(move |with| KillingStrike { target, with: *with });
        whom(fight, who).into_iter().flat_map(each).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target), with(self.with)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        task::check_killing_strike(fight, who, self.target, self.with)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        task::killing_strike(cx, who, self.target, self.with)
    }

    fn is_unasked(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        !Param::With.is(param) || is_usual(fight, who, self.with)
    }

    /// R16: nobody strikes at their own side who does not say so.
    fn is_named_only(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        Param::Target.is(param) && !enemies(fight, who, self.target)
    }

    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        typed::armed(typed)
    }
}
