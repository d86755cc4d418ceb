//! R18 Command.

use super::{target, typed::Typed};
use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Part, Violation,
    chapters::{command, cost::Cost},
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Argument, Verb, VerbInfo, VerbKind},
};
use serde::{Deserialize, Serialize};

/// R18: lends an ally an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// The target.
    pub target: CombatantId,
}

impl Verb<Ingenuity> for Command {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "command",
        label: "Command",
        kind: VerbKind::Other,
        cost: Cost::COMMAND,
        help: "Give an ally one action now.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Command> {
        command::allies(fight, who).into_iter().map(|target| Command { target }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        command::check(fight, who, self.target)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        command::lend(cx, who, self.target);
        Ok(())
    }

    fn no_candidates(_: &FightState, who: CombatantId) -> Violation {
        Violation::NobodyToCommand(who)
    }

    /// What they are to do is theirs to say.
    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        Some(typed.iter().filter(|it| it.0 != "text").cloned().collect())
    }
}
