//! R17 Brandish.

use super::{
    Param, items,
    typed::{self, Typed},
};
use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Part, Rule, Violation,
    chapters::{cost::Cost, hands},
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Argument, Verb, VerbInfo, VerbKind},
};
use serde::{Deserialize, Serialize};

/// R17: takes in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brandish {
    /// What, by its place among the items.
    pub held: Vec<u8>,
}

impl Verb<Ingenuity> for Brandish {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "brandish",
        label: "Brandish",
        kind: VerbKind::Gear,
        cost: Cost::ACTION,
        help: "Choose what you hold.",
        aliases: &["draw", "wield", "equip"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Brandish> {
        let count = items(fight, who).end;
        let pairs = (0..count).flat_map(|a| (0..count).filter(move |b| *b != a).map(move |b| vec![a, b]));
        let all = (0..count).map(|it| vec![it]).chain(pairs).chain([vec![]]);
        all.map(|held| Brandish { held }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [Argument::optional(Param::With.name(), "What will you hold?", Part::Held(self.held.clone()))]
    }

    fn rule_of(param: &str) -> Option<Rule> {
        Param::With.is(param).then_some(Rule::Brandish)
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        hands::check_brandish(fight, who, &self.held)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        hands::brandish(cx, who, &self.held);
        Ok(())
    }

    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        typed::each(typed, |param, value, all| match param {
            "with" | "item" | "items" | "text" => {
                typed::put(all, "with", &value.replace(" and ", ", ").replace(" + ", ", "));
            }
            _ => typed::put(all, param, value),
        })
    }
}
