//! C46 Sweep: strikes at everyone smaller around.

use super::{
    ActionKind, Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Verb, VerbInfo, VerbKind,
    Violation, With, attack::punches_armed, with,
};
use crate::rules::murdham::chapters::trample;
use serde::{Deserialize, Serialize};

/// C46: strikes at everyone smaller around.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sweep {
    /// The weapon.
    pub with: With,
}

impl Verb<Murdham> for Sweep {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "sweep",
        label: "Sweep",
        kind: VerbKind::Attack,
        cost: Cost::MAIN.of(ActionKind::Area),
        help: "Strike in melee at everybody smaller around you, for half damage.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Strike;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Sweep> {
        // With each melee weapon in hand, else with bare hands.
        let Some(it) = fight.find(who) else { return vec![] };
        let held = it.state.in_hand().filter(|(_, it)| it.weapon.range.is_none() && it.weapon.power.is_none());
        let held = held.map(|(gear, _)| With::Gear(gear)).chain([With::Unarmed]);
        held.map(|with| Sweep { with }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [with(self.with)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        trample::check_sweep(fight, who, self.with)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        trample::sweep(cx, who, self.with)
    }

    fn is_unasked(&self, fight: &FightState, who: CombatantId, _: &str) -> bool {
        !punches_armed(fight, who, self.with)
    }
}
