//! R22 Total Defense: AC +2 and no Shock.

use super::{
    CombatantId, Cost, Cx, FightState, Flow, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation, at_any_time,
};
use crate::rules::sovereign::chapters::instants;

/// R22: takes Total Defense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TotalDefense;

impl Verb<Sovereign> for TotalDefense {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "total-defense",
        label: "Total Defense",
        kind: VerbKind::Defend,
        cost: Cost::Instant,
        help: "Get +2 AC and take no Shock until your next turn. You can do this at any time.",
        aliases: &["total-defence", "defend", "dodge"],
    };
    const PURPOSE: Purpose = Purpose::Shelter;

    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        at_any_time(fight, who)?;
        instants::check_defense(fight, who)
    }

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Self> {
        vec![TotalDefense]
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        instants::total_defense(cx, who);
        Ok(())
    }
}
