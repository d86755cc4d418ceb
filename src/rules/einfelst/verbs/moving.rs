//! R16 Move: goes into the next zone.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    near_first, to,
};
use crate::engine::space::zones::ZoneId;
use crate::rules::einfelst::{chapters::movement, model::board};
use serde::{Deserialize, Serialize};

/// R16: moves into the next zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// The zone.
    pub to: ZoneId,
}

impl Verb<Einfelst> for Move {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "move",
        label: "Move into the next zone",
        kind: VerbKind::Move,
        cost: Cost::Fast,
        help: "Go into an adjacent zone.",
        aliases: &["walk", "run", "enter", "move-into-next-zone"],
    };
    const PURPOSE: Purpose = Purpose::Approach;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        near_first(fight, who).into_iter().chain(board::zone_of(fight, who)).map(|to| Move { to }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [to(Part::To(self.to))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_move(fight, who, self.to)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::move_to(cx, who, self.to)
    }

    fn no_candidates(_: &FightState, who: CombatantId) -> Violation {
        Violation::NoPlace(who)
    }
}
