//! R42 Shove: pushes the target away or down.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    struck_by, target, usable_unasked, with,
};
use crate::rules::sovereign::{
    chapters::manoeuvres::{self, Push},
    model::{blow::With, board},
};
use serde::{Deserialize, Serialize};

/// R42: shoves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shove {
    /// The enemy.
    pub target: CombatantId,
    /// The weapon.
    pub with: With,
    /// To the ground, or into a square.
    pub push: Push,
}

impl Verb<Sovereign> for Shove {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "shove",
        label: "Shove",
        kind: VerbKind::Attack,
        cost: Cost::Main,
        help: "On a hit, win a check to push the target away or knock it down.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let pushes = |target: CombatantId| {
            let beside = board::free_beside(fight, target, who).into_iter().map(Push::To);
            [Push::Down].into_iter().chain(beside)
        };
        let ways = |(target, with): (CombatantId, With)| pushes(target).map(move |push| Shove { target, with, push });
        struck_by(fight, who).flat_map(ways).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        let to = match self.push {
            Push::Down => Part::Word("prone"),
            Push::To(at) => Part::To(at),
        };
        [target(self.target), with(self.with), Argument::optional("to", "Where to?", to)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        manoeuvres::check_shove(fight, who, self.target, self.with, self.push)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        manoeuvres::shove(cx, who, self.target, self.with, self.push)
    }

    fn is_unasked(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        match param {
            "with" => usable_unasked(fight, who, self.with),
            "to" => self.push == Push::Down,
            _ => false,
        }
    }
}
