//! Takes a picture that somebody has attached to a command: from Discord's servers only, small enough, and checked, decoded and encoded again
//! off the async threads, one at a time.

use super::{app_context::AppContext, app_error::AppError};
use crate::{
    pictures::{BadPicture, BroughtPicture, UPLOAD_BYTES_MAX},
    store::StoredPicture,
};
use poise::serenity_prelude::Attachment;
use tokio::sync::Semaphore;

/// Decoding may take a hundred megabytes for a moment, so nobody's picture is decoded beside another.
static ONE_AT_A_TIME: Semaphore = Semaphore::const_new(1);
/// So many wait for their turn, with their uploads in memory.
static PLACES: Semaphore = Semaphore::const_new(4);

/// What the file has become, read as a battle map or as a portrait.
///
/// # Errors
/// Why it isn't taken, in a sentence. Then nothing has changed.
pub async fn take(
    app: &AppContext,
    file: &Attachment,
    read: fn(&[u8]) -> Result<BroughtPicture, BadPicture>,
) -> Result<BroughtPicture, AppError> {
    let Ok(_place) = PLACES.try_acquire() else {
        return Err(AppError::say("Other pictures are being read just now. Try again in a moment."));
    };
    let upload = app.attachments().bytes(&file.url, u64::from(file.size), UPLOAD_BYTES_MAX).await;
    let upload = upload.map_err(|it| AppError::say(it.to_string()))?;
    let turn = ONE_AT_A_TIME.acquire().await;
    let taken = tokio::task::spawn_blocking(move || read(&upload)).await;
    drop(turn);
    match taken {
        Ok(taken) => taken.map_err(|it| AppError::say(it.to_string())),
        Err(panic) => {
            tracing::error!(%panic, "a picture that somebody attached couldn't be decoded");
            Err(AppError::say(BadPicture::Damaged.to_string()))
        }
    }
}

/// The picture as the store keeps it.
pub fn stored(picture: &BroughtPicture) -> StoredPicture {
    StoredPicture { hash: picture.hash.to_string(), bytes: picture.bytes.clone() }
}
