//! Private menus in memory.

use super::super::{
    bounds,
    error::StoreError,
    ids::*,
    private_menus::{MenuChange, MenuStore, PrivateMenu},
};
use super::MemoryStore;
use async_trait::async_trait;

#[async_trait]
impl MenuStore for MemoryStore {
    async fn keep_menus(&self, changes: Vec<MenuChange>, now_ms: i64) -> Result<(), StoreError> {
        bounds::menus(&changes)?;
        let mut contents = self.contents()?;
        for change in changes {
            match change {
                MenuChange::Open(menu) if contents.encounters.contains_key(&menu.encounter) => {
                    let key = (menu.encounter, menu.user_id);
                    let is_newer = |it: &PrivateMenu| it.expires_at_ms > menu.expires_at_ms;
                    if !contents.private_menus.get(&key).is_some_and(is_newer) {
                        contents.private_menus.insert(key, menu);
                    }
                }
                MenuChange::Open(_) => {}
                MenuChange::Closed(encounter, user) => {
                    contents.private_menus.remove(&(encounter, user));
                }
            }
        }
        contents.private_menus.retain(|_, it| it.expires_at_ms > now_ms);
        Ok(())
    }

    async fn private_menus(&self, encounter: EncounterId) -> Result<Vec<PrivateMenu>, StoreError> {
        let contents = self.contents()?;
        Ok(contents.private_menus.values().filter(|it| it.encounter == encounter).cloned().collect())
    }
}
