//! Use an object: a lever, a rope, a potion. What happens is the GM's to say.

use super::{Cost, Part};
use crate::{
    engine::{CombatantId, Purpose},
    rules::{
        action_space::Writing,
        names::key,
        td2e::{Cx, FightState, Flow, Td2e, model::fact::Event},
        verbs::{Argument, Verb, VerbInfo, VerbKind},
    },
};
use serde::{Deserialize, Serialize};

/// A text has at most so many characters.
const TEXT_MAX_CHARS: usize = 200;

/// Uses a thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    /// Which, and how, in words.
    pub text: String,
}

impl Verb<Td2e> for Use {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "use",
        label: "Use an object",
        kind: VerbKind::Other,
        cost: Cost::Turn,
        help: "Use something at hand; the GM says what happens.",
        aliases: &["interact", "use-object", "item"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Use> {
        vec![Use { text: String::new() }]
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        let writing = Some(Writing { ask: "What, and how?", max_chars: TEXT_MAX_CHARS, optional: true });
        [Argument { writing, ..Argument::new("text", "What?", Part::Text) }]
    }

    fn written(self, text: &str) -> Use {
        Use { text: text.to_owned() }
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        Cost::Turn.spend(cx, who);
        cx.tell(Event::Uses { who, text: self.text.clone() });
        Ok(())
    }

    /// Whatever it is used with or on is the table's own affair, and belongs in the text.
    fn meant(typed: &[(String, String)]) -> Option<Vec<(String, String)>> {
        let [(param, value)] = typed else { return None };
        let is_meant = ["with", "target", "to"].contains(&key(param).as_str());
        is_meant.then(|| vec![("text".to_owned(), value.clone())])
    }
}
