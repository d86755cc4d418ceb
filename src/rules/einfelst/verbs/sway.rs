//! R14 Sway with words. Players call it `persuade`; logs call it `Sway`.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    WORDS, others, target, text,
};
use crate::rules::einfelst::chapters::task;
use serde::{Deserialize, Serialize};

/// R14: sways someone with words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sway {
    /// Who is swayed.
    pub target: CombatantId,
    /// The words, if any are given.
    #[serde(default)]
    pub text: String,
}

impl Verb<Einfelst> for Sway {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "persuade",
        label: "Sway with words",
        kind: VerbKind::Other,
        cost: Cost::Slow,
        help: "Sway someone with words, by Persuade.",
        aliases: &["sway", "talk"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        others(fight, who).map(|target| Sway { target, text: WORDS.to_owned() }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target), text("In which words?", true)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        task::check_hearer(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        task::sway(cx, who, self.target, &self.text)
    }

    fn written(self, text: &str) -> Self {
        Sway { text: text.to_owned(), ..self }
    }
}
