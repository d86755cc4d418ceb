//! R52 Improvise: something of the surroundings as a weapon.

use super::{
    ANY_TEXT, ActionKind, Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Verb, VerbInfo,
    VerbKind, Violation, how, note_with, text,
};
use crate::rules::murdham::chapters::bonus;
use serde::{Deserialize, Serialize};

/// R52: takes something of the surroundings as a weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Improvise {
    /// What.
    pub text: String,
    /// Whether it takes both hands.
    pub great: bool,
}

impl Verb<Murdham> for Improvise {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "improvise",
        label: "Improvise",
        kind: VerbKind::Gear,
        cost: Cost::BONUS.of(ActionKind::Other),
        help: "Take something of the surroundings to strike with.",
        aliases: &["improvised-weapon"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Improvise> {
        [false, true].map(|great| Improvise { text: ANY_TEXT.to_owned(), great }).to_vec()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [text("What do you take?", false), how(Part::Word(if self.great { "great" } else { "hand" }))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        bonus::check_improvise(fight, who, &self.text, self.great)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        bonus::improvise(cx, who, &self.text, self.great);
        Ok(())
    }

    fn note(&self, fight: &FightState, who: CombatantId, _: &str) -> String {
        let note = match self.great {
            true => "both hands: a simple great weapon",
            false => "one hand: a simple hand weapon",
        };
        note_with(vec![note.to_owned()], self, fight, who)
    }

    fn written(self, text: &str) -> Improvise {
        Improvise { text: text.to_owned(), ..self }
    }
}
