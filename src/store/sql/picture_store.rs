//! Pictures, as the store in a SQLite file offers them: each call is one change or one query of `pictures`.

use async_trait::async_trait;

use super::pictures;
use super::store::SqlStore;
use super::write::Change;
use crate::store::bounds;
use crate::store::error::StoreError;
use crate::store::ids::*;
use crate::store::pictures::{Background, PictureStore, StoredPicture};

#[async_trait]
impl PictureStore for SqlStore {
    async fn set_background(
        &self,
        encounter: EncounterId,
        background: Background,
        new: Option<StoredPicture>,
    ) -> Result<(), StoreError> {
        bounds::background(&background, new.as_ref())?;
        self.change(Change::SetBackground { encounter, background, new }).await.map(drop)
    }

    async fn background(&self, encounter: EncounterId) -> Result<Option<Background>, StoreError> {
        pictures::background(&self.readers, encounter).await
    }

    async fn remove_background(&self, encounter: EncounterId) -> Result<bool, StoreError> {
        Ok(self.change(Change::RemoveBackground { encounter }).await? > 0)
    }

    async fn set_portrait(&self, character: CharacterId, picture: StoredPicture) -> Result<(), StoreError> {
        bounds::picture(&picture)?;
        self.change(Change::SetPortrait { character, picture }).await.map(drop)
    }

    async fn portraits(&self, of: &[CharacterId]) -> Result<Vec<(CharacterId, String)>, StoreError> {
        pictures::portraits(&self.readers, of).await
    }

    async fn remove_portrait(&self, character: CharacterId) -> Result<bool, StoreError> {
        Ok(self.change(Change::RemovePortrait { character }).await? > 0)
    }

    async fn picture(&self, hash: &str) -> Result<Option<Vec<u8>>, StoreError> {
        pictures::picture(&self.readers, hash).await
    }
}
