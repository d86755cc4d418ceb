//! R35 Disarm: makes a combatant drop a weapon.

use super::{
    Action, CombatantId, Cost, Cx, FightState, Flow, Murdham, Purpose, Verb, VerbInfo, VerbKind, VerbOf, Violation,
    With, attack::Attack, foes,
};
use crate::rules::murdham::{Manner, chapters::nonlethal};

/// R35: makes a combatant drop a weapon; in the log it is an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disarm(Attack);

impl Verb<Murdham> for Disarm {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "disarm",
        label: "Disarm",
        kind: VerbKind::Attack,
        cost: Cost::MAIN,
        help: "Make somebody nearby drop a weapon, unless they pass a STR save.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Disarm> {
        let drop = |target, gear| Attack { target, with: With::Unarmed, how: Manner::Disarm(gear) };
        let drops = |target| nonlethal::droppable(fight, target).map(move |gear| Disarm(drop(target, gear)));
        foes(fight, who).flat_map(drops).collect()
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        self.0.perform(cx, who)
    }

    fn no_candidates(_: &FightState, _: CombatantId) -> Violation {
        Violation::NobodyArmed
    }
}

impl VerbOf<Action> for Disarm {
    fn into_action(self) -> Action {
        Action::Attack(self.0)
    }
    fn of(_: &Action) -> Option<&Self> {
        None // it stands in the log as an attack
    }
}
