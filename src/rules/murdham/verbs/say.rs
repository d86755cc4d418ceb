//! R12 Say: a few words.

use super::{
    ANY_TEXT, Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Verb, VerbInfo, VerbKind,
    Violation, text,
};
use crate::rules::murdham::chapters::bonus;
use serde::{Deserialize, Serialize};

/// R12: says a few words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Say {
    /// The words.
    pub text: String,
}

impl Verb<Murdham> for Say {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "say",
        label: "Say",
        kind: VerbKind::Other,
        cost: Cost::BONUS,
        help: "Say a few words.",
        aliases: &["speak", "shout", "tell", "talk"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Say> {
        vec![Say { text: ANY_TEXT.to_owned() }]
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [text("What do you say?", false)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        bonus::check_say(fight, who, &self.text)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        bonus::say(cx, who, &self.text);
        Ok(())
    }

    fn written(self, text: &str) -> Say {
        Say { text: text.to_owned() }
    }
}
