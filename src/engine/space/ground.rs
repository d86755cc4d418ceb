//! A place in drawable form, whatever its kind: what there is, and where on it combatants stand. Every kind of [`Space`](super::Space)
//! describes itself; no combatant is named here.

use super::{
    feature::Feature,
    grid::{Grid, Square},
};
use serde::Serialize;
use std::sync::Arc;

/// What there is to draw.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub enum Ground {
    /// A place without parts.
    #[default]
    Nowhere,
    /// Zones with borders between them.
    Zones(ZoneGround),
    /// Squares: the fight's own grid.
    Squares(Arc<Grid>),
}

/// Zones with borders between them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ZoneGround {
    /// The zones, in the order of the board.
    pub zones: Vec<ZoneView>,
    /// The borders between them.
    pub borders: Vec<BorderView>,
}

/// One zone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ZoneView {
    /// Its name.
    pub name: String,
    /// How many combatants it holds.
    pub holds: u8,
    /// What lies in it.
    pub features: Vec<Feature>,
}

/// One border between two zones.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BorderView {
    /// One zone, by its index in the list.
    pub a: usize,
    /// The other zone, by its index.
    pub b: usize,
    /// How combatants can cross it.
    pub way: Crossing,
    /// How many combatants it holds.
    pub holds: u8,
    /// What lies on it.
    pub features: Vec<Feature>,
}

/// How combatants can cross a border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Crossing {
    /// Freely.
    Open,
    /// Through a doorway, one at a time.
    Doorway,
    /// Not at all.
    Closed,
}

/// Where on the ground a combatant stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Spot {
    /// In a zone, by its index in the list.
    Zone(usize),
    /// On a border, by its index in the list.
    Border(usize),
    /// On a square.
    Square(Square),
    /// At a place that isn't on the ground now.
    Off,
}
