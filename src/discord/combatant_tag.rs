//! Which combatant a button or menu option means, as a tag derived from the name. Combatants are numbered as they join, including hidden
//! ones, so a number would give away that somebody has joined unseen; everybody who sees the button knows the name. A tag only finds
//! combatants that the user can see; what they may do with them is checked elsewhere.

use crate::{engine::CombatantId, rules::NameView};
use std::fmt;

/// A combatant's tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CombatantTag(pub u32);

impl CombatantTag {
    /// The tag of a name, ignoring case. Names within a fight are unique.
    #[must_use]
    pub fn named(name: &str) -> CombatantTag {
        CombatantTag(fnv_1a(name.to_lowercase().bytes()))
    }

    /// The combatant it means, among those the user sees.
    #[must_use]
    pub fn among(self, names: &[NameView]) -> Option<CombatantId> {
        names.iter().find(|it| CombatantTag::named(&it.name) == self).map(|it| it.id)
    }

    /// The tag in a menu option's value, if it is one.
    #[must_use]
    pub fn read(value: &str) -> Option<CombatantTag> {
        value.parse().ok().map(CombatantTag)
    }
}

/// FNV-1a (Fowler, Noll and Vo), 32 bits: short, the same on every machine, and no secret.
pub fn fnv_1a(bytes: impl Iterator<Item = u8>) -> u32 {
    bytes.fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

impl fmt::Display for CombatantTag {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Buttons outlive the process, so a name's tag never changes; similar names have different tags.
    #[test]
    fn a_name_keeps_its_mark() {
        assert_eq!(CombatantTag::named("Sybilla"), CombatantTag(3258943851));
        assert_eq!(CombatantTag::named("Sybilla"), CombatantTag::named("sybilla"));
        let mut marks: Vec<u32> = (1..=60).map(|it| CombatantTag::named(&format!("Bandit {it}")).0).collect();
        marks.sort_unstable();
        marks.dedup();
        assert_eq!(marks.len(), 60);
        assert_eq!(CombatantTag::read(&CombatantTag::named("Bob").to_string()), Some(CombatantTag::named("Bob")));
        assert_eq!(CombatantTag::read("-1"), None);
    }
}
