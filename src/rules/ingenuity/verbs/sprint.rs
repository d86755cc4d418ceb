//! R26 Sprint: further, after having moved.

use super::{Param, squares, to};
use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Part, Rule, Violation,
    chapters::{
        cost::Cost,
        movement::{self, Stride, WalkingGround},
    },
};
use crate::{
    engine::{CombatantId, Purpose, space::grid::Square},
    rules::verbs::{Argument, Verb, VerbInfo, VerbKind},
};
use serde::{Deserialize, Serialize};

/// R26: goes to a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sprint {
    /// Where to; nowhere in a fight without squares.
    pub to: Option<Square>,
}

impl Verb<Ingenuity> for Sprint {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "sprint",
        label: "Sprint",
        kind: VerbKind::Move,
        cost: Cost::SPRINT,
        help: "Move again after you\u{2019}ve moved.",
        aliases: &["run", "dash"],
    };
    const PURPOSE: Purpose = Purpose::Approach;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Sprint> {
        squares(fight, who).into_iter().map(|to| Sprint { to }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        to(self.to)
    }

    fn rule_of(param: &str) -> Option<Rule> {
        Param::To.is(param).then_some(Rule::Sprint)
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check(fight, who, Stride::Sprint, self.to, &WalkingGround::of(fight, who))
    }

    fn check_all(fight: &FightState, who: CombatantId, all: &[&Sprint]) -> Vec<Result<(), Violation>> {
        let ground = WalkingGround::of(fight, who);
        all.iter().map(|it| movement::check(fight, who, Stride::Sprint, it.to, &ground)).collect()
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::go(cx, who, Stride::Sprint, self.to)
    }

    /// There is only to say why a combatant cannot, and that takes a flood over the grid.
    fn notes(_: &FightState, _: CombatantId, _: &str, all: &[&Sprint]) -> Vec<String> {
        vec![String::new(); all.len()]
    }
}
