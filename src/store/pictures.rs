//! Pictures that people bring, as the store keeps them: what lies below a board, and characters' portraits. Each picture is kept once, under
//! the hash of its bytes, as long as anything refers to it. The store can't read a picture, and no log depends on one.

use super::error::StoreError;
use super::ids::{CharacterId, EncounterId};
use async_trait::async_trait;

/// How many backgrounds of a channel's finished fights stay besides the newest fight's, so that the last ones can be played again.
pub const FINISHED_BACKGROUNDS_MAX: usize = 4;

/// A picture to keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPicture {
    /// The SHA-256 of its bytes in hex.
    pub hash: String,
    /// The encoded picture.
    pub bytes: Vec<u8>,
}

/// A picture below a board's grid. Its sizes are in pixels of the picture as it was brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Background {
    /// The hash of the picture.
    pub picture: String,
    /// Its width.
    pub wide_px: u32,
    /// Its height.
    pub high_px: u32,
    /// A square's side, in hundredths of a pixel.
    pub square_hundredths: u32,
    /// How far from its left edge the grid begins; negative if the grid begins outside of it.
    pub left_px: i32,
    /// How far from its top edge the grid begins.
    pub top_px: i32,
}

/// Keeps pictures as a [`Store`](super::Store) keeps everything else: each write is all or nothing. A picture that nothing refers to any
/// more is deleted with the last reference.
#[async_trait]
pub trait PictureStore: Send + Sync {
    /// Lays a picture below a fight's board, replacing the one before. A picture that's new comes along; otherwise it's one that's kept.
    /// Of the channel's older fights that are over, all but the last [`FINISHED_BACKGROUNDS_MAX`] lose theirs.
    ///
    /// # Errors
    /// [`StoreError::NoSuchEncounter`], [`StoreError::NoSuchPicture`].
    async fn set_background(
        &self,
        encounter: EncounterId,
        background: Background,
        new: Option<StoredPicture>,
    ) -> Result<(), StoreError>;

    /// What lies below a fight's board.
    async fn background(&self, encounter: EncounterId) -> Result<Option<Background>, StoreError>;

    /// Takes a fight's background away. Returns whether there was one.
    async fn remove_background(&self, encounter: EncounterId) -> Result<bool, StoreError>;

    /// Gives a character a portrait, replacing the one before.
    ///
    /// # Errors
    /// [`StoreError::NoSuchCharacter`].
    async fn set_portrait(&self, character: CharacterId, picture: StoredPicture) -> Result<(), StoreError>;

    /// Of these characters, those that have a portrait, with its hash.
    async fn portraits(&self, of: &[CharacterId]) -> Result<Vec<(CharacterId, String)>, StoreError>;

    /// Takes a character's portrait away. Returns whether there was one.
    async fn remove_portrait(&self, character: CharacterId) -> Result<bool, StoreError>;

    /// A picture's bytes, by its hash.
    async fn picture(&self, hash: &str) -> Result<Option<Vec<u8>>, StoreError>;
}
