//! An attack on its way: with what, how, and what it has come to.

use crate::engine::CombatantId;
use serde::{Deserialize, Serialize};

/// With what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum With {
    /// Bare hands.
    Unarmed,
    /// A weapon, by its number among those that a combatant has.
    Weapon(u8),
}

/// What an attack is to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum How {
    /// Harm, by a strike, a shot, or a throw from afar; before a charge could end otherwise, all that it did.
    #[default]
    Kill,
    /// The same, but leave the victim alive (C12).
    Spare,
    /// Throw it, from near as well.
    Throw,
}

impl How {
    /// All of them, by name.
    pub const ALL: [(&'static str, How); 3] =
        [("to kill", How::Kill), ("less lethally", How::Spare), ("by throwing", How::Throw)];

    /// What it is called.
    pub fn name(self) -> &'static str {
        How::ALL[self as usize].0
    }
}

/// How a weapon is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Manner {
    /// In melee range.
    Strike,
    /// Thrown.
    Throw,
    /// Shot.
    Shoot,
}

/// What a hit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HitPurpose {
    /// Damage.
    Harm,
    /// R42, R43: nothing by itself; what follows is a manoeuvre's.
    Manoeuvre,
}

/// An attack whose d20 has fallen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blow {
    /// The attacker.
    pub by: CombatantId,
    /// At whom, after any screen.
    pub at: CombatantId,
    /// With what.
    pub with: With,
    /// How it is used.
    pub manner: Manner,
    /// What a hit does.
    pub aim: HitPurpose,
    /// The victim is to be left alive.
    pub spare: bool,
    /// What the roll came to.
    pub total: i32,
    /// C29: it cannot miss.
    pub sure: bool,
    /// C18, C28: a hit or a miss whatever the roll.
    pub fate: Option<bool>,
    /// C28: it is ignored altogether.
    pub ignored: bool,
    /// R17: how many others are in the swarm.
    pub swarm: Option<u8>,
}
