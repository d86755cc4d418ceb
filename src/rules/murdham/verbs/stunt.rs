//! R33 Stunt: an attack that offers something else than damage.

use super::{
    ANY_TEXT, ActionKind, Argument, CombatantId, Cost, Cx, FightState, Flow, Murdham, Part, Purpose, Verb, VerbInfo,
    VerbKind, Violation, With,
    attack::{Attack, punches_armed},
    target, text, with,
};
use crate::rules::murdham::{
    Manner,
    chapters::{attack, stunt},
};
use serde::{Deserialize, Serialize};

/// R33: attacks a combatant, and offers something else than damage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stunt {
    /// The enemy.
    pub target: CombatantId,
    /// The weapon.
    pub with: With,
    /// What is offered.
    pub text: String,
}

impl Verb<Murdham> for Stunt {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "stunt",
        label: "Stunt",
        kind: VerbKind::Attack,
        cost: Cost::MAIN,
        help: "Attack, and offer something instead of the damage.",
        aliases: &[],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Stunt> {
        let plain = Attack::candidates(fight, who).into_iter().filter(|it| it.how == Manner::Normal);
        plain.map(|it| Stunt { target: it.target, with: it.with, text: ANY_TEXT.to_owned() }).collect()
    }

    fn cost(&self, _: &FightState, _: CombatantId) -> Cost {
        Cost::MAIN.of(ActionKind::Stunt(self.target))
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        // What is offered comes first: it is what a stunt is.
        [text("What happens instead of damage?", false), target(self.target), with(self.with)]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        stunt::check(fight, who, self.target, self.with, &self.text)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        attack::with_stunt(cx, who, self.target, self.with, &self.text)
    }

    fn is_unasked(&self, fight: &FightState, who: CombatantId, param: &str) -> bool {
        param == "with" && !punches_armed(fight, who, self.with)
    }

    fn written(self, text: &str) -> Stunt {
        Stunt { text: text.to_owned(), ..self }
    }
}
