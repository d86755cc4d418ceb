//! R8, R14 Climb: gets over what bars the way.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Typed, Verb, VerbInfo, VerbKind,
    Violation, best_first, by, by_meant, dice, near_first, or_why_not, to,
};
use crate::engine::space::zones::ZoneId;
use crate::rules::einfelst::{chapters::task, model::state::Skill};
use serde::{Deserialize, Serialize};

/// R8, R14: climbs over what bars the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Climb {
    /// The action it is rolled with.
    pub by: Skill,
    /// The zone behind the obstacle.
    pub to: ZoneId,
}

impl Verb<Einfelst> for Climb {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "climb",
        label: "Climb",
        kind: VerbKind::Move,
        cost: Cost::Slow,
        help: "Climb over what bars the way by Finesse or Endure.",
        aliases: &["climb-a-wall"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let skills = best_first(fight, who, task::CLIMBS_BY);
        let each = |to| skills.iter().map(move |by| Climb { by: *by, to });
        near_first(fight, who).into_iter().flat_map(each).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [to(Part::To(self.to)), by(self.by)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        task::check_obstacle(fight, who, self.to)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        task::climb(cx, who, self.by, self.to)
    }

    fn note(&self, fight: &FightState, who: CombatantId, param: &str) -> String {
        or_why_not(self, fight, who, || if param == "how" { dice(fight, who, self.by) } else { String::new() })
    }

    fn no_candidates(_: &FightState, who: CombatantId) -> Violation {
        Violation::NoPlace(who)
    }

    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        by_meant(typed)
    }
}
