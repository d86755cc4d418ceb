//! What a fact speaks of by number, and whether it exists: for logs from elsewhere, of which nothing is believed, and for what is done
//! again after an undo.

use super::{fact::Fact, state::TurnRow};
use crate::rules::einfelst::FightState;

/// What a fact speaks of that does not exist: a weapon that is not on somebody's sheet.
pub fn missing(fight: &FightState, fact: &Fact) -> Option<String> {
    match fact {
        Fact::InHand { who, with: Some(it) } | Fact::Dropped { who, with: it } | Fact::PickedUp { who, with: it } => {
            let has = fight.find(*who)?.sheet.weapons.len();
            (usize::from(*it) >= has).then(|| format!("weapon {it} of {}", fight.name(*who)))
        }
        _ => None,
    }
}

/// R10: of the turns of the round, those which it changed.
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
