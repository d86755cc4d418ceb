//! A place as it can be drawn, whatever its kind: what there is, and at which spot somebody stands. Every kind of [`Space`](super::Space)
//! says for itself how it looks; it names nobody.

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
    /// Squares: the grid as it is, the fight's own.
    Squares(Arc<Grid>),
}

/// Zones with borders between them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ZoneGround {
    /// The zones.
    pub zones: Vec<ZoneView>,
    /// The borders.
    pub borders: Vec<BorderView>,
}

/// One zone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ZoneView {
    /// Its name.
    pub name: String,
    /// How many it holds.
    pub holds: u8,
    /// What lies in it.
    pub features: Vec<Feature>,
}

/// One border.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BorderView {
    /// One zone, by its place in the list.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// How one gets across.
    pub way: Crossing,
    /// How many it holds.
    pub holds: u8,
    /// What lies on it.
    pub features: Vec<Feature>,
}

/// How one gets across a border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Crossing {
    /// Freely.
    Open,
    /// By a doorway, one at a time.
    Doorway,
    /// Not at all.
    Closed,
}

/// Where on the ground somebody stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Spot {
    /// In a zone, by its place in the list.
    Zone(usize),
    /// On a border, by its place in the list.
    Border(usize),
    /// On a square.
    Square(Square),
    /// Nowhere that there is on the ground now.
    Off,
}
