//! R11 Interact: does something with the surroundings.

use super::{
    ANY_TEXT, Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Verb, VerbInfo, VerbKind,
    Violation, how, note_with, text,
};
use crate::rules::murdham::chapters::{bonus, cost::Takes};
use serde::{Deserialize, Serialize};

/// R11: does something with the surroundings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interact {
    /// In words.
    pub text: String,
    /// Whether the GM finds it complex: then it takes the main action.
    pub complex: bool,
}

impl Verb<Murdham> for Interact {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "interact",
        label: "Interact",
        kind: VerbKind::Other,
        cost: Cost::BONUS,
        help: "Do something with the surroundings.",
        aliases: &["environment", "open", "close", "pull"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Interact> {
        [false, true].map(|complex| Interact { text: ANY_TEXT.to_owned(), complex }).to_vec()
    }

    fn cost(&self, _: &FightState, _: CombatantId) -> Cost {
        let takes = if self.complex { Takes::Main } else { Takes::Bonus };
        Cost { takes, ..Cost::BONUS }
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [text("What do you do?", false), how(Part::Word(if self.complex { "complex" } else { "simple" }))]
    }

    fn check(&self, _: &FightState, _: CombatantId) -> Result<(), Violation> {
        bonus::check_text(&self.text)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        bonus::interact(cx, who, &self.text, self.complex);
        Ok(())
    }

    fn note(&self, fight: &FightState, who: CombatantId, _: &str) -> String {
        let note = if self.complex { "a main action, if the GM finds it complex" } else { "a bonus action" };
        note_with(vec![note.to_owned()], self, fight, who)
    }

    fn written(self, text: &str) -> Interact {
        Interact { text: text.to_owned(), ..self }
    }
}
