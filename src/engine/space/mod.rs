//! Where fights take place: zones with borders, or a square grid. Rules ask it for distances; it knows no rules.

pub mod feature;
pub mod grid;
pub mod ground;
pub mod zones;

use super::value::Value;
use grid::Sight;
use ground::{Ground, Spot};
use std::sync::Arc;

/// A kind of place.
pub trait Space {
    /// A position in it.
    type Place: Value + Ord;
    /// The distance at which somebody can be struck by hand.
    const CLOSE: u32;
    /// The distance between two positions in the space's own measure; `None` if there's no way.
    fn distance(&self, a: &Self::Place, b: &Self::Place) -> Option<u32>;
    /// A position's name.
    fn place_words(&self, place: &Self::Place) -> String;
    /// The position with this name, if there is one.
    fn place_named(&self, name: &str) -> Option<Self::Place>;
    /// All positions, for menus.
    fn places(&self) -> Vec<Self::Place>;
    /// Whether this position exists.
    fn holds_place(&self, place: &Self::Place) -> bool {
        self.places().contains(place)
    }
    /// Why nobody could have drawn such a board, in words; `None` if it's plausible. Checked first for a board from an untrusted file.
    fn flaw(&self) -> Option<String> {
        None
    }
    /// Where a combatant is who hasn't been placed yet.
    fn entrance(&self) -> Option<Self::Place> {
        self.places().into_iter().next()
    }
    /// What a combatant at one position sees of one at another, as far as the board decides that; `None` if it doesn't.
    fn look(&self, _from: &Self::Place, _to: &Self::Place) -> Option<Sight> {
        None
    }
    /// How the board looks. Shared rather than copied: a board is big, and there's only one.
    fn ground(self: &Arc<Self>) -> Ground {
        Ground::Nowhere
    }
    /// Where a position is on its [`Ground`].
    fn spot(&self, _place: &Self::Place) -> Spot {
        Spot::Off
    }
}
