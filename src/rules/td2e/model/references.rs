//! What an event speaks of by number, and whether it exists: for logs from elsewhere, of which nothing is believed.

use crate::rules::td2e::{FightState, model::blow::With, model::fact::Event};

/// What an event speaks of that does not exist: a weapon that is not on a combatant's sheet.
pub fn missing_in_event(fight: &FightState, event: &Event) -> Option<String> {
    match event {
        Event::Swung { by, with: With::Weapon(it), .. } => {
            let has = fight.find(*by)?.sheet.weapons.len();
            (usize::from(*it) >= has).then(|| format!("weapon {it} of {}", fight.name(*by)))
        }
        _ => None,
    }
}
