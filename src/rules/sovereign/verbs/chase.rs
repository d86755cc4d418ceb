//! C31 Chase: goes after those who fled.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
};
use crate::rules::{
    names::key,
    sovereign::chapters::chase::{self, Mood, Pursuit},
};
use serde::{Deserialize, Serialize};

/// C31: chases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chase {
    /// How far behind.
    pub how: Pursuit,
    /// In what mood.
    #[serde(default)]
    pub mood: Mood,
}

impl Verb<Sovereign> for Chase {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "chase",
        label: "Chase",
        kind: VerbKind::Move,
        cost: Cost::Free,
        help: "Go after those who fled.",
        aliases: &["pursue"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(_: &FightState, _: CombatantId) -> Vec<Self> {
        let moods = |how| Mood::ALL.map(|it| Chase { how, mood: it.1 });
        Pursuit::ALL.iter().flat_map(|it| moods(it.1)).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        [
            Argument::optional("how", "How far behind?", Part::Word(self.how.name())),
            Argument::optional("mood", "In what mood?", Part::Word(self.mood.name())),
        ]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        chase::check(fight, who)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        chase::chase(cx, who, self.how, self.mood)
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, param: &str) -> bool {
        param != "mood" || self.mood == Mood::Earnest
    }

    /// C31: the circumstances may be typed in one breath, moods among them: `one round behind, enraged`.
    fn meant(typed: &[(String, String)]) -> Option<Vec<(String, String)>> {
        let mut all = vec![];
        for (name, value) in typed {
            if name != "how" {
                all.push((name.clone(), value.clone()));
                continue;
            }
            for one in value.split(',').flat_map(|it| it.split(" and ")).map(str::trim) {
                let is_mood = Mood::ALL.iter().any(|it| key(it.0) == key(one));
                // What the command says where nothing was said is no circumstance.
                if !["", "as-they-run"].contains(&key(one).as_str()) {
                    all.push((if is_mood { "mood" } else { "how" }.to_owned(), one.to_owned()));
                }
            }
        }
        Some(all)
    }
}
