//! R46 Hurl: throws the one who is held to the ground.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    held, held_by_name, to_or_nearest,
};
use crate::{
    engine::space::grid::Square,
    rules::sovereign::{chapters::manoeuvres, model::board},
};
use serde::{Deserialize, Serialize};

/// R46: throws the held down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hurl {
    /// The one who is held: only one can be, so that nobody need name them.
    #[serde(default)]
    pub target: Option<CombatantId>,
    /// Where to; nowhere in a fight without squares.
    pub to: Option<Square>,
}

impl Verb<Sovereign> for Hurl {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "hurl",
        label: "Hurl",
        kind: VerbKind::Attack,
        cost: Cost::Main,
        help: "Throw the target you hold 5 ft and to the ground.",
        aliases: &["throw-down"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let target = fight.find(who).and_then(|it| it.state.holds);
        match target.filter(|_| board::place(fight, who).is_some()) {
            Some(held) => {
                let beside = board::free_beside(fight, held, who).into_iter();
                beside.map(|to| Hurl { target, to: Some(to) }).collect()
            }
            None => vec![Hurl { target, to: None }],
        }
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [to_or_nearest(self.to)].into_iter().chain(self.target.map(held))
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        manoeuvres::check_hurl(fight, who, self.to).map(|_| ())
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        manoeuvres::hurl(cx, who, self.to);
        Ok(())
    }

    fn no_candidates(_: &FightState, who: CombatantId) -> Violation {
        Violation::HoldsNobody(who)
    }

    fn meant(typed: &[(String, String)]) -> Option<Vec<(String, String)>> {
        Some(held_by_name(typed))
    }
}
