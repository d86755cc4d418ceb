//! C13 Power.

use super::{Param, target, whom};
use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Part, Rule, Violation,
    chapters::{cost::Cost, power},
    model::state::enemies,
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Argument, Verb, VerbInfo, VerbKind},
};
use serde::{Deserialize, Serialize};

/// C13: uses a power against a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Power {
    /// Which, by its place on the sheet.
    pub what: u8,
    /// The target.
    pub target: CombatantId,
}

impl Verb<Ingenuity> for Power {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "power",
        label: "Power",
        kind: VerbKind::Attack,
        cost: Cost::POWER,
        help: "Use one of your powers against somebody.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Power> {
        let count = fight.find(who).map_or(0, |it| it.sheet.powers.len() as u8);
        let foes = whom(fight, who);
        (0..count).flat_map(|what| foes.iter().map(move |target| Power { what, target: *target })).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [Argument::optional(Param::How.name(), "Which power?", Part::Power(self.what)), target(self.target)]
    }

    fn rule_of(param: &str) -> Option<Rule> {
        Param::How.is(param).then_some(Rule::Powers)
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        power::check(fight, who, self.what, self.target)
    }

    fn cost(&self, fight: &FightState, who: CombatantId) -> Cost {
        power::cost(fight, who, self.what)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        power::perform(cx, who, self.what, self.target)
    }

    /// R16: nobody strikes at their own side who does not say so.
    fn is_named_only(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        (Param::How.is(param) || Param::Target.is(param)) && !enemies(fight, who, self.target)
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NothingThere
    }
}
