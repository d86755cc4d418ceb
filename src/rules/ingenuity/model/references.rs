//! What a fact speaks of by number, and whether it exists: for logs from elsewhere, of which nothing is believed.

use crate::rules::ingenuity::{Fact, FightState, With};
/// What a fact speaks of that does not exist: an item that a combatant has never had.
pub fn missing(fight: &FightState, fact: &Fact) -> Option<String> {
    match fact {
        Fact::Swung { by, with: With::Item(it) | With::Thrown(it), .. } => {
            let carries = fight.find(*by)?.state.gear.len();
            (usize::from(*it) >= carries).then(|| format!("item {it} of {}", fight.name(*by)))
        }
        _ => None,
    }
}
