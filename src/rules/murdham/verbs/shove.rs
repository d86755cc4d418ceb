//! R38 Shove: pushes the one who is held.

use super::{
    ANY_TEXT, ActionKind, Argument, CombatantId, Cost, Cx, FightState, Flow, HELD, Murdham, Part, Purpose, STAY, Typed,
    Verb, VerbInfo, VerbKind, Violation, text,
};
use crate::{
    engine::space::zones::ZonePlace,
    rules::{murdham::chapters::hold, names::key},
};
use serde::{Deserialize, Serialize};

/// R38: pushes the one who is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shove {
    /// The one who is held.
    pub target: CombatantId,
    /// Where to, half a zone away; nowhere if they stay where they are.
    pub to: Option<ZonePlace>,
    /// Into what hazard of that zone, if into any.
    pub into: Option<String>,
}

impl Verb<Murdham> for Shove {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "shove",
        label: "Shove",
        kind: VerbKind::Attack,
        cost: Cost::MAIN,
        help: "Push the one you hold half a zone away, or into a hazard.",
        aliases: &["push"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Shove> {
        // What hazard, if any, is written in words.
        let Some(target) = hold::held_by(fight, who) else { return vec![] };
        let Some(from) = fight.combatant(target).place else { return vec![] };
        let to = std::iter::once(None).chain(fight.space.half_steps(from).into_iter().map(Some));
        to.map(|to| Shove { target, to, into: Some(ANY_TEXT.to_owned()) }).collect()
    }

    fn cost(&self, _: &FightState, _: CombatantId) -> Cost {
        Cost::MAIN.of(ActionKind::Shove)
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [
            Argument::optional("target", "Who?", Part::Held(self.target)),
            Argument::optional("to", "Where to?", self.to.map_or(Part::Stay, Part::To)),
            text("Into a hazard of that zone? Which?", true),
        ]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        hold::check_shove(fight, who, self.target, self.to, self.into.as_deref())
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        hold::shove(cx, who, self.to, self.into.as_deref())
    }

    /// The one they hold stays there unless a place is named.
    fn is_unasked(&self, _: &FightState, _: CombatantId, param: &str) -> bool {
        param == "to" && self.to.is_none()
    }

    fn written(self, text: &str) -> Shove {
        Shove { into: Some(text.to_owned()).filter(|it| !it.trim().is_empty()), ..self }
    }

    fn no_candidates(_: &FightState, who: CombatantId) -> Violation {
        Violation::HoldsNobody(who)
    }

    fn wrong_target(_: &FightState, _: CombatantId, other: CombatantId) -> Violation {
        Violation::NotHeld(other)
    }

    /// Only one can be held, and they stay where they are unless a place is named.
    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        let given = |names: &[&str]| typed.iter().any(|it| names.contains(&key(&it.0).as_str()));
        let mut said = typed.to_vec();
        if !given(&["target"]) {
            said.push(("target".to_owned(), HELD.to_owned()));
        }
        if !given(&["to", "zone", "place", "at"]) {
            said.push(("to".to_owned(), STAY.to_owned()));
        }
        Some(said)
    }
}
