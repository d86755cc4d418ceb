//! R23 Run: moves.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    draws,
};
use crate::{
    engine::space::grid::Square,
    rules::sovereign::{chapters::movement, model::board},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// R23: moves up to one movement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Where to.
    pub to: Square,
}

impl Verb<Sovereign> for Run {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "run",
        label: "Move",
        kind: VerbKind::Move,
        cost: Cost::Move,
        help: "Move up to your movement. Leaving a foe\u{2019}s reach draws an attack.",
        aliases: &["move", "walk"],
    };
    const PURPOSE: Purpose = Purpose::Approach;

    /// The nearest first; what is too far can be named, to be told why not.
    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        if board::place(fight, who).is_none() {
            return vec![];
        }
        let costs = board::reach(fight, who, board::squares_of_movement(fight, who));
        let mut near: Vec<Square> = costs.keys().copied().collect();
        near.sort_by_key(|it| (costs[it], it.y, it.x));
        let all = (0..fight.space.high).flat_map(|y| (0..fight.space.wide).map(move |x| Square { x, y }));
        let far = all.filter(|it| !costs.contains_key(it));
        near.into_iter().chain(far).map(|to| Run { to }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [Argument::optional("to", "Where to?", Part::To(self.to))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_run(fight, who, self.to)
    }

    fn check_all(fight: &FightState, who: CombatantId, all: &[&Self]) -> Vec<Result<(), Violation>> {
        match all {
            [one] => vec![one.check(fight, who)],
            several => movement::check_runs(fight, who, &several.iter().map(|it| it.to).collect::<Vec<_>>()),
        }
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::run(cx, who, self.to)
    }

    /// How far it is, and who gets an attack on the way.
    fn notes(fight: &FightState, who: CombatantId, _: &str, all: &[&Self]) -> Vec<String> {
        let most = board::squares_of_movement(fight, who);
        let ways = if all.len() > 1 { board::ways(fight, who, most) } else { BTreeMap::new() };
        let note = |it: &&Run| match ways.get(&it.to) {
            Some(way) => along(fight, who, way),
            None => it.note(fight, who, "to"),
        };
        all.iter().map(note).collect()
    }

    fn note(&self, fight: &FightState, who: CombatantId, _: &str) -> String {
        match movement::way_to(fight, who, self.to, board::squares_of_movement(fight, who)) {
            Ok(way) => along(fight, who, &way),
            Err(violation) => violation.words(fight).0,
        }
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, _: &str) -> bool {
        false
    }

    fn no_candidates(_: &FightState, who: CombatantId) -> Violation {
        Violation::NoPlace(who)
    }
}

fn along(fight: &FightState, who: CombatantId, way: &board::Walk) -> String {
    let foes = draws(&movement::provoked(fight, who, way), fight);
    let feet = way.cost * board::SQUARE_FT;
    if foes.is_empty() { format!("{feet} ft") } else { format!("{feet} ft, {foes}") }
}
