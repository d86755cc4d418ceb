//! A21 Full movement: two zones, or a sprint of four.

use super::{
    ActionKind, Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Typed, Verb, VerbInfo,
    VerbKind, Violation, how, moving::ways, to,
};
use crate::{
    engine::space::zones::ZonePlace,
    rules::{
        murdham::{Pace, chapters::movement, model::manner::PACES, refusals::MovementLeft},
        names::key,
    },
};
use serde::{Deserialize, Serialize};

/// A21: moves with the main action as well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FullMove {
    /// Where to.
    pub to: ZonePlace,
    /// How.
    pub how: Pace,
}

impl Verb<Murdham> for FullMove {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "full-move",
        label: "Full movement",
        kind: VerbKind::Move,
        cost: Cost::MAIN,
        help: "Move two zones in all, or sprint four.",
        aliases: &["run", "full-movement", "sprint", "balance", "leap", "climb", "swim", "fly"],
    };
    const PURPOSE: Purpose = Purpose::Approach;

    fn candidates(fight: &FightState, _: CombatantId) -> Vec<FullMove> {
        ways(fight, |to, how| FullMove { to, how })
    }

    fn cost(&self, _: &FightState, _: CombatantId) -> Cost {
        Cost::MAIN.of(ActionKind::Move(self.to))
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        // How comes first, so that a place out of walking distance is not run to unasked.
        [how(Part::Pace(self.how)), to(self.to)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_full_move(fight, who, self.to, self.how)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::full_move(cx, who, self.to, self.how)
    }

    /// Nobody sprints unasked.
    fn is_unasked(&self, _: &FightState, _: CombatantId, param: &str) -> bool {
        param == "how" && self.how == Pace::Walk
    }

    fn no_candidates(_: &FightState, who: CombatantId) -> Violation {
        Violation::TooFar { who, halves: MovementLeft(0) }
    }
}

/// What is meant by a pace that is given as a verb: `climb to:Wall`.
pub fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Typed)> {
    let (pace, _) = PACES.iter().find(|it| it.0 == key(verb))?;
    let rest = typed.iter().filter(|it| key(&it.0) != "how").cloned();
    let how = ("how".to_owned(), (*pace).to_owned());
    Some((FullMove::INFO.name, rest.chain([how]).collect()))
}
