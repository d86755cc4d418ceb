//! R16, R32 Attack.

use super::{
    Param, how, is_usual, target,
    typed::{self, Typed},
    weapons, whom, with,
};
use crate::rules::ingenuity::{
    Cx, FightState, Flow, Ingenuity, Part, Rule, Violation, With,
    chapters::{
        attack::{self, Blow},
        cost::Cost,
    },
    model::{
        sheet::Attribute,
        state::{enemies, is_up, weapon},
    },
};
use crate::{
    engine::{CombatantId, Purpose},
    rules::verbs::{Argument, FilledVerb, Verb, VerbInfo, VerbKind},
};
use serde::{Deserialize, Serialize};

/// R16, R32: attacks a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// The target.
    pub target: CombatantId,
    /// With what.
    pub with: With,
    /// R32: by which attribute.
    pub attribute: Attribute,
    /// R32: by which proficiency.
    pub proficiency: String,
}

impl Verb<Ingenuity> for Attack {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "attack",
        label: "Attack",
        kind: VerbKind::Attack,
        cost: Cost::ACTION,
        help: "Make one attack with what you hold, or with bare hands.",
        aliases: &["strike", "shoot", "throw"],
    };
    const PURPOSE: Purpose = Purpose::Strike;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Attack> {
        let living = whom(fight, who).into_iter().filter(|foe| !fight.combatant(*foe).state.dead);
        let each = |with: With| {
            let ways = attack::ways_with(fight, who, with).into_iter().chain(attack::no_ways_with(fight, who, with));
            ways.map(move |way| (with, way))
        };
        each_with(living, &weapons(fight, who).into_iter().flat_map(each).collect::<Vec<_>>())
    }

    fn tempting(fight: &FightState, who: CombatantId) -> Vec<Attack> {
        let is_foe = |foe: &CombatantId| enemies(fight, who, *foe) && is_up(fight.combatant(*foe));
        let foes = whom(fight, who).into_iter().filter(is_foe);
        let each = |with: With| attack::ways_with(fight, who, with).into_iter().map(move |way| (with, way));
        each_with(foes, &weapons(fight, who).into_iter().flat_map(each).collect::<Vec<_>>())
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        let by = Part::Word(self.proficiency.clone());
        [
            target(self.target),
            with(self.with),
            how(self.attribute.name()),
            Argument::optional(Param::By.name(), "With which proficiency?", by),
        ]
    }

    fn rule_of(param: &str) -> Option<Rule> {
        if Param::With.is(param) {
            return Some(Rule::Attack);
        }
        (Param::How.is(param) || Param::By.is(param)).then_some(Rule::ToHit)
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        attack::check(fight, who, self.target, self.with)?;
        attack::check_how(fight, who, self.with, self.attribute, &self.proficiency)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        cx.cite(Rule::Attack);
        let (attribute, proficiency) = (self.attribute, self.proficiency.clone());
        attack::attack(cx, Blow::new(who, self.target, self.with, attribute, proficiency))
    }

    /// The dice and the damage of a weapon, and why it cannot be.
    fn note(&self, fight: &FightState, who: CombatantId, param: &str) -> String {
        let mut notes = vec![];
        if let (Some(item), true) = (weapon(fight, who, self.with), !Param::Target.is(param)) {
            let sheet = &fight.combatant(who).sheet;
            let types = item.types.iter().map(|it| it.name()).collect::<Vec<_>>().join("/");
            let (die, combat) = (sheet.attribute(self.attribute), sheet.skill("combat"));
            let (by, damage) = (sheet.proficiency(&self.proficiency), item.damage.unwrap_or(0));
            notes.push(format!("d{die} + d{combat} + {by}, damage {damage} {types}"));
        }
        notes.extend(self.may_be_done(fight, who).err().map(|it| it.words(fight).0));
        notes.join("; ")
    }

    fn is_unasked(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        !Param::With.is(param) || is_usual(fight, who, self.with)
    }

    /// R16: nobody strikes at their own side who does not say so.
    fn is_named_only(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        Param::Target.is(param) && !enemies(fight, who, self.target)
    }

    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        typed::attack(typed)
    }
}

/// Each target in each of these ways.
fn each_with(targets: impl Iterator<Item = CombatantId>, ways: &[(With, (Attribute, String))]) -> Vec<Attack> {
    let each = |target: CombatantId| {
        let make = move |(with, (attribute, proficiency)): &(With, (Attribute, String))| Attack {
            target,
            with: *with,
            attribute: *attribute,
            proficiency: proficiency.clone(),
        };
        ways.iter().map(make)
    };
    targets.flat_map(each).collect()
}
