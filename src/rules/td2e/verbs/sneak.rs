//! R16, R17 Sneak: tries to get out of sight.

use super::Cost;
use crate::{
    engine::{CombatantId, Purpose},
    rules::{
        td2e::{Cx, FightState, Flow, Td2e, Violation, chapters::sneak},
        verbs::{Verb, VerbInfo, VerbKind},
    },
};

/// R16, R17: sneaks out of sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sneak;

impl Verb<Td2e> for Sneak {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "sneak",
        label: "Sneak",
        kind: VerbKind::Defend,
        cost: Cost::Turn,
        help: "Try to get out of sight.",
        aliases: &["hide"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Sneak> {
        vec![Sneak]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        sneak::check_sneak(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        sneak::sneak(cx, who)
    }
}
