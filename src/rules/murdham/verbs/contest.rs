//! C62 Contest: two measure an ability; the GM says what is won.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    how, others, target,
};
use crate::rules::murdham::{
    chapters::contest::{self, ABILITIES},
    model::{manner::word_of, sheet::Ability},
};
use serde::{Deserialize, Serialize};

/// C62: measures an ability with a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contest {
    /// The ability.
    pub ability: Ability,
    /// The other one.
    pub target: CombatantId,
}

impl Verb<Murdham> for Contest {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "contest",
        label: "Contest",
        kind: VerbKind::Other,
        cost: Cost::MAIN,
        help: "Measure an ability against somebody. The GM says what the winner gets.",
        aliases: &["compete", "arm-wrestle"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Contest> {
        let each = |target| ABILITIES.map(|(_, ability)| Contest { ability, target });
        others(fight, who).flat_map(each).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target), how(Part::Word(word_of(&ABILITIES, self.ability)))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        contest::check(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        contest::contest(cx, who, self.ability, self.target)
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, _: &str) -> bool {
        false
    }

    fn wrong_target(_: &FightState, _: CombatantId, _: CombatantId) -> Violation {
        Violation::NobodyThere
    }
}
