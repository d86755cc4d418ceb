//! R46 Drag: moves along with the one who is held.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    held, held_by_name,
};
use crate::{
    engine::space::grid::Square,
    rules::sovereign::{chapters::manoeuvres, model::board},
};
use serde::{Deserialize, Serialize};

/// R46: drags the held along.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drag {
    /// The one who is held: only one can be, so that nobody need name them.
    #[serde(default)]
    pub target: Option<CombatantId>,
    /// Where to.
    pub to: Square,
}

impl Verb<Sovereign> for Drag {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "drag",
        label: "Drag",
        kind: VerbKind::Move,
        cost: Cost::Main,
        help: "Move 10 ft with the target you hold.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let Some(at) = board::place(fight, who) else { return vec![] };
        let target = fight.combatant(who).state.holds;
        fight.space.within(at, 2).map(|to| Drag { target, to }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [Argument::optional("to", "Where to?", Part::To(self.to))].into_iter().chain(self.target.map(held))
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        manoeuvres::check_drag(fight, who, self.to).map(|_| ())
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        manoeuvres::drag(cx, who, self.to);
        Ok(())
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, param: &str) -> bool {
        param != "to"
    }

    fn no_candidates(_: &FightState, who: CombatantId) -> Violation {
        Violation::HoldsNobody(who)
    }

    fn meant(typed: &[(String, String)]) -> Option<Vec<(String, String)>> {
        Some(held_by_name(typed))
    }
}
