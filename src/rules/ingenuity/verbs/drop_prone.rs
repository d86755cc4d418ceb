//! R30 Drop prone.

use crate::rules::ingenuity::{
    Condition, Cx, FightState, Flow, Ingenuity, Violation,
    chapters::{cost::Cost, movement, order},
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Verb, VerbInfo, VerbKind},
};

/// R30: drops prone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropProne;

impl Verb<Ingenuity> for DropProne {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "drop-prone",
        label: "Drop Prone",
        kind: VerbKind::Move,
        cost: Cost::FREE_AFTER_DODGE,
        help: "Drop to the ground. You\u{2019}re harder to shoot, but easier to hit in melee.",
        aliases: &["prone", "go-prone"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<DropProne> {
        vec![DropProne]
    }

    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        order::may_begin(fight, who, Self::INFO.cost)
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        if fight.combatant(who).is(&Condition::Prone) { Err(Violation::ProneAlready(who)) } else { Ok(()) }
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::drop_prone(cx, who);
        Ok(())
    }
}
