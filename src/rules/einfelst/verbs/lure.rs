//! R14 Lure: draws an enemy into a zone.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Typed, Verb, VerbInfo, VerbKind,
    Violation, best_first, by, by_meant, dice, foes, or_why_not, target, to,
};
use crate::engine::space::zones::ZoneId;
use crate::rules::einfelst::{
    chapters::task,
    model::{board, state::Skill},
};
use serde::{Deserialize, Serialize};

/// R14: lures an enemy somewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lure {
    /// The enemy.
    pub target: CombatantId,
    /// The action it is rolled with.
    pub by: Skill,
    /// Where they are lured to.
    pub to: ZoneId,
}

impl Verb<Einfelst> for Lure {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "lure",
        label: "Lure",
        kind: VerbKind::Other,
        cost: Cost::Slow,
        help: "Lure an enemy into a zone by Finesse or Intimidate.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let skills = best_first(fight, who, task::LURES_BY);
        let each = |target| {
            let from = board::zone_of(fight, target);
            let zones: Vec<ZoneId> =
                from.map(|it| board::beside(fight, it)).unwrap_or_default().into_iter().chain(from).collect();
            let by_each = |by| zones.iter().map(move |to| Lure { target, by, to: *to }).collect::<Vec<_>>();
            skills.iter().copied().flat_map(by_each).collect::<Vec<_>>()
        };
        foes(fight, who).flat_map(each).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target), by(self.by), to(Part::To(self.to))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        task::check_lure(fight, who, self.target, self.to)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        task::lure(cx, who, self.target, self.by, self.to)
    }

    fn note(&self, fight: &FightState, who: CombatantId, param: &str) -> String {
        or_why_not(self, fight, who, || if param == "how" { dice(fight, who, self.by) } else { String::new() })
    }

    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        by_meant(typed)
    }
}
