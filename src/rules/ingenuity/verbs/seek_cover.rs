//! R24 Seek cover.

use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Violation,
    chapters::{cost::Cost, movement, order},
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Verb, VerbInfo, VerbKind},
};

/// R24: goes behind cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeekCover;

impl Verb<Ingenuity> for SeekCover {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "seek-cover",
        label: "Seek Cover",
        kind: VerbKind::Defend,
        cost: Cost::ACTION_OR_DODGE,
        help: "Give ranged attacks against you disadvantage until your next turn.",
        aliases: &["cover", "take-cover"],
    };
    const PURPOSE: Purpose = Purpose::Shelter;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<SeekCover> {
        vec![SeekCover]
    }

    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        order::may_begin(fight, who, Self::INFO.cost)
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_cover(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::seek_cover(cx, who);
        Ok(())
    }
}
