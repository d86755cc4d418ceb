//! C8 Fate.

use super::Param;
use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Part, Rule, Violation,
    chapters::{cost::Cost, fate},
    model::circumstances::Boon,
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Argument, Verb, VerbInfo, VerbKind},
};
use serde::{Deserialize, Serialize};

/// C8: spends a point of fate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fate(pub Boon);

impl Verb<Ingenuity> for Fate {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "fate",
        label: "Fate",
        kind: VerbKind::Other,
        cost: Cost::FATE,
        help: "Spend a point of fate.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Fate> {
        Boon::ALL.iter().map(|it| Fate(it.1)).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [Argument::optional(Param::How.name(), "On what?", Part::Word(self.0.name().to_owned()))]
    }

    fn rule_of(param: &str) -> Option<Rule> {
        Param::How.is(param).then_some(Rule::Fate)
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        fate::check(fight, who, self.0)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        fate::spend(cx, who, self.0);
        Ok(())
    }
}
