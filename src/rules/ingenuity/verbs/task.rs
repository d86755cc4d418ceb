//! R25, R14 Short and extended task.

use super::{
    Param, how, skill, text,
    typed::{self, Typed},
    ways_of_task,
};
use crate::rules::ingenuity::{
    Action, Cx, FightState, Flow, Ingenuity, Part, Rule,
    chapters::{cost::Cost, task},
    model::{sheet::Attribute, state::ACTIONS},
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Argument, Verb, VerbInfo, VerbKind, VerbOf},
};
use serde::{Deserialize, Serialize};

/// R25, R14: a task that takes a test, a short one or one of more actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// By which attribute.
    pub attribute: Attribute,
    /// By which skill.
    pub skill: String,
    /// How many actions.
    pub actions: u16,
    /// What, in words.
    pub text: String,
}

/// R14: the longest task, in actions.
const LONGEST: u16 = 12;

impl Task {
    fn is_extended(&self) -> bool {
        self.actions > ACTIONS
    }
}

fn tasks(fight: &FightState, who: CombatantId, counts: std::ops::RangeInclusive<u16>) -> Vec<Task> {
    let ways = ways_of_task(fight, who);
    let make = |actions: u16| {
        ways.iter().map(move |(attribute, skill)| Task {
            attribute: *attribute,
            skill: skill.clone(),
            actions,
            text: String::new(),
        })
    };
    counts.flat_map(make).collect()
}

impl Verb<Ingenuity> for Task {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "short-task",
        label: "Short Task",
        kind: VerbKind::Other,
        cost: Cost::actions(ACTIONS),
        help: "Do something short that takes a test.",
        aliases: &["task", "activity"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn info(&self) -> VerbInfo<Cost> {
        if self.is_extended() { ExtendedTask::INFO } else { Self::INFO }
    }

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Task> {
        tasks(fight, who, ACTIONS..=ACTIONS)
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        let actions = Argument::new(Param::To.name(), "How many actions?", Part::Word(self.actions.to_string()));
        [how(self.attribute.name()), skill(&self.skill)]
            .into_iter()
            .chain(self.is_extended().then_some(actions))
            .chain([text("text", "What?", true)])
    }

    fn cost(&self, _: &FightState, _: CombatantId) -> Cost {
        Cost::actions(self.actions)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        let rule = if self.is_extended() { Rule::CarryOver } else { Rule::ShortTask };
        task::task(cx, who, rule, self.attribute, &self.skill, &self.text)
    }

    fn written(self, text: &str) -> Task {
        Task { text: text.to_owned(), ..self }
    }

    /// C1: the proficiency of a task is one that is named in it.
    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        let by = typed::proficiencies(typed).join(", ");
        let mut all = typed::with_default(typed::test(typed)?, "with", "handling");
        match all.iter_mut().find(|it| it.0 == "text") {
            _ if by.is_empty() => {}
            Some((_, text)) => *text = format!("{text} ({by})"),
            None => typed::put(&mut all, "text", &by),
        }
        Some(all)
    }
}

/// R14: a task of more than a turn's actions, on the menu for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtendedTask(Task);

impl Verb<Ingenuity> for ExtendedTask {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "extended-task",
        label: "Extended Task",
        kind: VerbKind::Other,
        cost: Cost::actions(ACTIONS + 1),
        help: "Do something longer that takes a test, over several turns.",
        aliases: &["extended-action", "extended"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<ExtendedTask> {
        tasks(fight, who, ACTIONS + 1..=LONGEST).into_iter().map(ExtendedTask).collect()
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        self.0.perform(cx, who)
    }

    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        let counted = typed::each(typed, |param, value, all| match param {
            "actions" | "cost" | "to" => {
                typed::put(all, "to", value.split_whitespace().next().unwrap_or_default());
            }
            _ => typed::put(all, param, value),
        })?;
        Some(typed::with_default(Task::meant(&counted)?, "to", &(ACTIONS + 1).to_string()))
    }
}

impl VerbOf<Action> for ExtendedTask {
    fn into_action(self) -> Action {
        Action::Task(self.0)
    }
    fn of(_: &Action) -> Option<&Self> {
        None // it stands in the log as a task
    }
}
