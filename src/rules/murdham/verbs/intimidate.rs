//! C36 Intimidate: frightens an enemy.

use super::{
    Action, CombatantId, Cost, Cx, FightState, Flow, Murdham, Purpose, Verb, VerbInfo, VerbKind, VerbOf,
    sway::{Sway, candidates},
};
use crate::rules::murdham::model::manner;

/// C36: frightens an enemy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intimidate(Sway);

impl Verb<Murdham> for Intimidate {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "intimidate",
        label: "Intimidate",
        kind: VerbKind::Other,
        cost: Cost::MAIN,
        help: "An enemy makes a WIT save or is frightened of you.",
        aliases: &["demoralise", "scare", "threaten"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Intimidate> {
        candidates(fight, who, manner::Sway::Intimidate).map(Intimidate).collect()
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        self.0.perform(cx, who)
    }
}

impl VerbOf<Action> for Intimidate {
    fn into_action(self) -> Action {
        Action::Sway(self.0)
    }
    fn of(_: &Action) -> Option<&Self> {
        None // it stands in the log as what Distract is, too
    }
}
