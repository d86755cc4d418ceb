//! R16 Move within the zone. Players call it `position`; logs call it `Within`.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    others, to,
};
use crate::rules::einfelst::{chapters::movement, model::board::ZoneSpot};
use serde::{Deserialize, Serialize};

/// R16: moves within the zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Within {
    /// Where in it.
    pub spot: ZoneSpot,
}

impl Verb<Einfelst> for Within {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "position",
        label: "Move within the zone",
        kind: VerbKind::Move,
        cost: Cost::Fast,
        help: "Up to someone, even in cover; or away from everybody.",
        aliases: &["move-within", "move-within-zone", "approach", "close-in", "reposition"],
    };
    const PURPOSE: Purpose = Purpose::Approach;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let beside = others(fight, who).map(ZoneSpot::Beside);
        let spots = std::iter::once(ZoneSpot::Everybody).chain(beside).chain([ZoneSpot::Apart]);
        spots.map(|spot| Within { spot }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [to(Part::Spot(self.spot))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_within(fight, who, self.spot)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::within(cx, who, self.spot)
    }
}
