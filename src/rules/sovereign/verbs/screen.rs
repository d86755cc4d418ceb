//! R21 Screen an ally: stands in the way of attacks on them.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    target, to_or_nearest,
};
use crate::{
    engine::space::grid::Square,
    rules::sovereign::{
        chapters::screen,
        model::{board, state::enemies},
    },
};
use serde::{Deserialize, Serialize};

/// R21: screens an ally.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Screen {
    /// The ally.
    pub target: CombatantId,
    /// Where to stand; left out, the nearest square that will do.
    pub to: Option<Square>,
}

impl Verb<Sovereign> for Screen {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "screen",
        label: "Screen an ally",
        kind: VerbKind::Defend,
        cost: Cost::Move,
        help: "Get next to an ally and stand in the way of attacks on them.",
        aliases: &["screen-ally", "protect", "guard"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let is_ally = |it: &CombatantId| *it != who && !enemies(fight, who, *it) && !fight.combatant(*it).state.dead;
        let own = board::place(fight, who);
        let squares = |ally: CombatantId| {
            let beside = own.and(board::place(fight, ally)).map(|at| fight.space.within(at, 1));
            [None].into_iter().chain(beside.into_iter().flatten().map(Some))
        };
        let ways = |target: CombatantId| squares(target).map(move |to| Screen { target, to });
        fight.ids().filter(is_ally).flat_map(ways).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target), to_or_nearest(self.to)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        screen::check(fight, who, self.target, self.to).map(|_| ())
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        screen::screen(cx, who, self.target, self.to)
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, param: &str) -> bool {
        param == "to" && self.to.is_none()
    }

    fn wrong_target(_: &FightState, _: CombatantId, other: CombatantId) -> Violation {
        Violation::NoAlly(other)
    }
}
