//! C48 Invoke: a profane power from a scroll.

use super::{
    ActionKind, Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Verb, VerbInfo, VerbKind,
    Violation, With, carried, foes, how, target, with,
};
use crate::rules::murdham::{
    chapters::power,
    model::powers::{self, On},
};
use serde::{Deserialize, Serialize};

/// C48: invokes a profane power.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invoke {
    /// The scroll, by its number among what is carried.
    pub scroll: u8,
    /// On whom, if on anyone.
    pub target: Option<CombatantId>,
    /// At sight, else nearby.
    pub sight: bool,
}

impl Verb<Murdham> for Invoke {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "invoke",
        label: "Invoke",
        kind: VerbKind::Other,
        cost: Cost::MAIN,
        help: "Invoke a profane power from a scroll in hand.",
        aliases: &["cast", "power"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Invoke> {
        // Every scroll that is carried, on everyone it could be for, near and at sight.
        let Some(it) = fight.find(who) else { return vec![] };
        let mut all = vec![];
        for scroll in carried(fight, who) {
            let Some(power) = powers::on_scroll(fight, who, With::Gear(scroll)) else { continue };
            let targets: Vec<Option<CombatantId>> = match power.on {
                On::Nobody => vec![None],
                On::Enemy => foes(fight, who).map(Some).collect(),
                On::Anybody => {
                    let friends = fight.members(it.side).filter(|it| !it.state.dead).map(|it| it.id);
                    foes(fight, who).chain(friends).map(Some).collect()
                }
            };
            for target in targets {
                let both: &[bool] = if target.is_some() { &[false, true] } else { &[false] };
                all.extend(both.iter().map(|sight| Invoke { scroll, target, sight: *sight }));
            }
        }
        all
    }

    fn cost(&self, _: &FightState, _: CombatantId) -> Cost {
        Cost::MAIN.of(self.target.map_or(ActionKind::Other, ActionKind::Invoke))
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        let at = self.target.map(|it| [target(it), how(Part::Sight(self.sight))]);
        std::iter::once(with(With::Gear(self.scroll))).chain(at.into_iter().flatten())
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        power::check(fight, who, self.scroll, self.target, self.sight)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        power::invoke(cx, who, self.scroll, self.target, self.sight)
    }

    /// Nearby, and on oneself.
    fn is_unasked(&self, _: &FightState, who: CombatantId, param: &str) -> bool {
        match (param, self.target) {
            ("target", Some(target)) => target == who,
            _ => !self.sight,
        }
    }

    fn no_candidates(fight: &FightState, who: CombatantId) -> Violation {
        power::check_invoker(fight, who, With::Unarmed).err().unwrap_or(Violation::NoScroll(who))
    }
}
