//! R6 Move: with the turn's own zone.

use super::{
    ActionKind, Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Verb, VerbInfo, VerbKind,
    Violation, how, to,
};
use crate::{
    engine::space::{Space, zones::ZonePlace},
    rules::murdham::{Pace, chapters::movement, model::manner::PACES, refusals::MovementLeft},
};
use serde::{Deserialize, Serialize};

/// R6: moves with the turn's own zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// Where to.
    pub to: ZonePlace,
    /// How.
    pub how: Pace,
}

impl Verb<Murdham> for Move {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "move",
        label: "Move",
        kind: VerbKind::Move,
        cost: Cost::MOVE,
        help: "Move up to a zone. You can split it up.",
        aliases: &["retreat"],
    };
    const PURPOSE: Purpose = Purpose::Approach;

    fn candidates(fight: &FightState, _: CombatantId) -> Vec<Move> {
        ways(fight, |to, how| Move { to, how })
    }

    fn cost(&self, _: &FightState, _: CombatantId) -> Cost {
        Cost::MOVE.of(ActionKind::Move(self.to))
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        // How comes first, so that a place out of walking distance is not run to unasked.
        [how(Part::Pace(self.how)), to(self.to)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_move(fight, who, self.to, self.how)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::move_to(cx, who, self.to, self.how)
    }

    /// Nobody sneaks or leaps unasked.
    fn is_unasked(&self, _: &FightState, _: CombatantId, param: &str) -> bool {
        param == "how" && self.how == Pace::Walk
    }

    fn no_candidates(_: &FightState, who: CombatantId) -> Violation {
        Violation::TooFar { who, halves: MovementLeft(0) }
    }
}

/// Every place, at every pace.
pub fn ways<T>(fight: &FightState, of: impl Fn(ZonePlace, Pace) -> T) -> Vec<T> {
    let places = fight.space.places();
    PACES.iter().flat_map(|(_, how)| places.iter().map(|to| of(*to, *how))).collect()
}
