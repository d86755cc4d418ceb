//! R17 Swarm attack: joins others against one foe, or makes the one attack with what they add.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    at_any_time, struck_by, target, usable_unasked, with,
};
use crate::rules::sovereign::{
    chapters::swarm::{self, Role},
    model::blow::With,
};
use serde::{Deserialize, Serialize};

/// R17, A26: takes part in a swarm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Swarm {
    /// The enemy.
    pub target: CombatantId,
    /// The weapon.
    pub with: With,
    /// Joins, or makes the attack.
    pub part: Role,
}

impl Verb<Sovereign> for Swarm {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "swarm",
        label: "Swarm attack",
        kind: VerbKind::Attack,
        cost: Cost::Main,
        help: "Join others against one foe, or make the swarm\u{2019}s one attack.",
        aliases: &["make-a-swarm-attack"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        at_any_time(fight, who)
    }

    /// A26: anyone who has joined has paid.
    fn cost(&self, fight: &FightState, who: CombatantId) -> Cost {
        let has_joined = swarm::assailants(fight, self.target).contains(&who);
        if self.part == Role::Strike && has_joined { Cost::FreeInstant } else { Cost::Main }
    }

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        struck_by(fight, who)
            .flat_map(|(target, with)| Role::ALL.map(|it| Swarm { target, with, part: it.1 }))
            .collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target), with(self.with), Argument::optional("how", "How?", Part::Word(self.part.name()))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        swarm::check(fight, who, self.target, self.with, self.part)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        swarm::swarm(cx, who, self.target, self.with, self.part)
    }

    fn is_unasked(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        match param {
            "with" => usable_unasked(fight, who, self.with),
            "how" => true,
            _ => false,
        }
    }
}
