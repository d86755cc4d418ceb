//! Something somebody does: every row of the three tables (R16-R31), and what the companion pages add, as one variant each. What it costs, and
//! whether it may be done, is `verbs.rs`'s to say.

use super::{attack::With, fate::Boon, sheet::Attribute, state::ACTIONS};
use crate::engine::{CombatantId, space::grid::Square};
use serde::{Deserialize, Serialize};

/// Something somebody does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// R16: attacks somebody.
    Attack {
        /// Whom.
        target: CombatantId,
        /// With what.
        with: With,
        /// R32: by which attribute.
        attribute: Attribute,
        /// R32: by which proficiency.
        proficiency: String,
    },
    /// R17: takes in hand.
    Brandish {
        /// What, by its place among the items.
        held: Vec<u8>,
    },
    /// R18: lends an ally an action.
    Command {
        /// Whom.
        target: CombatantId,
    },
    /// R19: uses a thing nearby.
    Interact {
        /// What, in words.
        text: String,
    },
    /// R19: picks up what was dropped.
    PickUp {
        /// What, by its place among the items.
        item: u8,
    },
    /// R20.
    Guard,
    /// R21; nowhere where the fight has no squares.
    Move {
        /// Where to.
        to: Option<Square>,
    },
    /// R22: readies an action.
    Ready {
        /// Which verb.
        verb: String,
        /// The trigger, in words.
        text: String,
    },
    /// R22: the trigger has come.
    Trigger(Box<Action>),
    /// R23.
    Resuscitate {
        /// Whom.
        target: CombatantId,
        /// A19: by which attribute.
        attribute: Attribute,
    },
    /// R24.
    SeekCover,
    /// R25, R14: a task that takes a test: a short one, or one of more actions.
    Task {
        /// By which attribute.
        attribute: Attribute,
        /// By which skill.
        skill: String,
        /// How many actions.
        actions: u16,
        /// What, in words.
        text: String,
    },
    /// R26.
    Sprint {
        /// Where to.
        to: Option<Square>,
    },
    /// R27.
    StandUp,
    /// R28.
    Wait,
    /// R29: lets go of something.
    Drop {
        /// What, by its place among the items.
        item: u8,
    },
    /// R30.
    DropProne,
    /// R31.
    Step {
        /// Where to.
        to: Option<Square>,
    },
    /// C14: reloads.
    Reload {
        /// What, by its place among the items.
        item: u8,
    },
    /// R58.
    KillingStrike {
        /// Whom.
        target: CombatantId,
        /// With what.
        with: With,
    },
    /// C12.
    Maneuver {
        /// Which.
        what: String,
        /// Against whom, where it is against somebody.
        target: Option<CombatantId>,
        /// With what.
        with: With,
    },
    /// C13.
    Power {
        /// Which, by its place on the sheet.
        what: u8,
        /// Against whom.
        target: CombatantId,
    },
    /// C12, C4: gets out of a hold.
    BreakFree,
    /// C3: helps somebody with their next test.
    Assist {
        /// Whom.
        target: CombatantId,
        /// By which attribute.
        attribute: Attribute,
        /// By which skill.
        skill: String,
    },
    /// C8: spends a point of fate.
    Fate(Boon),
    /// R14: goes on with what was begun.
    Continue,
    /// R15: drops what was begun.
    Abandon,
    /// A33: does nothing on command.
    Decline,
    /// R6: takes the turn.
    Begin,
    /// Ends the turn.
    End,
}

impl Action {
    /// Its verb.
    pub fn verb(&self) -> &'static str {
        match self {
            Action::Attack { .. } => "attack",
            Action::Brandish { .. } => "brandish",
            Action::Command { .. } => "command",
            Action::Interact { .. } => "interact",
            Action::PickUp { .. } => "pick-up",
            Action::Guard => "guard",
            Action::Move { .. } => "move",
            Action::Ready { .. } => "ready",
            Action::Trigger(_) => "trigger",
            Action::Resuscitate { .. } => "resuscitate",
            Action::SeekCover => "seek-cover",
            Action::Task { actions, .. } if *actions <= ACTIONS => "short-task",
            Action::Task { .. } => "extended-task",
            Action::Sprint { .. } => "sprint",
            Action::StandUp => "stand-up",
            Action::Wait => "wait",
            Action::Drop { .. } => "drop-item",
            Action::DropProne => "drop-prone",
            Action::Step { .. } => "step",
            Action::Reload { .. } => "reload",
            Action::KillingStrike { .. } => "killing-strike",
            Action::Maneuver { .. } => "maneuver",
            Action::Power { .. } => "power",
            Action::BreakFree => "break-free",
            Action::Assist { .. } => "assist",
            Action::Fate(_) => "fate",
            Action::Continue => "continue",
            Action::Abandon => "abandon",
            Action::Decline => "decline",
            Action::Begin => "begin",
            Action::End => "end",
        }
    }
}
