//! Who plays.

use super::style::Style;

/// Who plays: in what style, with which dice of its own, and how much it may think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The style.
    pub style: Style,
    /// The seed of its own dice. With the same fight, seed and budget it makes the same choice.
    pub seed: u64,
    /// The most playouts for one choice; only [`Style::Cunning`] needs any.
    pub playouts: u32,
}

/// The playouts with which a cunning choice takes well under a second at four against four.
pub const USUAL_PLAYOUTS: u32 = 2_000;
