//! Private menus that people have open, as the store keeps them: for a process that starts, so that no menu goes on saying what no longer
//! holds. What's in one is opaque, and secret: it has Discord's token for editing the menu. So none is kept longer than its token is good for.

use super::error::StoreError;
use super::ids::{EncounterId, Snowflake};
use async_trait::async_trait;
use std::fmt;

/// A private menu that somebody has open in a fight. It prints without its body.
#[derive(Clone, PartialEq, Eq)]
pub struct PrivateMenu {
    /// The fight.
    pub encounter: EncounterId,
    /// Whose it is.
    pub user_id: Snowflake,
    /// When nobody can edit it any more, in milliseconds since the epoch.
    pub expires_at_ms: i64,
    /// What's known of it, as JSON.
    pub body: String,
}

impl fmt::Debug for PrivateMenu {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "PrivateMenu({}, {})", self.encounter, self.user_id)
    }
}

/// What has become of a private menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuChange {
    /// It's open. It takes the place of the one that its user had open in that fight.
    Open(PrivateMenu),
    /// It's closed.
    Closed(EncounterId, Snowflake),
}

/// Keeps private menus as a [`Store`](super::Store) keeps everything else: each write is all or nothing.
#[async_trait]
pub trait MenuStore: Send + Sync {
    /// Notes what has become of menus, in this order, and then deletes all that have expired by `now_ms`. A menu of a fight that's gone isn't
    /// kept.
    ///
    /// # Errors
    /// If the store fails, or a body is too long.
    async fn keep_menus(&self, changes: Vec<MenuChange>, now_ms: i64) -> Result<(), StoreError>;

    /// The menus that are open in a fight, by user.
    async fn private_menus(&self, encounter: EncounterId) -> Result<Vec<PrivateMenu>, StoreError>;
}
