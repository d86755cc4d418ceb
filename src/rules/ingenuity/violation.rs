//! Why something is not allowed: a closed list. The sentences are in `labels.rs`.

use super::Rule;
use crate::engine::{CombatantId, SideId};
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
    /// There is nobody of that kind to be seen.
    NobodyThere,
    /// R6: it is another team's slot.
    NotTheirTeam {
        /// Who wanted to act.
        who: CombatantId,
        /// Whose slot it is.
        up: SideId,
    },
    /// R6: somebody else's turn is under way.
    NotTheirTurn {
        /// Who wanted to act.
        who: CombatantId,
        /// Whose turn it is.
        up: CombatantId,
    },
    /// R5: they have had their turn of this round.
    HadTheirTurn(CombatantId),
    /// R9: they are surprised.
    Surprised(CombatantId),
    /// Between rounds, or nothing is going on.
    NobodysTurn,
    /// R8: they cannot act.
    CannotAct(CombatantId),
    /// R11: no action is left.
    NoActions(CombatantId),
    /// R12: no reaction is left.
    NoReaction(CombatantId),
    /// Not enough stamina.
    NoStamina {
        /// Whose.
        who: CombatantId,
        /// What it costs.
        cost: i32,
        /// What for.
        rule: Rule,
    },
    /// Not enough focus.
    NoFocus {
        /// Whose.
        who: CombatantId,
        /// What it costs.
        cost: i32,
        /// What for.
        rule: Rule,
    },
    /// C8: no fate is left.
    NoFate(CombatantId),
    /// C8: the pool is full, or the boon is waiting already.
    NothingToGain,
    /// R14: what was begun comes first.
    MustFinish(CombatantId),
    /// R15: nothing was begun.
    NothingBegun(CombatantId),
    /// R4: the deed that began the fight comes first.
    TriggerFirst(CombatantId),
    /// Something that is not done to oneself.
    #[serde(alias = "OwnSide")]
    Oneself(CombatantId),
    /// R32: it goes by other attributes, or other proficiencies.
    NotUsedSo {
        /// The weapon.
        what: String,
        /// What was wanted.
        how: String,
        /// Those it goes by.
        ways: String,
    },
    /// R24: the board says where cover is, and it is not there.
    NoCover(CombatantId),
    /// R18: there is nobody to command.
    NobodyToCommand(CombatantId),
    /// They are on another side.
    NotAnAlly(CombatantId),
    /// The target is dead.
    Dead(CombatantId),
    /// R17: it is not in hand.
    NotInHand(String),
    /// It is no weapon, or cannot be thrown.
    NoWeapon(String),
    /// It has to be reloaded.
    NotLoaded(String),
    /// It is loaded, or needs no loading.
    Loaded(String),
    /// C14: reloading takes both hands.
    HandsFull(String),
    /// R17: more than two hands.
    TooManyHands,
    /// Out of reach.
    OutOfReach {
        /// Who.
        target: CombatantId,
        /// Metres between; none where one has no square.
        far: Option<u32>,
        /// Metres that can be reached.
        reach: u32,
    },
    /// A wall stands between: there is no line of sight.
    WallBetween(CombatantId),
    /// R18: commanded already this turn.
    Commanded(CombatantId),
    /// A33: somebody has been lent an action and is to choose.
    WaitsFor(CombatantId),
    /// R18: only something that takes one action.
    NotOnCommand,
    /// R21: has moved already this turn.
    Moved(CombatantId),
    /// R31, A3: has moved already, which is instead of a step.
    MovedNoStep(CombatantId),
    /// A3: has stepped already, which is instead of a move.
    Stepped(CombatantId),
    /// R26: has not moved yet.
    NotMoved(CombatantId),
    /// C12: is held.
    Grappled(CombatantId),
    /// C12: nobody holds them.
    NotGrappled(CombatantId),
    /// The square is too far, or there is no way.
    TooFar {
        /// Who.
        who: CombatantId,
        /// Metres at most.
        metres: u32,
        /// By which rule.
        rule: Rule,
    },
    /// Somebody stands there.
    Taken,
    /// They are there already.
    AlreadyThere,
    /// The board has no squares for this.
    NoPlace(CombatantId),
    /// R27: they stand.
    NotProne(CombatantId),
    /// R30: they lie already.
    ProneAlready(CombatantId),
    /// R23, R58: they are not unconscious.
    NotUnconscious {
        /// Who.
        who: CombatantId,
        /// What is done only to the unconscious.
        rule: Rule,
    },
    /// R22: nothing is readied.
    NothingReadied(CombatantId),
    /// A29: that does not cost one action.
    NotToBeReadied(String),
    /// Nothing lies there to be picked up.
    NothingThere,
    /// C12: not that kind of maneuver.
    NotByItself(String),
    /// Nobody passes for a side here.
    NoPassing,
}
