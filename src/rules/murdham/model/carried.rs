//! What a combatant carries in a fight, where it is and how it has fared; and what lies about.

use crate::engine::{CombatantId, space::zones::ZonePlace};
use crate::rules::murdham::model::sheet::{Item, Weapon};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where a weapon or shield is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum At {
    /// In the primary hand.
    Primary,
    /// In the other hand.
    Off,
    /// In both hands.
    Both,
    /// Carried, not in hand.
    Stowed,
    /// Dropped, broken or used up.
    Gone,
}

impl At {
    /// Whether it is in hand.
    pub fn in_hand(self) -> bool {
        matches!(self, At::Primary | At::Off | At::Both)
    }
}

/// A weapon or shield that a combatant carries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gear {
    /// What it is.
    pub weapon: Arc<Weapon>,
    /// Where it is.
    pub at: At,
    /// A weapon that needs reloading has been fired.
    pub fired: bool,
    /// How it has fared.
    #[serde(default)]
    pub worn: Worn,
    /// The poison that is on it (C16).
    #[serde(default)]
    pub coated: Option<Item>,
}

impl Gear {
    /// Something as it comes into the fight.
    pub fn new(weapon: Arc<Weapon>, at: At) -> Gear {
        Gear {
            worn: Worn { used: false, damaged: weapon.make.begins_damaged() },
            weapon,
            at,
            fired: false,
            coated: None,
        }
    }
}

/// Something that lies about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lying {
    /// Where.
    pub place: ZonePlace,
    /// Whose it was.
    pub of: CombatantId,
    /// What, as it was dropped.
    pub gear: Gear,
}

/// Something that wears out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Piece {
    /// A weapon or shield, by its number among what a combatant carries.
    Gear(u8),
    /// The armour.
    Armour,
    /// The helmet.
    Helmet,
    /// Something that they dropped, by its number among what lies about.
    Lying(u8),
}

/// How something that wears out has fared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worn {
    /// It has served in this fight: it makes a durability roll afterwards (R49).
    pub used: bool,
    /// It is damaged, and may break (R50, R51).
    pub damaged: bool,
}
