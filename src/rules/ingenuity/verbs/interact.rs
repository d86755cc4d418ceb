//! R19 Interact.

use super::{
    text,
    typed::{self, Typed},
};
use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Part,
    chapters::{cost::Cost, task},
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Argument, Verb, VerbInfo, VerbKind},
};
use serde::{Deserialize, Serialize};

/// R19: uses a thing nearby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interact {
    /// What, in words.
    pub text: String,
}

impl Verb<Ingenuity> for Interact {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "interact",
        label: "Interact",
        kind: VerbKind::Other,
        cost: Cost::ACTION,
        help: "Use something nearby.",
        aliases: &["use"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Interact> {
        vec![Interact { text: String::new() }]
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [text("text", "What?", true)]
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        task::interact(cx, who, &self.text);
        Ok(())
    }

    fn written(self, text: &str) -> Interact {
        Interact { text: text.to_owned() }
    }

    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        typed::each(typed, |param, value, all| match param {
            "target" | "with" | "item" | "what" => typed::put(all, "text", value),
            _ => typed::put(all, param, value),
        })
    }
}
