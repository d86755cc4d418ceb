//! Pictures in memory.

use super::super::{
    Status, bounds,
    error::StoreError,
    ids::*,
    pictures::{Background, FINISHED_BACKGROUNDS_MAX, PictureStore, StoredPicture},
};
use super::MemoryStore;
use super::contents::Contents;
use async_trait::async_trait;

#[async_trait]
impl PictureStore for MemoryStore {
    async fn set_background(
        &self,
        encounter: EncounterId,
        background: Background,
        new: Option<StoredPicture>,
    ) -> Result<(), StoreError> {
        bounds::background(&background, new.as_ref())?;
        let mut contents = self.contents()?;
        contents.kept(encounter)?;
        if new.is_none() && !contents.pictures.contains_key(&background.picture) {
            return Err(StoreError::NoSuchPicture(background.picture));
        }
        contents.pictures.extend(new.map(|it| (it.hash, it.bytes)));
        contents.backgrounds.insert(encounter, background);
        contents.forget_old_backgrounds(encounter);
        contents.drop_unused_pictures();
        Ok(())
    }

    async fn background(&self, encounter: EncounterId) -> Result<Option<Background>, StoreError> {
        Ok(self.contents()?.backgrounds.get(&encounter).cloned())
    }

    async fn remove_background(&self, encounter: EncounterId) -> Result<bool, StoreError> {
        let mut contents = self.contents()?;
        let was_there = contents.backgrounds.remove(&encounter).is_some();
        contents.drop_unused_pictures();
        Ok(was_there)
    }

    async fn set_portrait(&self, character: CharacterId, picture: StoredPicture) -> Result<(), StoreError> {
        bounds::picture(&picture)?;
        let mut contents = self.contents()?;
        if !contents.characters.contains_key(&character) {
            return Err(StoreError::NoSuchCharacter(character));
        }
        contents.portraits.insert(character, picture.hash.clone());
        contents.pictures.insert(picture.hash, picture.bytes);
        contents.drop_unused_pictures();
        Ok(())
    }

    async fn portraits(&self, of: &[CharacterId]) -> Result<Vec<(CharacterId, String)>, StoreError> {
        let contents = self.contents()?;
        Ok(of.iter().filter_map(|it| Some((*it, contents.portraits.get(it)?.clone()))).collect())
    }

    async fn remove_portrait(&self, character: CharacterId) -> Result<bool, StoreError> {
        let mut contents = self.contents()?;
        let was_there = contents.portraits.remove(&character).is_some();
        contents.drop_unused_pictures();
        Ok(was_there)
    }

    async fn picture(&self, hash: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.contents()?.pictures.get(hash).cloned())
    }
}

impl Contents {
    /// Deletes the pictures that nothing refers to any more.
    pub(super) fn drop_unused_pictures(&mut self) {
        let prepared = self.preparations.values().filter_map(|it| it.background.as_ref());
        let boards = self.backgrounds.values().chain(prepared).map(|it| &it.picture);
        let used: Vec<String> = boards.chain(self.portraits.values()).cloned().collect();
        self.pictures.retain(|hash, _| used.contains(hash));
    }

    /// Of a fight's channel, all but the last few finished fights lose their background.
    fn forget_old_backgrounds(&mut self, encounter: EncounterId) {
        let Some(channel) = self.encounters.get(&encounter).map(|it| it.header.channel_id) else { return };
        let is_past = |id: &EncounterId| {
            let header = self.encounters.get(id).map(|it| &it.header);
            *id != encounter && header.is_some_and(|it| it.channel_id == channel && it.status == Status::Over)
        };
        let past: Vec<EncounterId> = self.backgrounds.keys().copied().filter(is_past).collect();
        for id in past.iter().rev().skip(FINISHED_BACKGROUNDS_MAX) {
            self.backgrounds.remove(id);
        }
    }
}
