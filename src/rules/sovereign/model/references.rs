//! What a fact speaks of by number, and whether it exists: for logs from elsewhere, of which nothing is believed, and for what is done
//! again after an undo.

use super::{
    blow::With,
    fact::{Event, Fact},
};
use crate::engine::CombatantId;
use crate::rules::sovereign::FightState;

/// What a fact speaks of that does not exist: a weapon that a combatant has never had, or something that does not lie about.
pub fn missing(fight: &FightState, fact: &Fact) -> Option<String> {
    match fact {
        Fact::Readied { who, arm, .. } | Fact::Loaded { who, arm, .. } | Fact::Parted { who, arm, .. } => {
            missing_arm(fight, *who, *arm)
        }
        Fact::InHand { who, arms } => arms.iter().find_map(|it| missing_arm(fight, *who, *it)),
        Fact::PickedUp { index, .. } => {
            (*index >= fight.system.lying.len()).then(|| format!("number {index} of what lies about"))
        }
        _ => None,
    }
}

/// As [`missing`], for an event.
pub fn missing_in_event(fight: &FightState, event: &Event) -> Option<String> {
    match event {
        Event::Swung { by, with: With::Weapon(it), .. } => missing_arm(fight, *by, *it),
        _ => None,
    }
}

fn missing_arm(fight: &FightState, who: CombatantId, arm: u8) -> Option<String> {
    let has = fight.find(who)?.state.arms.len();
    (usize::from(arm) >= has).then(|| format!("weapon {arm} of {}", fight.name(who)))
}

/// The same thing that lies about, wherever it stands in the list now.
pub fn again(fact: &Fact, before: &FightState, now: &FightState) -> Option<Fact> {
    let Fact::PickedUp { who, index } = fact else { return Some(fact.clone()) };
    let it = before.system.lying.get(*index)?;
    let index = now.system.lying.iter().position(|other| other == it)?;
    Some(Fact::PickedUp { who: *who, index })
}
