//! R22 Ready an action.

use super::{
    ENTRIES, Param, text,
    typed::{self, Typed},
};
use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Part, Rule, Violation,
    chapters::{
        cost::{Cost, Kind},
        ready,
    },
    model::learned,
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::{
        action_space,
        verbs::{self, Argument, Verb, VerbInfo, VerbKind},
    },
};
use serde::{Deserialize, Serialize};

/// R22: readies an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ready {
    /// Which verb.
    pub verb: String,
    /// The trigger, in words.
    pub text: String,
}

impl Verb<Ingenuity> for Ready {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "ready",
        label: "Ready an Action",
        kind: VerbKind::Turn,
        cost: Cost::TURN,
        help: "Name an action and what sets it off. It\u{2019}s then a reaction.",
        aliases: &["ready-action", "ready-an-action"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Ready> {
        // What cannot be readied can be named, to be told why not.
        let names = ENTRIES.iter().map(|it| it.info.name);
        let (open, closed): (Vec<&str>, Vec<&str>) = names.partition(|it| is_verb(it));
        let named = learned::maneuvers().iter().map(|it| it.name.as_str()).filter(|it| ready::is_readiable(it));
        let ready = |it: &str| Ready { verb: it.to_owned(), text: String::new() };
        open.into_iter().chain(named).chain(closed).map(ready).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        let verb = Part::Word(self.verb.clone());
        [Argument::optional(Param::How.name(), "Which action?", verb), text("trigger", "What sets it off?", false)]
    }

    fn rule_of(param: &str) -> Option<Rule> {
        Param::How.is(param).then_some(Rule::ReadiedAction)
    }

    fn check(&self, _: &FightState, _: CombatantId) -> Result<(), Violation> {
        let may_be = is_verb(&self.verb) || ready::is_readiable(&self.verb);
        if may_be { Ok(()) } else { Err(not_to_be_readied(&self.verb)) }
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        ready::ready(cx, who, &self.verb, &self.text);
        Ok(())
    }

    fn written(self, text: &str) -> Ready {
        Ready { text: text.to_owned(), ..self }
    }

    /// Whom a readied action is meant for is part of what sets it off.
    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        let mut aimed = None;
        let mut all = typed::each(typed, |param, value, all| match param {
            "trigger" | "text" | "when" | "condition" | "if" => typed::put(all, "trigger", value),
            "how" | "verb" | "action" | "with" => {
                let first = value.split_whitespace().next().unwrap_or_default();
                let known = action_space::meant::<Ingenuity>(value).or(action_space::meant::<Ingenuity>(first));
                typed::put(all, "how", known.unwrap_or(value));
            }
            "target" => aimed = Some(value.to_owned()),
            _ => typed::put(all, param, value),
        })?;
        if let (Some(whom), Some((_, trigger))) = (aimed, all.iter_mut().find(|it| it.0 == "trigger")) {
            *trigger = format!("{trigger} ({whom})");
        }
        Some(all)
    }
}

/// A29: whether a verb of this name can be readied: what costs one action and is done by itself.
fn is_verb(name: &str) -> bool {
    let readied = |cost: Cost| cost.kind == Kind::InTurn && cost.actions == 1 && cost != Cost::COMMAND;
    verbs::entry::<Ingenuity>(name).is_some_and(|it| readied(it.info.cost))
}

/// A29: that this cannot be readied.
pub fn not_to_be_readied(verb: &str) -> Violation {
    Violation::NotToBeReadied(verb.replace('-', " "))
}
