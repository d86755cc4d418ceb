//! C12 Maneuver.

use super::{
    Param, how,
    typed::{self, Typed},
    weapons, whom, with,
};
use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Part, Rule, Violation, With,
    chapters::{attack, cost::Cost, maneuver},
    model::{
        learned::{self, ManeuverKind},
        state::enemies,
    },
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Argument, Verb, VerbInfo, VerbKind},
};
use serde::{Deserialize, Serialize};

/// C12: an attack or a test that does something besides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Maneuver {
    /// Its name.
    pub what: String,
    /// Against whom, where it is against a combatant.
    pub target: Option<CombatantId>,
    /// With what.
    pub with: With,
}

impl Verb<Ingenuity> for Maneuver {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "maneuver",
        label: "Maneuver",
        kind: VerbKind::Attack,
        cost: Cost::MANEUVER,
        help: "An attack or a test with an extra effect.",
        aliases: &["manoeuvre"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Maneuver> {
        let Some(it) = fight.find(who) else { return vec![] };
        let foes = whom(fight, who);
        let near: Vec<With> =
            weapons(fight, who).into_iter().filter(|it| !attack::is_ranged(fight, who, *it)).collect();
        // What they've learned comes first.
        let mut all: Vec<_> = learned::maneuvers().iter().collect();
        all.sort_by_key(|known| !it.sheet.maneuvers.contains(&known.name));
        let ways = |known: &learned::Maneuver| {
            let make = |target, with| Maneuver { what: known.name.clone(), target, with };
            match known.kind {
                ManeuverKind::Strike => {
                    foes.iter().flat_map(|foe| near.iter().map(move |with| make(Some(*foe), *with))).collect()
                }
                ManeuverKind::Force => foes.iter().map(|foe| make(Some(*foe), With::BareHands)).collect(),
                _ => vec![make(None, With::BareHands)],
            }
        };
        all.into_iter().flat_map(ways).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        let strikes = learned::maneuver(&self.what).is_some_and(|it| it.kind == ManeuverKind::Strike);
        let target = self.target.map(super::target);
        [how(&self.what)].into_iter().chain(target).chain(strikes.then(|| with(self.with)))
    }

    fn rule_of(param: &str) -> Option<Rule> {
        Param::How.is(param).then_some(Rule::Maneuvers)
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        maneuver::check(fight, who, &self.what, self.target, self.with)
    }

    fn cost(&self, _: &FightState, _: CombatantId) -> Cost {
        maneuver::cost(&self.what)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        maneuver::perform(cx, who, &self.what, self.target, self.with)
    }

    /// R16: nobody strikes at their own side who does not say so.
    fn is_named_only(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        (Param::How.is(param) || Param::Target.is(param)) && self.target.is_some_and(|it| !enemies(fight, who, it))
    }

    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        typed::armed(typed)
    }
}
