//! Private menus, as the store in a database offers them: each call is one change or one query of `private_menus`.

use async_trait::async_trait;

use super::private_menus;
use super::store::SqlStore;
use super::write::Change;
use crate::store::bounds;
use crate::store::error::StoreError;
use crate::store::ids::*;
use crate::store::private_menus::{MenuChange, MenuStore, PrivateMenu};

#[async_trait]
impl MenuStore for SqlStore {
    async fn keep_menus(&self, changes: Vec<MenuChange>, now_ms: i64) -> Result<(), StoreError> {
        bounds::menus(&changes)?;
        self.change(Change::KeepMenus { changes, now_ms }).await.map(drop)
    }

    async fn private_menus(&self, encounter: EncounterId) -> Result<Vec<PrivateMenu>, StoreError> {
        private_menus::of(&self.readers, encounter).await
    }
}
