//! Why something is not allowed: a closed list. The sentences are in `words.rs`.

use crate::engine::CombatantId;
use serde::{Deserialize, Serialize};

/// Why something is not allowed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Violation {
    /// The fight has not begun, or is over.
    NoFight,
    /// Nobody has joined yet.
    NobodyToFight,
    /// No verb or choice of that name.
    NoSuchThing(String),
    /// It is somebody else's turn.
    NotTheirTurn {
        /// Who wanted to act.
        who: CombatantId,
        /// Whose turn it is.
        up: Option<CombatantId>,
    },
    /// They are down or dead.
    Down(CombatantId),
    /// The turn's one deed is done.
    Done(CombatantId),
    /// There is nobody of that kind to be seen.
    NobodyThere,
    /// An attack on oneself or one's own side.
    OwnSide(CombatantId),
    /// The target is dead.
    Dead(CombatantId),
    /// The target is too far for walking up and attacking.
    TooFarToAttack {
        /// Who.
        target: CombatantId,
        /// Squares of the way; none if there is no way.
        far: Option<u32>,
        /// Squares left.
        left: u16,
    },
    /// No line of sight.
    NotSeen(CombatantId),
    /// Shooting takes the place of moving.
    Moved(CombatantId),
    /// They carry no such weapon.
    NotCarried,
    /// Only somebody in combat evades or extricates.
    NotInCombat(CombatantId),
    /// Only at the beginning of the turn.
    AfterMoving(CombatantId),
    /// In combat one does not walk away.
    InCombat(CombatantId),
    /// The square is too far, or there is no way.
    TooFar {
        /// Who.
        who: CombatantId,
        /// Squares that could be walked.
        squares: u16,
    },
    /// Getting out of combat leads to a square beside no enemy, within one movement.
    NotOut {
        /// Who.
        who: CombatantId,
        /// Squares of one movement.
        squares: u16,
    },
    /// Somebody stands there.
    Taken,
    /// They are there already.
    AlreadyThere,
    /// The board has no squares for this.
    NoPlace(CombatantId),
    /// Heavy armour.
    CannotSneak(CombatantId),
    /// Hidden already.
    Hidden(CombatantId),
    /// Not a medic.
    NoMedic(CombatantId),
    /// Nobody to attend there.
    NoPatient(CombatantId),
    /// The medic is not adjacent.
    NotAdjacent(CombatantId),
    /// Attended already.
    Attended(CombatantId),
    /// Only the GM has somebody finished.
    NotToFinish(CombatantId),
    /// Nobody passes for a side here.
    NoPassing,
    /// More traits than slots.
    Slots {
        /// Whose.
        who: CombatantId,
        /// Taken.
        taken: u8,
        /// There are.
        there: u8,
    },
}
