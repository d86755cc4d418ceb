//! What a fact speaks of by number, and whether it exists: for logs from elsewhere, of which nothing is believed.

use super::{Field, fact::Fact};

/// What a fact speaks of that does not exist: a weapon that is not on somebody's sheet.
pub fn missing(field: &Field, fact: &Fact) -> Option<String> {
    match fact {
        Fact::InHand { who, with: Some(it) } | Fact::Dropped { who, with: it } | Fact::PickedUp { who, with: it } => {
            let has = field.find(*who)?.sheet.weapons.len();
            (usize::from(*it) >= has).then(|| format!("weapon {it} of {}", field.name(*who)))
        }
        _ => None,
    }
}
