//! R5, R6 Move: walks, at most two movements, of which the second takes the turn.

use super::{Cost, Part};
use crate::{
    engine::{
        CombatantId, Purpose,
        space::{Space, grid::Square},
    },
    rules::{
        td2e::{Cx, FightState, Flow, Td2e, Violation, chapters::movement, model::state::Resource},
        verbs::{Argument, Verb, VerbInfo, VerbKind},
    },
};
use serde::{Deserialize, Serialize};

/// R5, R6: walks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// Where to.
    pub to: Square,
}

impl Verb<Td2e> for Move {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "move",
        label: "Move",
        kind: VerbKind::Move,
        cost: Cost::Movement,
        help: "Walk. Up to one movement you can still attack; farther takes the whole turn.",
        aliases: &["walk"],
    };
    const PURPOSE: Purpose = Purpose::Approach;

    /// The nearest first; what is too far can be named, to be told why not.
    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Move> {
        let walks = movement::walks(fight, who);
        let mut near: Vec<Square> = walks.keys().copied().collect();
        near.sort_by_key(|it| (walks[it], it.y, it.x));
        let far = fight.space.places().into_iter().filter(|it| !walks.contains_key(it));
        near.into_iter().chain(far).map(|to| Move { to }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [Argument::optional("to", "Where to?", Part::To(self.to))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_walk(fight, who, self.to, &movement::walks(fight, who))
    }

    fn check_all(fight: &FightState, who: CombatantId, all: &[&Move]) -> Vec<Result<(), Violation>> {
        let walks = movement::walks(fight, who);
        all.iter().map(|it| movement::check_walk(fight, who, it.to, &walks)).collect()
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::move_to(cx, who, self.to)
    }

    /// What it takes beyond the movement that is left.
    fn notes(fight: &FightState, who: CombatantId, _: &str, all: &[&Move]) -> Vec<String> {
        let walks = movement::walks(fight, who);
        let left = u32::from(fight.combatant(who).budget.left(Resource::Squares));
        let note = |it: &&Move| walks.get(&it.to).filter(|it| **it > left).map_or("", |_| "the whole turn").to_owned();
        all.iter().map(note).collect()
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, _: &str) -> bool {
        false
    }

    fn no_candidates(_: &FightState, who: CombatantId) -> Violation {
        Violation::NoPlace(who)
    }
}
