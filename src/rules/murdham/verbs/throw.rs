//! C56 Throw: someone smaller who is held flies.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    target, to,
};
use crate::{
    engine::space::{Space, zones::ZonePlace},
    rules::murdham::chapters::{hold, trample},
};
use serde::{Deserialize, Serialize};

/// C56: throws whom someone larger holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Throw {
    /// The one who is held.
    pub target: CombatantId,
    /// Where to.
    pub to: ZonePlace,
}

impl Verb<Murdham> for Throw {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "throw",
        label: "Throw",
        kind: VerbKind::Attack,
        cost: Cost::MAIN,
        help: "Throw somebody smaller you hold, up to 2 zones: d4 direct damage.",
        aliases: &["toss", "hurl"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Throw> {
        let Some(target) = hold::held_by(fight, who) else { return vec![] };
        fight.space.places().into_iter().map(|to| Throw { target, to }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target), to(self.to)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        trample::check_throw(fight, who, self.target, self.to)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        trample::throw(cx, who, self.target, self.to)
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, _: &str) -> bool {
        false
    }

    fn no_candidates(_: &FightState, who: CombatantId) -> Violation {
        Violation::NotToThrow(who)
    }
}
