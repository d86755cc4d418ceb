//! R6 Take the turn.

use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Violation,
    chapters::{cost::Cost, order},
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Verb, VerbInfo, VerbKind},
};

/// R6: takes the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begin;

impl Verb<Ingenuity> for Begin {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "begin",
        label: "Take the turn",
        kind: VerbKind::Turn,
        cost: Cost::NOTHING,
        help: "Take your team\u{2019}s turn.",
        aliases: &["take-turn", "start-turn"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Begin> {
        vec![Begin]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        if order::has_turn(fight, who) { Err(Violation::HasTheTurn(who)) } else { Ok(()) }
    }

    fn perform(&self, _: &mut Cx<'_>, _: CombatantId) -> Flow {
        Ok(())
    }
}
