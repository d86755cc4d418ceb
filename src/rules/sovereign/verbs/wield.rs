//! R26, R48 Wield: takes what is at hand into the hands.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    arms,
};
use crate::rules::sovereign::chapters::items;
use serde::{Deserialize, Serialize};

/// R26, R48: takes weapons in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wield {
    /// Which, by their numbers; none are empty hands.
    pub arms: Vec<u8>,
}

impl Verb<Sovereign> for Wield {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "wield",
        label: "Wield",
        kind: VerbKind::Gear,
        cost: Cost::Free,
        help: "Take a weapon at hand into your hands, or two to fight with both.",
        aliases: &["draw", "dual-wield"],
    };
    const PURPOSE: Purpose = Purpose::Recover;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let single = arms(fight, who).map(|arm| vec![arm]);
        let second = |first: u8| arms(fight, who).filter(move |it| *it != first);
        let pairs = arms(fight, who).flat_map(|first| second(first).map(move |second| vec![first, second]));
        [vec![]].into_iter().chain(single).chain(pairs).map(|arms| Wield { arms }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [Argument::optional("with", "With what?", Part::Arms(self.arms.clone()))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        items::check_wield(fight, who, &self.arms)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        items::wield(cx, who, self.arms.clone());
        Ok(())
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, _: &str) -> bool {
        false
    }

    /// `sword, dagger` is the same as `sword and dagger`.
    fn meant(typed: &[(String, String)]) -> Option<Vec<(String, String)>> {
        Some(typed.iter().map(|it| (it.0.clone(), it.1.split(", ").collect::<Vec<_>>().join(" and "))).collect())
    }
}
