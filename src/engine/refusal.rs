//! Why an input was refused. A closed list; the sentences are written where they're shown. A refusal changes nothing.

use super::{
    ids::{Addressee, CombatantId, SideId},
    ruleset::RulesetTypes,
};
use serde::{Deserialize, Serialize};

/// Why an input was refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Refusal<R: RulesetTypes> {
    /// A rule of the system forbids it.
    Violation(R::Violation),
    /// Someone else plays this combatant.
    NotYours(CombatantId),
    /// The question is for someone else.
    NotAsked(Addressee),
    /// This person plays nobody on this side.
    NotYourSide(SideId),
    /// In a listed order: it isn't the turn of anyone this person plays.
    NobodyToPassFor,
    /// They've already passed; the side passes once the others do.
    PassedAlready(SideId),
    /// Only those whom Umpire plays can still act for this side.
    LeftToUmpire(SideId),
    /// Only the GM's combatants can still act for this side.
    LeftToGm(SideId),
    /// An action is in progress and waits for these answers.
    Busy(Vec<Addressee>),
    /// The question has been answered, withdrawn, or never existed.
    Closed,
    /// That isn't one of the answers.
    NotOffered,
    /// Only the GM can do this.
    GmOnly,
    /// The fight hasn't begun.
    NotBegun,
    /// The fight has already begun.
    Begun,
    /// The fight is over.
    Over,
    /// The fight is paused.
    Paused,
    /// The fight isn't paused.
    NotPaused,
    /// There's no combatant with this id, or they have left.
    Unknown(CombatantId),
    /// There's nothing to take back.
    NothingToUndo,
    /// Dice have been rolled or someone has answered: only the GM can take it back now.
    TooLateToUndo,
    /// No action is in progress.
    NothingPending,
    /// The answers no longer fit the rules, which only a new build can cause. The action has to be withdrawn.
    Diverged,
}
