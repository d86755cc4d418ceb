//! What people have brought for a fight's map, as copies small enough for a page. They aren't in a fight's files, so only the table has them.

use crate::pictures::{MapPictures, PictureHash, Rasters};
use base64::{Engine, engine::general_purpose::STANDARD};
use std::collections::BTreeMap;

/// The most bytes of a battle map, before they're written as text, which takes a third more: 300 kB of the page.
const BACKGROUND_BYTES_MAX: usize = 225_000;
/// The longest side of a portrait, in pixels, and the most bytes.
const PORTRAIT_SIDE: usize = 128;
const PORTRAIT_BYTES_MAX: usize = 8_000;

/// Pictures for a replay.
#[derive(Clone, Debug, Default)]
pub struct ReplayPictures {
    pub(super) brought: MapPictures,
    /// A copy of each as a `data:` URI.
    pub(super) copies: BTreeMap<PictureHash, String>,
}

impl ReplayPictures {
    /// Copies of those brought pictures whose pixels are at hand.
    pub fn new(brought: MapPictures, rasters: &Rasters) -> ReplayPictures {
        let background = brought.background.as_ref().map(|it| &it.picture);
        let copy = |(hash, raster): (&PictureHash, &std::sync::Arc<crate::pictures::Raster>)| {
            let (side, most) = match background == Some(hash) {
                true => (usize::MAX, BACKGROUND_BYTES_MAX),
                false => (PORTRAIT_SIDE, PORTRAIT_BYTES_MAX),
            };
            let uri = |jpeg: Vec<u8>| format!("data:image/jpeg;base64,{}", STANDARD.encode(jpeg));
            Some((hash.clone(), uri(raster.small_jpeg(side, most)?)))
        };
        let copies = rasters.iter().filter_map(copy).collect();
        ReplayPictures { brought, copies }
    }

    /// Whether there are any.
    pub(super) fn is_empty(&self) -> bool {
        self.copies.is_empty()
    }

    /// Whether there's a battle map.
    pub(super) fn has_background(&self) -> bool {
        self.brought.background.as_ref().is_some_and(|it| self.copies.contains_key(&it.picture))
    }

    /// The same without a battle map.
    pub(super) fn without_background(&self) -> ReplayPictures {
        let mut rest = self.clone();
        if let Some(background) = rest.brought.background.take() {
            rest.copies.remove(&background.picture);
        }
        rest
    }
}
