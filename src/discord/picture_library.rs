//! The pixels of the pictures that people have brought: read from the store and decoded when a map needs them, with the latest kept. A
//! picture never changes under its hash, so nothing kept here can be out of date.

use crate::{
    pictures::{PictureHash, Raster, Rasters, kept_raster},
    store::{MemoryStore, Store},
};
use std::{
    collections::{BTreeSet, VecDeque},
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// At most this many bytes of pixels are kept: three of the largest battle maps.
const KEPT_BYTES_MAX: usize = 24 << 20;

/// The pictures, by their hash.
pub struct PictureLibrary {
    store: Arc<dyn Store>,
    kept: Mutex<VecDeque<(PictureHash, Arc<Raster>)>>,
}

impl fmt::Debug for PictureLibrary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} pictures", self.kept().len())
    }
}

/// A library without pictures.
impl Default for PictureLibrary {
    fn default() -> PictureLibrary {
        PictureLibrary::new(Arc::new(MemoryStore::new()))
    }
}

impl PictureLibrary {
    /// The pictures of a store.
    pub fn new(store: Arc<dyn Store>) -> PictureLibrary {
        PictureLibrary { store, kept: Mutex::default() }
    }

    /// The pixels of these pictures, without those that are gone or can't be read.
    pub async fn rasters(&self, wanted: BTreeSet<PictureHash>) -> Rasters {
        let mut found = Rasters::new();
        for hash in wanted {
            let known = self.kept().iter().find(|it| it.0 == hash).map(|it| it.1.clone());
            let raster = match known {
                Some(raster) => Some(raster),
                None => self.read(&hash).await,
            };
            found.extend(raster.map(|it| (hash, it)));
        }
        found
    }

    async fn read(&self, hash: &PictureHash) -> Option<Arc<Raster>> {
        let bytes = match self.store.picture(hash).await {
            Ok(bytes) => bytes?,
            Err(error) => {
                tracing::warn!(%error, "a picture for a map couldn't be read");
                return None;
            }
        };
        let raster = tokio::task::spawn_blocking(move || kept_raster(&bytes)).await.ok().flatten();
        let Some(raster) = raster.map(Arc::new) else {
            tracing::error!(%hash, "a picture that was kept can't be decoded");
            return None;
        };
        let mut kept = self.kept();
        kept.retain(|it| it.0 != *hash); // Two maps may have wanted it at once.
        kept.push_back((hash.clone(), raster.clone()));
        while kept.iter().map(|it| it.1.bytes()).sum::<usize>() > KEPT_BYTES_MAX {
            kept.pop_front();
        }
        Some(raster)
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<(PictureHash, Arc<Raster>)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
