//! R15 Interact: opens a door, or handles anything that takes no test.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, THING, Typed, Verb, VerbInfo, VerbKind,
    Violation, near_first, to,
};
use crate::engine::space::zones::ZoneId;
use crate::rules::einfelst::chapters::task;
use serde::{Deserialize, Serialize};

/// R15: handles a thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interact {
    /// The zone behind the door; none for anything that is no door.
    pub to: Option<ZoneId>,
}

impl Verb<Einfelst> for Interact {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "interact",
        label: "Interact with an object",
        kind: VerbKind::Other,
        cost: Cost::Fast,
        help: "Open a door, or handle anything that takes no test.",
        aliases: &["use", "open", "door"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let doors = near_first(fight, who).into_iter().map(Some);
        doors.chain([None]).map(|to| Interact { to }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [to(self.to.map_or(Part::Thing, Part::To))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        self.to.map_or(Ok(()), |it| task::check_door(fight, who, it))
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        task::interact(cx, who, self.to)
    }

    /// What exactly is handled is up to the table.
    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        let [(name, _)] = typed else { return None };
        ["text", "with", "what"].contains(&name.as_str()).then(|| vec![("to".to_owned(), THING.to_owned())])
    }
}
