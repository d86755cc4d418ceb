//! Where fights take place: zones with borders, or a square grid. Rules ask it for distances; it knows no rule.

pub mod feature;
pub mod grid;
pub mod ground;
pub mod zones;

use super::ruleset::{Ruleset, Value};
use grid::Sight;
use ground::{Ground, Spot};
use std::sync::Arc;

/// A kind of place.
pub trait Space {
    /// A position in it.
    type Place: Value + Ord;
    /// How far apart two positions are, in its own measure; `None` where there is no way.
    fn distance(&self, a: &Self::Place, b: &Self::Place) -> Option<u32>;
    /// How a position is called.
    fn place_words(&self, place: &Self::Place) -> String;
    /// The position of this name, if there is one.
    fn place_named(&self, name: &str) -> Option<Self::Place>;
    /// All positions, for lists to choose from.
    fn places(&self) -> Vec<Self::Place>;
    /// Whether there is such a position.
    fn holds_place(&self, place: &Self::Place) -> bool {
        self.places().contains(place)
    }
    /// Why nobody could have drawn such a place, in words; `None` if somebody could. A place out of a file from elsewhere is asked this first.
    fn flaw(&self) -> Option<String> {
        None
    }
    /// Where somebody is whom nobody has placed yet.
    fn entrance(&self) -> Option<Self::Place> {
        self.places().into_iter().next()
    }
    /// How somebody at one position sees somebody at another, as far as the place goes; `None` if it says nothing of that.
    fn look(&self, _from: &Self::Place, _to: &Self::Place) -> Option<Sight> {
        None
    }
    /// How it looks. What shows it shares it: a board is big, and there is one of it.
    fn ground(self: &Arc<Self>) -> Ground {
        Ground::Nowhere
    }
    /// Where on its [`Ground`] a position is.
    fn spot(&self, _place: &Self::Place) -> Spot {
        Spot::Off
    }
}

/// A position in the space of a ruleset.
pub type PlaceOf<R> = <<R as Ruleset>::Space as Space>::Place;
