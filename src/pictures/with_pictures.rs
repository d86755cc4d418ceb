//! A map with what people have brought for it: a battle map below the board's grid, and portraits as the combatants' discs. A plan only knows
//! the pictures' hashes, so that it's small and quickly compared; whoever renders it brings the pixels.

use super::{plan::MapPlan, raster::PictureHash};
use std::collections::{BTreeMap, BTreeSet};

/// What people have brought for a map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapPictures {
    /// What lies below the grid.
    pub background: Option<BoardPicture>,
    /// Saved characters' portraits, by the character's number.
    pub portraits: Vec<(i64, PictureHash)>,
}

/// A picture below a board's grid. Lengths are in pixels of the picture as it was brought.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardPicture {
    /// Which picture.
    pub picture: PictureHash,
    /// Its width and height.
    pub size_px: (f32, f32),
    /// A square's side.
    pub square_px: f32,
    /// How far from its left and its top edge the grid begins.
    pub from_px: (f32, f32),
}

impl MapPlan {
    /// The saved characters on it, whose portraits it could show.
    pub fn saved(&self) -> Vec<i64> {
        self.tokens.iter().filter_map(|it| it.saved).collect()
    }

    /// The same, with pictures.
    #[must_use]
    pub fn with_pictures(mut self, pictures: &MapPictures) -> MapPlan {
        self.background.clone_from(&pictures.background);
        for token in &mut self.tokens {
            let own = pictures.portraits.iter().find(|it| Some(it.0) == token.saved);
            token.portrait = own.map(|it| it.1.clone());
        }
        self
    }

    /// The picture as an SVG that has these copies of brought pictures in it, as `data:` URIs: nothing else is ever loaded.
    pub fn svg_with(&self, copies: &BTreeMap<PictureHash, String>) -> String {
        self.with_only(|it| copies.contains_key(it)).drawing().svg_with(copies)
    }

    /// The pictures that it shows.
    pub fn pictures(&self) -> BTreeSet<PictureHash> {
        let portraits = self.tokens.iter().filter_map(|it| it.portrait.clone());
        portraits.chain(self.background.iter().map(|it| it.picture.clone())).collect()
    }

    /// The same without the pictures whose pixels nobody has: they're drawn as if nobody had brought them.
    pub(super) fn with_only(&self, is_at_hand: impl Fn(&PictureHash) -> bool) -> MapPlan {
        let mut plan = self.clone();
        plan.background = plan.background.filter(|it| is_at_hand(&it.picture));
        for token in &mut plan.tokens {
            token.portrait = token.portrait.take().filter(|it| is_at_hand(it));
        }
        plan
    }
}
