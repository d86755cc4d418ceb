//! R31 Hold an action: ends the turn and keeps the Main action for later in the round.

use super::{
    Argument, CombatantId, Cost, Cx, FightState, Flow, Part, Purpose, Sovereign, Verb, VerbInfo, VerbKind, Violation,
    foes,
};
use crate::rules::{
    names::key,
    sovereign::{
        chapters::movement,
        model::state::{Trigger, enemies, known},
    },
};
use serde::{Deserialize, Serialize};

/// A held action that waits for no one enemy.
const ANYBODY: &str = "anybody";

/// R31: holds an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    /// What it waits for.
    pub trigger: Trigger,
    /// The one enemy it waits for; left out, any.
    #[serde(default)]
    pub foe: Option<CombatantId>,
}

impl Verb<Sovereign> for Hold {
    const INFO: VerbInfo<Cost> = VerbInfo {
        name: "hold",
        label: "Hold an action",
        kind: VerbKind::Turn,
        cost: Cost::Hold,
        help: "End your turn, and keep the Main action for later this round.",
        aliases: &["delay", "hold-action"],
    };
    const PURPOSE: Purpose = Purpose::Other;

    fn candidates(fight: &FightState, who: CombatantId) -> Vec<Self> {
        let foes: Vec<CombatantId> = foes(fight, who).collect();
        let of = |trigger: Trigger| {
            let named = foes.iter().filter(move |_| trigger != Trigger::Word).map(|it| Some(*it));
            [None].into_iter().chain(named).map(move |foe| Hold { trigger, foe })
        };
        Trigger::ALL.iter().flat_map(|it| of(it.1)).collect()
    }

    fn arguments(&self) -> impl IntoIterator<Item = Argument<Part>> {
        let foe = self.foe.map_or(Part::Word(ANYBODY), Part::Who);
        [
            Argument::optional("how", "Until when?", Part::Word(self.trigger.name())),
            Argument::optional("target", "Who?", foe),
        ]
    }

    fn check(&self, fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        movement::check_hold(fight, who, self.foe)
    }

    fn perform(&self, cx: &mut Cx<'_>, who: CombatantId) -> Flow {
        movement::hold(cx, who, self.trigger, self.foe);
        Ok(())
    }

    fn is_unasked(&self, _: &FightState, _: CombatantId, param: &str) -> bool {
        param != "target" || self.foe.is_none()
    }

    fn meant(typed: &[(String, String)]) -> Option<Vec<(String, String)>> {
        let when = trigger_of(own_words(typed)?);
        let target = typed.iter().filter(|it| it.0 == "target").cloned();
        Some([("how".to_owned(), when.name().to_owned())].into_iter().chain(target).collect())
    }
}

/// A person's own words for what their held action waits for.
fn own_words(typed: &[(String, String)]) -> Option<&str> {
    const WHEN: [&str; 5] = ["text", "trigger", "when", "until", "for"];
    let is_listed = |typed: &str| Trigger::ALL.iter().any(|it| key(it.0).starts_with(&key(typed)));
    let is_own = |it: &&(String, String)| WHEN.contains(&it.0.as_str()) || (it.0 == "how" && !is_listed(&it.1));
    typed.iter().find(is_own).map(|it| it.1.as_str())
}

/// What such words come to. If they speak of nothing that the rules know, the action waits for its owner's word.
fn trigger_of(words: &str) -> Trigger {
    let words = words.to_lowercase();
    let speaks = |all: &[&str]| all.iter().any(|it| words.contains(it));
    match () {
        () if speaks(&["attack", "strike", "shoot"]) => Trigger::Attacks,
        () if speaks(&["cast", "spell"]) => Trigger::Casts,
        () if speaks(&["reach", "within", "close", "adjacent", "approach", "comes"]) => Trigger::Approaches,
        () if speaks(&["move", "run", "leave", "flee"]) => Trigger::Moves,
        () => Trigger::Word,
    }
}

/// The one enemy whom such words name, unless one was given beside them.
pub fn foe_named(fight: &FightState, who: CombatantId, typed: &[(String, String)]) -> Option<String> {
    let when = own_words(typed).filter(|it| trigger_of(it) != Trigger::Word)?;
    if typed.iter().any(|it| it.0 == "target") {
        return None;
    }
    let spaced = |text: &str| format!(" {} ", key(text).replace('-', " "));
    let foes = fight.combatants.iter().filter(|it| enemies(fight, who, it.id) && known(fight, who, it.id));
    let named = foes.filter(|it| spaced(when).contains(&spaced(&it.name)));
    named.max_by_key(|it| it.name.len()).map(|it| it.name.to_string())
}
