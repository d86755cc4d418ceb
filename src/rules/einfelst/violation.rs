//! Why something is not allowed: a closed list. The sentences are in `labels.rs`.

use crate::engine::{CombatantId, space::zones::ZoneId};
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
    /// R4: it is somebody else's turn.
    NotTheirTurn {
        /// Who wanted to act.
        who: CombatantId,
        /// Whose turn it is.
        up: Option<CombatantId>,
    },
    /// A22: somebody else on the same card has begun.
    NotYet(CombatantId),
    /// A2: out of action.
    Out(CombatantId),
    /// Unconscious.
    Unconscious(CombatantId),
    /// A19: has left the fight.
    Fled(CombatantId),
    /// R10: the slow manoeuvre is spent.
    NoSlow(CombatantId),
    /// R10, R11: both manoeuvres are spent.
    NoFast(CombatantId),
    /// There is nobody of that kind to be seen.
    NobodyThere,
    /// An attack on one's own side.
    OwnSide(CombatantId),
    /// On oneself.
    Oneself,
    /// The target is out of action.
    TargetOut(CombatantId),
    /// R21: the weapon does not reach.
    OutOfRange {
        /// Whom.
        target: CombatantId,
        /// Zones away; none if there is no way.
        far: Option<u32>,
        /// From so many zones.
        from: u32,
        /// To so many zones.
        to: u32,
    },
    /// R16, A24: in cover or far off in the zone.
    NotClose(CombatantId),
    /// R7: in another zone.
    NotSameZone(CombatantId),
    /// No such weapon is carried.
    NotCarried,
    /// R15: the weapon is not in hand.
    NotInHand {
        /// Whose.
        who: CombatantId,
        /// Which.
        with: u8,
    },
    /// R15: it is in hand already.
    InHand,
    /// C3: it lies on the ground.
    OnTheGround,
    /// C3: nothing lies there.
    NothingDropped(CombatantId),
    /// R28, A8: held.
    Restrained(CombatantId),
    /// R26: a hand over the mouth.
    Gagged(CombatantId),
    /// R37: on fire.
    Burning(CombatantId),
    /// R15: on the ground.
    Prone(CombatantId),
    /// R15: standing already.
    Standing(CombatantId),
    /// The board has no places for this.
    NoPlace(CombatantId),
    /// R16: not the next zone.
    NotAdjacent {
        /// Where to.
        to: ZoneId,
    },
    /// R8: something bars the way.
    Obstacle {
        /// Where to.
        to: ZoneId,
        /// What.
        what: String,
    },
    /// R8: nothing bars the way.
    NoObstacle {
        /// Where to.
        to: ZoneId,
    },
    /// They are there already.
    AlreadyThere,
    /// R7: no cover is marked.
    NoCover(CombatantId),
    /// In cover already.
    InCover(CombatantId),
    /// R27: nobody holds them.
    NotHeld(CombatantId),
    /// R27: once a turn.
    Tried(CombatantId),
    /// R27: holds nobody, or not this one.
    NotHolding(CombatantId),
    /// R25: held already.
    HeldAlready(CombatantId),
    /// R37: not on fire.
    NotBurning(CombatantId),
    /// R38: no antidote is carried.
    NoAntidote(CombatantId),
    /// R38: not poisoned.
    NotPoisoned(CombatantId),
    /// A2: needs no help, or is beyond it.
    NeedsNoHelp(CombatantId),
    /// R5: somebody has acted.
    TooLateToSwap,
    /// R5: only player characters.
    OnlyPlayers(CombatantId),
    /// R5: cannot talk.
    CannotTalk(CombatantId),
    /// R5: has no card.
    NoCard(CombatantId),
    /// R30: an enemy is in the way.
    EnemyInTheWay {
        /// Who flees.
        who: CombatantId,
        /// Where the enemy is.
        zone: ZoneId,
    },
    /// R30: no way leads out.
    NoWayOut(CombatantId),
    /// Nobody passes for a side here.
    NoPassing,
    /// C2: more than a new character may have.
    NotStarting(CombatantId),
}
