//! R5 Yield: lets another faction begin.

use super::{
    ActionKind, Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Verb, VerbInfo, VerbKind,
    Violation,
};
use crate::{engine::SideId, rules::murdham::chapters::turn};
use serde::{Deserialize, Serialize};

/// R5: the holder of the initiative lets another faction begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Yield {
    /// The faction.
    pub to: SideId,
}

impl Verb<Murdham> for Yield {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "yield",
        label: "Let another side begin",
        kind: VerbKind::Turn,
        cost: Cost::NOTHING.of(ActionKind::OutOfTurn),
        help: "The holder of the initiative lets another faction begin.",
        aliases: &["let-begin"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Yield> {
        let Some(it) = fight.find(who) else { return vec![] };
        fight.sides.iter().filter(|to| to.id != it.side).map(|to| Yield { to: to.id }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [Argument::optional("to", "Where to?", Part::Side(self.to))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        turn::check_yield(fight, who, self.to)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        turn::yield_to(cx, who, self.to);
        Ok(())
    }

    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        turn::check_yield_now(fight, who)
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, _: &str) -> bool {
        false
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NoSuchSide
    }
}
