//! R4, A5 Get out: tries to get out of combat and away.

use super::{Cost, Part};
use crate::{
    engine::{
        CombatantId, Purpose,
        space::{Space, grid::Square},
    },
    rules::{
        td2e::{Cx, FightState, Flow, Td2e, Violation, chapters::movement, model::board},
        verbs::{Argument, Verb, VerbInfo, VerbKind},
    },
};
use serde::{Deserialize, Serialize};

/// R4: tries to get out of combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extricate {
    /// Where to; nowhere in a fight without squares.
    pub to: Option<Square>,
}

impl Verb<Td2e> for Extricate {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "extricate",
        label: "Get out",
        kind: VerbKind::Move,
        cost: Cost::Turn,
        help: "Try to get out of combat and move away.",
        aliases: &["disengage", "retreat", "escape"],
    };
    const PURPOSE: Purpose = Purpose::Withdraw;

    /// What is too near or too far can be named, to be told why not; so can their own square.
    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Extricate> {
        if !board::has_squares(fight) {
            return vec![Extricate { to: None }];
        }
        let out = movement::ways_out(fight, who);
        let rest: Vec<Square> = fight.space.places().into_iter().filter(|at| !out.contains_key(at)).collect();
        out.into_keys().chain(rest).map(|to| Extricate { to: Some(to) }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        self.to.map(|to| Argument::optional("to", "Where to?", Part::To(to)))
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_extricate(fight, who, self.to, &movement::ways_out(fight, who))
    }

    fn check_all(fight: &FightState, who: CombatantId, all: &[&Extricate]) -> Vec<Result<(), Violation>> {
        let out = movement::ways_out(fight, who);
        all.iter().map(|it| movement::check_extricate(fight, who, it.to, &out)).collect()
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::extricate(cx, who, self.to)
    }

    /// A5: who says only that they want out goes as near as can be.
    fn is_unasked(&self, fight: &FightState, who: CombatantId, _: &str) -> bool {
        self.to.is_none() || movement::nearest_out(fight, who) == self.to
    }

    fn no_candidates(_: &FightState, who: CombatantId) -> Violation {
        Violation::NoPlace(who)
    }
}
