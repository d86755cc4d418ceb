//! How a combatant walks: what the ruleset says of others in the way, and of corners.

use super::Square;

/// The ruleset's answer for stepping into a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// As the ground allows.
    Free,
    /// Like difficult ground. If the ground is difficult too, it costs double, not four times.
    Difficult,
    /// Not possible.
    Never,
}

/// Whether a diagonal step can pass the corner of something it couldn't step into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corners {
    /// Yes, unless edges block both ways round.
    Cut,
    /// No: neither past solid or forbidden squares, nor past the end of a wall.
    Kept,
}

/// How a combatant walks.
#[derive(Clone, Copy)]
pub struct Gait<'a> {
    /// The rule for corners.
    pub corners: Corners,
    /// Whether the step from the first square into the second is possible as far as other combatants are concerned. Solid squares and walls
    /// are already handled.
    pub pass: &'a dyn Fn(Square, Square) -> Pass,
}

impl Gait<'_> {
    /// Past anyone and past corners.
    pub const ANY: Gait<'static> = Gait { corners: Corners::Cut, pass: &|_, _| Pass::Free };
}
