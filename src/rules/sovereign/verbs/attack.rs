//! R14, R15 Attack: strikes, shoots or throws.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    or_why_not, struck_by, target, usable_unasked, with,
};
use crate::rules::{
    names::key,
    sovereign::{
        chapters::attack,
        model::{
            blow::{How, With},
            state::is_up,
        },
    },
};
use serde::{Deserialize, Serialize};

/// R14, R15: a melee attack, a shot or a throw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// The enemy.
    pub target: CombatantId,
    /// The weapon.
    pub with: With,
    /// To kill, less lethally, or by throwing.
    pub how: How,
}

impl Verb<Sovereign> for Attack {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "attack",
        label: "Attack",
        kind: VerbKind::Attack,
        cost: Cost::Main,
        help: "Make a melee attack, shoot or throw.",
        aliases: &[
            "melee-attack",
            "make-a-melee-attack",
            "ranged-attack",
            "make-a-ranged-attack",
            "shoot",
            "throw",
            "strike",
        ],
    };
    const PURPOSE: Purpose = Purpose::Strike;

    /// C26: one more attack may be free.
    fn cost(&self, fight: &FightState, who: CombatantId) -> Cost {
        if fight.combatant(who).state.another { Cost::Free } else { Cost::Main }
    }

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        struck_by(fight, who).flat_map(|(target, with)| How::ALL.map(|it| Attack { target, with, how: it.1 })).collect()
    }

    fn tempting(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let up = struck_by(fight, who).filter(|it| is_up(fight.combatant(it.0)));
        up.map(|(target, with)| Attack { target, with, how: How::Kill }).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [target(self.target), with(self.with), Argument::optional("how", "How?", Part::Word(self.how.name()))]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        attack::aim(fight, who, self.target, self.with, self.how).map(|_| ())
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        attack::attack(cx, who, self.target, self.with, self.how)
    }

    fn note(&self, fight: &FightState, who: CombatantId, param: &str) -> String {
        or_why_not(self, fight, who, || match param {
            "target" => String::new(),
            _ => attack::worth(fight, who, self.target, self.with, self.how),
        })
    }

    /// Nobody throws a weapon away, or punches armed, unasked; nor goes to the pack for something.
    fn is_unasked(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        match param {
            "with" => self.how == How::Kill && usable_unasked(fight, who, self.with),
            "how" => self.how == How::Kill,
            _ => false,
        }
    }
}

/// What is meant by an attack done in a way that is a verb of its own, or by another word for a way.
pub fn meant_by(typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
    let how = typed.iter().find(|it| it.0 == "how").map(|it| key(&it.1))?;
    let verb = match how.as_str() {
        "snap" | "snap-attack" => "snap",
        "charge" => "charge",
        "shove" => "shove",
        "grapple" => "grapple",
        "execution" | "execute" => "execute",
        "swarm" | "swarm-attack" => "swarm",
        _ => return Some(("attack", with_how(typed, way(&how)?))),
    };
    Some((verb, with_how(typed, None)))
}

/// The way of attacking that another word means, if any; `Some(None)` is the usual one.
pub fn way(how: &str) -> Option<Option<How>> {
    match how {
        "normal" | "lethal" | "melee" | "ranged" | "kill" => Some(None),
        "non-lethal" | "nonlethal" | "spare" | "knock-out" => Some(Some(How::Spare)),
        "throw" | "thrown" => Some(Some(How::Throw)),
        _ => None,
    }
}

/// The arguments with this way in place of the one that was typed.
pub fn with_how(typed: &[(String, String)], how: Option<How>) -> Vec<(String, String)> {
    let rest = typed.iter().filter(|it| it.0 != "how").cloned();
    rest.chain(how.map(|it| ("how".to_owned(), it.name().to_owned()))).collect()
}
