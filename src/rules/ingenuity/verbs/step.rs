//! R31 Step: one metre, in place of a move.

use super::{Param, squares, to};
use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Part, Rule, Violation,
    chapters::{
        cost::Cost,
        movement::{self, Stride, WalkingGround},
        order,
    },
};
use crate::{
    engine::{CombatantId, Purpose, space::grid::Square},
    rules::verbs::{Argument, Verb, VerbInfo, VerbKind},
};
use serde::{Deserialize, Serialize};

/// R31: goes to a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Where to; nowhere in a fight without squares.
    pub to: Option<Square>,
}

impl Verb<Ingenuity> for Step {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "step",
        label: "Step",
        kind: VerbKind::Move,
        cost: Cost::FREE_AFTER_DODGE,
        help: "Move one metre, once a turn, instead of a move.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Approach;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Step> {
        squares(fight, who).into_iter().map(|to| Step { to }).collect()
    }

    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        order::may_begin(fight, who, Self::INFO.cost)
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        to(self.to)
    }

    fn rule_of(param: &str) -> Option<Rule> {
        Param::To.is(param).then_some(Rule::Step)
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check(fight, who, Stride::Step, self.to, &WalkingGround::of(fight, who))
    }

    fn check_all(fight: &FightState, who: CombatantId, all: &[&Step]) -> Vec<Result<(), Violation>> {
        let ground = WalkingGround::of(fight, who);
        all.iter().map(|it| movement::check(fight, who, Stride::Step, it.to, &ground)).collect()
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::go(cx, who, Stride::Step, self.to)
    }

    /// There is only to say why a combatant cannot, and that takes a flood over the grid.
    fn notes(_: &FightState, _: CombatantId, _: &str, all: &[&Step]) -> Vec<String> {
        vec![String::new(); all.len()]
    }
}
