//! Why an input is not accepted. A closed list; the sentences are made where they are shown. After a refusal nothing has changed.

use super::{
    ids::{Addressee, CombatantId, SideId},
    ruleset::Ruleset,
};
use serde::{Deserialize, Serialize};

/// Why not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Refusal<R: Ruleset> {
    /// A rule of the system forbids it.
    Violation(R::Violation),
    /// Somebody else plays this combatant.
    NotYours(CombatantId),
    /// The question is for somebody else.
    NotAsked(Addressee),
    /// Nobody of this side is the person's.
    NotYourSide(SideId),
    /// In an order of single turns it is nobody of theirs whose turn it is.
    NobodyToPassFor,
    /// They have passed; the side passes when the others do.
    PassedAlready(SideId),
    /// An action is under way and waits for these.
    Busy(Vec<Addressee>),
    /// The question is answered, withdrawn, or never was.
    Closed,
    /// That is not among the answers.
    NotOffered,
    /// Only the GM may do this.
    GmOnly,
    /// The fight has not begun.
    NotBegun,
    /// It has begun already.
    Begun,
    /// It is over.
    Over,
    /// It is paused.
    Paused,
    /// It is not paused.
    NotPaused,
    /// There is nobody of that id, or they have left.
    Unknown(CombatantId),
    /// Nothing can be taken back.
    NothingToUndo,
    /// Dice have fallen or somebody has answered: only the GM can take it back now.
    TooLateToUndo,
    /// Nothing is under way.
    NothingPending,
    /// The answers no longer fit the rules: only a new build can cause it. The action must be withdrawn.
    Diverged,
}
