//! Which combatant a button or a line of a menu means, as a tag made of their name. Combatants are numbered in the order in which they join, the
//! hidden ones too, so a number would tell that someone has come unseen; a name is known to anyone who is shown the button. The tag is
//! believed only as far as it is someone whom the presser sees; what they may do with them is for others to say.

use crate::{engine::CombatantId, rules::NameView};
use std::fmt;

/// Someone's tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CombatantTag(pub u32);

impl CombatantTag {
    /// The tag of a name; capitals do not matter. Names of a fight are different.
    #[must_use]
    pub fn named(name: &str) -> CombatantTag {
        // FNV-1a.
        let bytes = name.to_lowercase().into_bytes();
        CombatantTag(bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)))
    }

    /// Whom it means, among those whom someone sees.
    #[must_use]
    pub fn among(self, names: &[NameView]) -> Option<CombatantId> {
        names.iter().find(|it| CombatantTag::named(&it.name) == self).map(|it| it.id)
    }

    /// The mark as the value of a menu's line reads, if it is one.
    #[must_use]
    pub fn read(value: &str) -> Option<CombatantTag> {
        value.parse().ok().map(CombatantTag)
    }
}

impl fmt::Display for CombatantTag {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Buttons outlive the program, so a name keeps its mark; names that are alike have different ones.
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
