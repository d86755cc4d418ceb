//! R16 Snap Attack: attacks at once.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    at_any_time, struck_by, target, usable_unasked, with,
};
use crate::rules::sovereign::{chapters::instants, model::blow::With};
use serde::{Deserialize, Serialize};

/// R16: attacks out of turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snap {
    /// The enemy.
    pub target: CombatantId,
    /// The weapon.
    pub with: With,
}

impl Verb<Sovereign> for Snap {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "snap",
        label: "Snap attack",
        kind: VerbKind::Attack,
        cost: Cost::Instant,
        help: "Attack at -4, right now, at any time.",
        aliases: &["snap-attack", "make-a-snap-attack"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        at_any_time(fight, who)
    }

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        struck_by(fight, who).map(|(target, with)| Snap { target, with }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target), with(self.with)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        instants::check_snap(fight, who, self.target, self.with)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        instants::snap(cx, who, self.target, self.with)
    }

    fn is_unasked(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        param == "with" && usable_unasked(fight, who, self.with)
    }
}
