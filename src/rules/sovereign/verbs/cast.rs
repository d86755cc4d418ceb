//! C15 Cast a spell.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    known_others,
};
use crate::rules::sovereign::chapters::skills;
use serde::{Deserialize, Serialize};

/// C15: casts a spell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cast {
    /// The spell.
    pub spell: String,
    /// On whom, if on anyone.
    pub target: Option<CombatantId>,
}

impl Verb<Sovereign> for Cast {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "cast",
        label: "Cast a spell",
        kind: VerbKind::Other,
        cost: Cost::Main,
        help: "Begin a spell. If you\u{2019}re hurt before it\u{2019}s cast, it\u{2019}s spoiled.",
        aliases: &["cast-a-spell", "spell"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let known = fight.find(who).map_or(&[][..], |it| &it.sheet.spells);
        let spells = if known.is_empty() { vec!["a spell".to_owned()] } else { known.to_vec() };
        let targets: Vec<_> = [None].into_iter().chain(known_others(fight, who).map(Some)).collect();
        let on = |spell: String| targets.iter().map(move |target| Cast { spell: spell.clone(), target: *target });
        spells.into_iter().flat_map(on).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        let target = self.target.map_or(Part::Word("nobody"), Part::Who);
        [
            Argument::optional("with", "Which spell?", Part::Named(self.spell.clone())),
            Argument::optional("target", "Who?", target),
        ]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        skills::check_cast(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        skills::cast(cx, who, self.spell.clone(), self.target)
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, param: &str) -> bool {
        param != "target" || self.target.is_none()
    }
}
