//! R4, A4 Evade: tests against every attack that succeeds, until the next turn.

use super::Cost;
use crate::{
    engine::{CombatantId, Purpose},
    rules::{
        td2e::{Cx, FightState, Flow, Td2e, Violation, chapters::evasion},
        verbs::{Verb, VerbInfo, VerbKind},
    },
};

/// R4: evades until the next turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evade;

impl Verb<Td2e> for Evade {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "evade",
        label: "Evade",
        kind: VerbKind::Defend,
        cost: Cost::Turn,
        help: "Until your next turn, make a test to evade each attack that hits.",
        aliases: &["dodge", "defend"],
    };
    const PURPOSE: Purpose = Purpose::Shelter;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Evade> {
        vec![Evade]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        evasion::check_evade(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        evasion::evade(cx, who)
    }

    fn no_candidates(_: &FightState, who: CombatantId) -> Violation {
        Violation::NotInCombat(who)
    }
}
