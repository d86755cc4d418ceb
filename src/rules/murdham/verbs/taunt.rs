//! C37 Taunt: makes an enemy spend the next turn on harming the taunter.

use super::{
    Action, CombatantId, Cost, Cx, FightState, Flow, Murdham, Purpose, Verb, VerbInfo, VerbKind, VerbOf,
    sway::{Sway, candidates},
};
use crate::rules::murdham::model::manner;

/// C37: taunts an enemy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taunt(Sway);

impl Verb<Murdham> for Taunt {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "taunt",
        label: "Taunt",
        kind: VerbKind::Other,
        cost: Cost::MAIN,
        help: "An enemy makes a WIT save or must spend the next turn on harming you.",
        aliases: &["provoke"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Taunt> {
        candidates(fight, who, manner::Sway::Taunt).map(Taunt).collect()
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        self.0.perform(cx, who)
    }
}

impl VerbOf<Action> for Taunt {
    fn into_action(self) -> Action {
        Action::Sway(self.0)
    }
    fn of(_: &Action) -> Option<&Self> {
        None // it stands in the log as what Distract is, too
    }
}
