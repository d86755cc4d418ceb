//! R4, R5 Attack: strikes or shoots at an enemy, walking up to them first if they are within one movement.

use super::{Cost, Part, living_foes, target};
use crate::{
    engine::{CombatantId, Purpose, Wording, space::Space},
    rules::{
        names::key,
        td2e::{
            Cx, FightState, Flow, Td2e, Violation,
            chapters::{attack, testing},
            model::{
                blow::{Intent, With},
                gear::Category,
                state::is_up,
            },
        },
        verbs::{Argument, Verb, VerbInfo, VerbKind},
    },
};
use serde::{Deserialize, Serialize};

/// R4, R5: attacks a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// The enemy.
    pub target: CombatantId,
    /// The weapon.
    pub with: With,
    /// What becomes of a foe at 0 HP (A13).
    pub how: Intent,
}

impl Verb<Td2e> for Attack {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "attack",
        label: "Attack",
        kind: VerbKind::Attack,
        cost: Cost::Turn,
        help: "Attack an enemy, walking up first if they\u{2019}re within one movement.",
        aliases: &["strike", "shoot", "hit", "advance-and-attack"],
    };
    const PURPOSE: Purpose = Purpose::Strike;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Attack> {
        let with = weapons(fight, who);
        let each =
            |target| with.iter().flat_map(move |with| Intent::ALL.map(|how| Attack { target, with: *with, how }));
        living_foes(fight, who).flat_map(each).collect()
    }

    fn tempting(fight: &FightState, who: CombatantId) -> Vec<Attack> {
        let with = weapons(fight, who);
        let each = |target| with.iter().map(move |with| Attack { target, with: *with, how: Intent::Kill });
        living_foes(fight, who).filter(|it| is_up(fight.combatant(*it))).flat_map(each).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [
            target(self.target),
            Argument::optional("with", "With what?", Part::With(self.with)),
            Argument::optional("how", "What happens to a foe at 0 HP?", Part::How(self.how)),
        ]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        attack::aim(fight, who, self.target, self.with).map(|_| ())
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        attack::attack(cx, who, self.target, self.with, self.how)
    }

    /// The dice and damage of a weapon, the walk that comes first, or why it cannot be.
    fn note(&self, fight: &FightState, who: CombatantId, param: &str) -> String {
        let mut notes = vec![];
        if let (true, Some(blow)) = (param != "target", attack::blow(fight, who, self.with)) {
            let count = testing::how_many(attack::dice_of(fight, who, &blow));
            let dice = if count == 1 { "die" } else { "dice" };
            notes.push(format!("{count} {dice}, {} damage", blow.damage));
        }
        match attack::aim(fight, who, self.target, self.with) {
            Ok(Some(step)) => notes.push(format!("walks to {} first", fight.space.place_words(&step.to))),
            Ok(None) => {}
            Err(violation) => notes.push(Td2e::violation_words(fight, &violation).0),
        }
        notes.join("; ")
    }

    /// Who carries a weapon does not punch unasked, who shoots does not walk into combat unasked, and a blow is meant to kill.
    fn is_unasked(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        if param != "with" {
            return self.how == Intent::Kill;
        }
        let sheet = &fight.combatant(who).sheet;
        let is_archer = sheet.weapons.first().is_some_and(|it| it.category == Category::Ranged);
        let walks = || matches!(attack::aim(fight, who, self.target, self.with), Ok(Some(_)));
        let is_usual = self.with != With::Unarmed || sheet.weapons.is_empty() || sheet.monk.is_some();
        is_usual && !(is_archer && walks())
    }

    /// A13: other words for what becomes of a foe.
    fn meant(typed: &[(String, String)]) -> Option<Vec<(String, String)>> {
        let how = key(&typed.iter().find(|it| key(&it.0) == "how")?.1);
        let intent = Intent::ALL.into_iter().find(|it| it.aliases().contains(&how.as_str()))?;
        let other = |it: &(String, String)| match key(&it.0) == "how" {
            true => (it.0.clone(), intent.name().to_owned()),
            false => it.clone(),
        };
        Some(typed.iter().map(other).collect())
    }
}

/// What a combatant can attack with: every weapon they have, and bare hands.
fn weapons(fight: &FightState, who: CombatantId) -> Vec<With> {
    let Some(it) = fight.find(who) else { return vec![] };
    let weapons = (0..it.sheet.weapons.len()).map(|it| With::Weapon(it as u8));
    weapons.chain([With::Unarmed]).collect()
}
