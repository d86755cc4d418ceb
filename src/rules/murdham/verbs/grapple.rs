//! R36 Grapple: grabs a combatant nearby.

use super::{
    Action, CombatantId, Cost, Cx, FightState, Flow, Murdham, Purpose, Verb, VerbInfo, VerbKind, VerbOf, With,
    attack::Attack, foes,
};
use crate::rules::murdham::Manner;

/// R36: grabs a combatant; in the log it is an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grapple(Attack);

impl Verb<Murdham> for Grapple {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "grapple",
        label: "Grapple",
        kind: VerbKind::Attack,
        cost: Cost::MAIN,
        help: "Grab somebody nearby, unless they pass a STR save.",
        aliases: &["grab", "wrestle"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Grapple> {
        let grapple = |target| Attack { target, with: With::Unarmed, how: Manner::Grapple };
        foes(fight, who).map(grapple).map(Grapple).collect()
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        self.0.perform(cx, who)
    }
}

impl VerbOf<Action> for Grapple {
    fn into_action(self) -> Action {
        Action::Attack(self.0)
    }
    fn of(_: &Action) -> Option<&Self> {
        None // it stands in the log as an attack
    }
}
