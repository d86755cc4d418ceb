//! R48 Chase: those who flee escape, or are caught.

use super::{
    ActionKind, Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Typed, Verb, VerbInfo,
    VerbKind, Violation, how,
};
use crate::rules::{
    murdham::{
        chapters::{chase, cost::Takes},
        model::manner::{SPEEDS, Speed, word_of},
    },
    names::key,
};
use serde::{Deserialize, Serialize};

/// R48: those of the side who flee are chased.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chase {
    /// Who is faster.
    pub speed: Speed,
}

impl Verb<Murdham> for Chase {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "chase",
        label: "Run from a chase",
        kind: VerbKind::Move,
        cost: Cost { takes: Takes::Nothing, ..Cost::MAIN.of(ActionKind::OutOfTurn) },
        help: "One AGI save decides whether those who flee escape or are caught.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Chase> {
        SPEEDS.map(|(_, speed)| Chase { speed }).to_vec()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [how(Part::Speed(self.speed))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        chase::check(fight, who, self.speed)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        chase::chase(cx, who, self.speed)
    }

    /// The GM may let a side be chased out of turn.
    fn may_begin(_: &FightState, _: CombatantId) -> Result<(), Violation> {
        Ok(())
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, _: &str) -> bool {
        self.speed == Speed::AsTheyRun
    }

    fn is_named_only(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        param == "target" && !chase::is_on(fight, who)
    }

    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        let mut said = typed.to_vec();
        for (_, value) in said.iter_mut().filter(|it| ["how", "speed", "pace"].contains(&key(&it.0).as_str())) {
            if let Some((_, speed)) = SPEEDS_ALSO.iter().find(|it| it.0 == key(value)) {
                word_of(&SPEEDS, *speed).clone_into(value);
            }
        }
        Some(said).filter(|it| it != typed)
    }
}

/// Other words for them, as a table talks of a chase.
const SPEEDS_ALSO: [(&str, Speed); 9] = [
    ("equal", Speed::AsTheyRun),
    ("even", Speed::AsTheyRun),
    ("same", Speed::AsTheyRun),
    ("normal", Speed::AsTheyRun),
    ("longer", Speed::Faster),
    ("fleeing-faster", Speed::Faster),
    ("fleers-faster", Speed::Faster),
    ("pursuers-faster", Speed::Slower),
    ("fleeing-slower", Speed::Slower),
];
