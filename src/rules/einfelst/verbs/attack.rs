//! R17 Attack: strikes or shoots at an enemy.

use super::{
    Argument, CombatantId, Cost, Cx, Einfelst, FightState, Flow, Part, Purpose, Typed, UNARMED, Verb, VerbInfo,
    VerbKind, Violation, dice, foes, or_why_not, target, weapons, with,
};
use crate::rules::einfelst::{
    chapters::attack::{self, Blow},
    model::{
        gear::With,
        state::{is_out, is_up, weapon},
    },
};
use crate::rules::names::key;
use serde::{Deserialize, Serialize};

/// R17: attacks an enemy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// The enemy.
    pub target: CombatantId,
    /// The weapon.
    pub with: With,
}

/// Other verbs for an attack with bare hands.
pub const BARE_HANDED: [&str; 4] = ["punch", "kick", "unarmed-attack", "unarmed"];
/// Other words for bare hands.
const BARE_HANDS: [&str; 6] = ["fists", "fist", "bare-hands", "hands", "nothing", "force"];

impl Verb<Einfelst> for Attack {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "attack",
        label: "Attack",
        kind: VerbKind::Attack,
        cost: Cost::Slow,
        help: "Attack an enemy: Strike, Shoot, or Force unarmed.",
        aliases: &["strike", "shoot", "hit", "melee-attack", "ranged-attack", "throw"],
    };
    const PURPOSE: Purpose = Purpose::Strike;

    /// Enemies still standing come first, and the weapon in hand.
    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let with = what_with(fight, who);
        let mut all: Vec<CombatantId> = foes(fight, who).collect();
        all.sort_by_key(|it| is_out(fight, fight.combatant(*it)));
        let each = |target| with.iter().map(move |with| Attack { target, with: *with });
        all.into_iter().flat_map(each).collect()
    }

    fn tempting(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let with = what_with(fight, who);
        let foes = foes(fight, who).filter(|it| is_up(fight, fight.combatant(*it)));
        foes.flat_map(|target| with.iter().map(move |with| Attack { target, with: *with })).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target), with(self.with)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        attack::aim(fight, who, self.target, self.with).map(|_| ())
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        attack::attack(cx, who, self.target, self.with)
    }

    /// The dice and the weapon's numbers; or that the weapon in hand doesn't reach.
    fn note(&self, fight: &FightState, who: CombatantId, param: &str) -> String {
        or_why_not(self, fight, who, || match attack::aim(fight, who, self.target, self.with) {
            Ok(weapon) if param != "target" => {
                let words = weapon.words();
                let blow = Blow { by: who, at: self.target, weapon };
                format!("{}, {words}", dice(fight, who, blow.skill()))
            }
            Ok(_) if self.with == With::Unarmed && fight.combatant(who).state.in_hand.is_some() => {
                "only with bare hands".to_owned()
            }
            _ => String::new(),
        })
    }

    /// The weapon in hand; with empty hands claws or teeth, if there are any.
    fn is_unasked(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        match (fight.combatant(who).state.in_hand, self.with) {
            _ if param != "with" => true,
            (Some(held), with) => with == With::Weapon(held),
            (None, With::Weapon(index)) => weapon(fight, who, index).is_some_and(|it| it.natural),
            (None, With::Unarmed) => true,
        }
    }

    fn meant(typed: &[(String, String)]) -> Option<Typed> {
        let is_bare = |it: &(String, String)| BARE_HANDS.contains(&key(&it.1).as_str());
        let value = |it: &(String, String)| if is_bare(it) { UNARMED.to_owned() } else { it.1.clone() };
        let is_meant = typed.iter().any(|it| it.0 == "with" && is_bare(it));
        is_meant.then(|| typed.iter().map(|it| (it.0.clone(), value(it))).collect())
    }
}

/// What a combatant can attack with: first what's in hand, last bare hands.
fn what_with(fight: &FightState, who: CombatantId) -> Vec<With> {
    let held = fight.find(who).and_then(|it| it.state.in_hand);
    let others = weapons(fight, who).filter(|it| Some(*it) != held);
    held.into_iter().chain(others).map(With::Weapon).chain([With::Unarmed]).collect()
}
