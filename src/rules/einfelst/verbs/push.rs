//! R14 Push: moves an enemy out of the zone, or to another spot of it.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    foes, target, to,
};
use crate::engine::space::zones::ZoneId;
use crate::rules::einfelst::{chapters::movement, model::board};
use serde::{Deserialize, Serialize};

/// R14: pushes an enemy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Push {
    /// The enemy.
    pub target: CombatantId,
    /// The zone they end up in; none for another spot of the same zone.
    pub to: Option<ZoneId>,
}

impl Verb<Einfelst> for Push {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "push",
        label: "Push",
        kind: VerbKind::Attack,
        cost: Cost::Slow,
        help: "Push an enemy into the next zone, or to another spot, by Force.",
        aliases: &["shove"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let each = |target| {
            let near = movement::pushed_where(fight, target);
            let far: Vec<ZoneId> = board::zones(fight).into_iter().filter(|it| !near.contains(it)).collect();
            let to = near.into_iter().map(Some).chain([None]).chain(far.into_iter().map(Some));
            to.map(move |to| Push { target, to })
        };
        foes(fight, who).flat_map(each).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target), to(self.to.map_or(Part::Aside, Part::To))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_push(fight, who, self.target, self.to)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::push(cx, who, self.target, self.to)
    }
}
