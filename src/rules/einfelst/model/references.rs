//! What a fact refers to by number, and whether it exists: for logs from elsewhere, which aren't trusted, and for what's done again after
//! an undo.

use super::{fact::Fact, state::TurnRow};
use crate::rules::einfelst::FightState;

/// What a fact refers to that doesn't exist: a weapon that isn't on the sheet.
pub fn missing(fight: &FightState, fact: &Fact) -> Option<String> {
    match fact {
        Fact::InHand { who, with: Some(it) } | Fact::Dropped { who, with: it } | Fact::PickedUp { who, with: it } => {
            let has = fight.find(*who)?.sheet.weapons.len();
            (usize::from(*it) >= has).then(|| format!("weapon {it} of {}", fight.name(*who)))
        }
        _ => None,
    }
}

/// R10: only those turns of the round that the fact changed.
pub fn again(fact: &Fact, before: &FightState, now: &FightState) -> Option<Fact> {
    let Fact::RowsAre(rows) = fact else { return Some(fact.clone()) };
    let key = |it: &TurnRow| (it.owner, it.card);
    let mut left = now.system.rows.clone();
    for it in rows.iter().filter(|it| !before.system.rows.contains(it)) {
        *left.iter_mut().find(|other| key(other) == key(it))? = it.clone();
    }
    let came_or_went = rows.len() != before.system.rows.len();
    (!came_or_went).then_some(Fact::RowsAre(left))
}
