//! What a fact speaks of by number, and whether it exists: for logs from elsewhere, of which nothing is believed, and for what is done
//! again after an undo.

use super::{blow::With, fact::Fact};
use crate::engine::CombatantId;
use crate::rules::sovereign::FightState;

/// What a fact speaks of that does not exist: a weapon that somebody has never had, or something that does not lie about.
pub fn missing(fight: &FightState, fact: &Fact) -> Option<String> {
    let arm = |who: CombatantId, arm: u8| {
        let has = fight.find(who)?.state.arms.len();
        (usize::from(arm) >= has).then(|| format!("weapon {arm} of {}", fight.name(who)))
    };
    match fact {
        Fact::Swung { by, with: With::Weapon(it), .. } => arm(*by, *it),
        Fact::Readied { who, arm: it, .. } | Fact::Loaded { who, arm: it, .. } | Fact::Parted { who, arm: it, .. } => {
            arm(*who, *it)
        }
        Fact::InHand { who, arms } => arms.iter().find_map(|it| arm(*who, *it)),
        Fact::PickedUp { index, .. } => {
            (*index >= fight.system.lying.len()).then(|| format!("number {index} of what lies about"))
        }
        _ => None,
    }
}

/// The same thing that lies about, wherever it stands in the list now.
pub fn again(fact: &Fact, before: &FightState, now: &FightState) -> Option<Fact> {
    let Fact::PickedUp { who, index } = fact else { return Some(fact.clone()) };
    let it = before.system.lying.get(*index)?;
    let index = now.system.lying.iter().position(|other| other == it)?;
    Some(Fact::PickedUp { who: *who, index })
}
