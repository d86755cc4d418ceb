//! R29 Flee: leaves the fight.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Typed, Verb, VerbInfo, VerbKind,
    Violation, best_first, by, by_meant, dice, or_why_not, to,
};
use crate::engine::space::zones::ZoneId;
use crate::rules::einfelst::{
    chapters::flight,
    model::{board, state::Skill},
};
use serde::{Deserialize, Serialize};

/// R29: flees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flee {
    /// The action it is rolled with.
    pub by: Skill,
    /// The zone to flee into; none for straight out of the fight.
    pub to: Option<ZoneId>,
}

impl Verb<Einfelst> for Flee {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "flee",
        label: "Flee",
        kind: VerbKind::Move,
        cost: Cost::Slow,
        help: "Leave the fight by Finesse or Sneak.",
        aliases: &["escape", "run-away"],
    };
    const PURPOSE: Purpose = Purpose::Withdraw;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let ways = flight::ways(fight, who);
        let each = |by| ways.iter().map(move |to| Flee { by, to: *to });
        best_first(fight, who, flight::FLEES_BY).into_iter().flat_map(each).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [by(self.by), to(self.to.map_or(Part::Out, Part::To))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        board::way_out(fight, who, self.to)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        flight::flee(cx, who, self.by, self.to)
    }

    fn note(&self, fight: &FightState, who: CombatantId, param: &str) -> String {
        or_why_not(self, fight, who, || if param == "how" { dice(fight, who, self.by) } else { String::new() })
    }

    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        by_meant(typed)
    }
}
