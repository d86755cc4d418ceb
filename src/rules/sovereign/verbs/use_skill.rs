//! R25 Use a skill: a check; what comes of it is for the GM to say.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, draws,
    or_why_not,
};
use crate::rules::sovereign::{
    chapters::skills,
    model::{
        board,
        sheet::{Attribute, Skill},
    },
};
use serde::{Deserialize, Serialize};

/// R25: uses a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UseSkill {
    /// The skill.
    pub skill: Skill,
    /// With which attribute.
    pub attribute: Attribute,
}

impl Verb<Sovereign> for UseSkill {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "skill",
        label: "Use a skill",
        kind: VerbKind::Other,
        cost: Cost::Main,
        help: "Make a skill check. Next to an armed foe it draws an attack.",
        aliases: &["use-skill", "check"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Self> {
        let of = |skill| Attribute::ALL.map(move |it| UseSkill { skill, attribute: it.1 });
        Skill::ALL.iter().flat_map(|it| of(it.1)).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        let attribute = Argument::optional("how", "How?", Part::Word(self.attribute.name()));
        [Argument::optional("with", "With what?", Part::Word(self.skill.name())), attribute]
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        skills::use_skill(cx, who, self.skill, self.attribute)
    }

    fn note(&self, fight: &FightState, who: CombatantId, _: &str) -> String {
        or_why_not(self, fight, who, || draws(&board::opportunity_attackers(fight, who), fight))
    }

    fn is_unasked(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        param != "how" || self.attribute == skills::best_attribute(fight, who, self.skill)
    }
}
