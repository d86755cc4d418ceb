//! R15, A25 Shout.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Verb, VerbInfo, VerbKind, Violation,
    WORDS, text,
};
use crate::rules::einfelst::chapters::task;
use serde::{Deserialize, Serialize};

/// R15: shouts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shout {
    /// The words.
    pub text: String,
}

impl Verb<Einfelst> for Shout {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "shout",
        label: "Shout",
        kind: VerbKind::Other,
        cost: Cost::Fast,
        help: "Shout something; one or two words cost nothing.",
        aliases: &["say"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Self> {
        vec![Shout { text: WORDS.to_owned() }]
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [text("What do you shout?", false)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        task::check_shout(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        task::shout(cx, who, &self.text)
    }

    /// A25: a word or two costs nothing.
    fn cost(&self, _: &FightState, _: CombatantId) -> Cost {
        if task::is_a_word_or_two(&self.text) { Cost::Free } else { Self::INFO.cost }
    }

    fn written(self, text: &str) -> Self {
        Shout { text: text.to_owned() }
    }
}
