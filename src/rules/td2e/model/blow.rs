//! With what a combatant attacks, and what for.

use serde::{Deserialize, Serialize};

/// With what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum With {
    /// Bare hands.
    Unarmed,
    /// A weapon, by its number on the sheet.
    Weapon(u8),
}

/// What becomes of a foe at 0 HP (A13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Intent {
    /// Dead.
    Kill,
    /// Knocked out.
    KnockOut,
}

impl Intent {
    /// Both.
    pub const ALL: [Intent; 2] = [Intent::Kill, Intent::KnockOut];

    /// As it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Intent::Kill => "kill",
            Intent::KnockOut => "knock-out",
        }
    }

    /// Other words for it, as keys.
    pub fn aliases(self) -> &'static [&'static str] {
        match self {
            Intent::Kill => &["slay", "lethal", "dead"],
            Intent::KnockOut => {
                &["ko", "knockout", "knocked-out", "knock", "subdue", "nonlethal", "non-lethal", "unconscious", "stun"]
            }
        }
    }
}
