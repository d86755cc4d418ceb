//! C35 Distract, and the form in which the log keeps distracting, intimidating and taunting.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    foes, intimidate::Intimidate, target, taunt::Taunt,
};
use crate::rules::murdham::{chapters::manipulation, model::manner};
use serde::{Deserialize, Serialize};

/// C35, C36, C37: distracts, intimidates or taunts an enemy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sway {
    /// Which of these.
    pub how: manner::Sway,
    /// The enemy.
    pub target: CombatantId,
}

impl Verb<Murdham> for Sway {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "distract",
        label: "Distract",
        kind: VerbKind::Other,
        cost: Cost::MAIN,
        help: "An enemy makes a WIT save or loses the next turn.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Sway> {
        candidates(fight, who, manner::Sway::Distract).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        manipulation::check(fight, who, self.how, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        manipulation::sway(cx, who, self.how, self.target)
    }

    fn info(&self) -> VerbInfo<Cost> {
        match self.how {
            manner::Sway::Distract => Self::INFO,
            manner::Sway::Intimidate => Intimidate::INFO,
            manner::Sway::Taunt => Taunt::INFO,
        }
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, _: &str) -> bool {
        false
    }
}

/// This against every enemy in sight.
pub fn candidates(fight: &FightState, who: CombatantId, how: manner::Sway) -> impl Iterator<Item = Sway> {
    foes(fight, who).map(move |target| Sway { how, target })
}
