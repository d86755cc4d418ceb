//! Why something is not allowed: a closed list. The sentences are in `labels.rs`.

use crate::engine::{CombatantId, SideId};
use serde::{Deserialize, Serialize};

/// Why something is not allowed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // the fields of a reason are whom and what it is about; its own line says which
pub enum Violation {
    /// The fight has not begun, or is over.
    NoFight,
    /// Nobody has joined yet.
    NobodyToFight,
    /// No verb or choice of that name.
    NoSuchThing(String),
    /// It is not their turn.
    NotTheirTurn { who: CombatantId, up: Option<CombatantId>, side: Option<SideId> },
    /// It is not this side's step.
    NotTheirStep { side: SideId, up: Option<SideId> },
    /// They are down or dead, or gone.
    Down(CombatantId),
    /// They are surprised, or suspect nothing.
    Unready(CombatantId),
    /// The Main action is spent.
    MainSpent(CombatantId),
    /// Both actions are spent.
    MoveSpent(CombatantId),
    /// Only the Move itself pays for this.
    NoMove(CombatantId),
    /// Used up for this fight or day.
    Spent { who: CombatantId, what: String },
    /// There is nobody of that kind to be seen.
    NobodyThere,
    /// An attack on one's own side.
    OwnSide(CombatantId),
    /// The target is dead or has fled.
    Gone(CombatantId),
    /// They carry no such weapon.
    NotCarried,
    /// It is in the pack.
    Stowed { who: CombatantId, what: String },
    /// In a grapple only bare hands fight, and nobody moves.
    InGrapple(CombatantId),
    /// Not a less lethal weapon.
    TooLethal(String),
    /// It cannot be thrown.
    NotThrown(String),
    /// The target is out of melee range.
    OutOfReach { target: CombatantId, far: u32, reach: u32 },
    /// The target is out of range.
    OutOfRange { target: CombatantId, far: u32, range: u32 },
    /// No line of sight.
    NotSeen(CombatantId),
    /// Nobody knows where the target is.
    PlaceUnknown(CombatantId),
    /// A bow with an armed enemy in melee range.
    ShotInMelee { who: CombatantId, what: String },
    /// It must be reloaded.
    Unloaded { who: CombatantId, what: String, main: bool },
    /// It is loaded.
    LoadedAlready(String),
    /// It is at hand.
    AtHand(String),
    /// It is in hand.
    InHandAlready,
    /// It is not in hand.
    NotInHand(String),
    /// More hands than two.
    TooManyHands(CombatantId),
    /// Two weapons take skill 1 in each.
    NoSkillForTwo { who: CombatantId, skill: String },
    /// Nothing lies there.
    NothingLies,
    /// It lies too far off.
    LiesTooFar(String),
    /// Only the trained snap.
    Untrained(CombatantId),
    /// On Total Defense already.
    DefendsAlready(CombatantId),
    /// Four are in the swarm.
    SwarmFull(CombatantId),
    /// They are in it.
    SwarmJoined(CombatantId),
    /// Its one attack has been made.
    SwarmDone(CombatantId),
    /// A charge needs 5 ft at least.
    NoMomentum(CombatantId),
    /// No straight line of that length.
    NoStraightLine(CombatantId),
    /// A charge ends in a melee or thrown attack.
    ShotCharge(String),
    /// Nobody to screen.
    NoAlly(CombatantId),
    /// A screen takes a combat skill.
    NoCombatSkill(CombatantId),
    /// Not a square next to them.
    NotBeside(CombatantId),
    /// R21: an ally to be screened is too far off.
    TooFarToScreen {
        /// Who would screen.
        who: CombatantId,
        /// How far they move.
        squares: u32,
    },
    /// R46: the held is not dragged that far, or not over that.
    TooFarToDrag {
        /// Who drags.
        who: CombatantId,
        /// How far they could.
        squares: u32,
    },
    /// R22: the Main action is spent that Total Defense takes.
    NoMainToDefend(CombatantId),
    /// The square is too far, or there is no way.
    TooFar { who: CombatantId, squares: u32 },
    /// A wall, or outside.
    Wall,
    /// Somebody stands there.
    Taken,
    /// They are there already.
    AlreadyThere,
    /// They have no square.
    NoPlace(CombatantId),
    /// They are prone.
    ProneAlready(CombatantId),
    /// They stand.
    Stands(CombatantId),
    /// They are clear of all who are adjacent.
    ClearAlready(CombatantId),
    /// They hold somebody.
    HoldsAlready(CombatantId),
    /// They hold nobody.
    HoldsNobody(CombatantId),
    /// Nobody holds them.
    NotHeld(CombatantId),
    /// Too large to manhandle.
    TooLarge(CombatantId),
    /// Nobody injured there.
    NoPatient(CombatantId),
    /// Not next to them.
    NotAdjacent(CombatantId),
    /// No healer's kit.
    NoKit(CombatantId),
    /// One attempt a round.
    TriedAlready(CombatantId),
    /// They help already.
    HelpsAlready(CombatantId),
    /// The victim expects danger.
    NotUnsuspecting(CombatantId),
    /// They aim at them already.
    AimsAlready(CombatantId),
    /// The minute is not over.
    MinuteNotOver { who: CombatantId, rounds: u32 },
    /// An execution leaves no time to move.
    MovedBefore(CombatantId),
    /// Hurt or jostled this round.
    Jostled(CombatantId),
    /// No hand free.
    NoFreeHand(CombatantId),
    /// Nobody has fled.
    NobodyFled,
}
