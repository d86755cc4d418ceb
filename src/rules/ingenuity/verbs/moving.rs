//! R21 Move: as far as one's speed, once a turn.

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

/// R21: goes to a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// Where to; nowhere in a fight without squares.
    pub to: Option<Square>,
}

impl Verb<Ingenuity> for Move {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "move",
        label: "Move",
        kind: VerbKind::Move,
        cost: Cost::ACTION,
        help: "Move as far as your speed, once a turn.",
        aliases: &["walk", "go"],
    };
    const PURPOSE: Purpose = Purpose::Approach;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Move> {
        squares(fight, who).into_iter().map(|to| Move { to }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        to(self.to)
    }

    fn rule_of(param: &str) -> Option<Rule> {
        Param::To.is(param).then_some(Rule::Move)
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check(fight, who, Stride::Move, self.to, &WalkingGround::of(fight, who))
    }

    fn check_all(fight: &FightState, who: CombatantId, all: &[&Move]) -> Vec<Result<(), Violation>> {
        let ground = WalkingGround::of(fight, who);
        all.iter().map(|it| movement::check(fight, who, Stride::Move, it.to, &ground)).collect()
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::go(cx, who, Stride::Move, self.to)
    }

    /// There is only to say why a combatant cannot, and that takes a flood over the grid.
    fn notes(_: &FightState, _: CombatantId, _: &str, all: &[&Move]) -> Vec<String> {
        vec![String::new(); all.len()]
    }
}
