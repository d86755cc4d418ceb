//! Pictures in the database: changes inside a savepoint of the writer's (see `write`), and queries over a read-only connection. Triggers
//! delete a picture with the last reference to it.

use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{Row as _, query, query_scalar};

use super::super::error::StoreError;
use super::super::ids::*;
use super::super::pictures::{Background, FINISHED_BACKGROUNDS_MAX, StoredPicture};
use super::convert::world;
use super::statements::{Tried, count};

/// Keeps a picture's bytes, unless they're kept already.
async fn keep(db: &mut SqliteConnection, picture: &StoredPicture) -> Result<(), sqlx::Error> {
    let insert = "INSERT INTO pictures (hash, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING";
    query(insert).bind(&picture.hash).bind(&picture.bytes).execute(db).await?;
    Ok(())
}

/// The board that a picture lies below.
#[derive(Clone, Copy)]
pub(super) enum BoardOf {
    Fight(EncounterId),
    Prepared(i64),
}

/// Puts a picture below a board in the place of another. It's kept before the old one goes: it may be the same.
pub(super) async fn lay(
    db: &mut SqliteConnection,
    below: BoardOf,
    it: &Background,
    new: Option<&StoredPicture>,
) -> Tried<i64, StoreError> {
    if let Some(picture) = new {
        keep(db, picture).await?;
    }
    let known = "SELECT count(*) FROM pictures WHERE hash = ?";
    if query_scalar::<_, i64>(known).bind(&it.picture).fetch_one(&mut *db).await? == 0 {
        return Ok(Err(StoreError::NoSuchPicture(it.picture.clone())));
    }
    let (fight, prepared) = match below {
        BoardOf::Fight(id) => (Some(id), None),
        BoardOf::Prepared(id) => (None, Some(id)),
    };
    // Changed in place: a moment without a reference would cost a picture that stays.
    let laid = query(
        "INSERT INTO backgrounds
             (encounter_id, preparation_id, picture, wide_px, high_px, square_hundredths, left_px, top_px)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET picture = excluded.picture, wide_px = excluded.wide_px, high_px = excluded.high_px,
             square_hundredths = excluded.square_hundredths, left_px = excluded.left_px, top_px = excluded.top_px",
    )
    .bind(fight)
    .bind(prepared)
    .bind(&it.picture)
    .bind(it.wide_px)
    .bind(it.high_px)
    .bind(it.square_hundredths)
    .bind(it.left_px)
    .bind(it.top_px)
    .execute(db)
    .await?;
    Ok(Ok(count(laid.rows_affected())))
}

/// See [`PictureStore::set_background`](super::super::PictureStore::set_background).
pub(super) async fn set_background(
    db: &mut SqliteConnection,
    encounter: EncounterId,
    background: &Background,
    new: Option<&StoredPicture>,
) -> Tried<i64, StoreError> {
    let known = "SELECT count(*) FROM encounters WHERE id = ?";
    if query_scalar::<_, i64>(known).bind(encounter).fetch_one(&mut *db).await? == 0 {
        return Ok(Err(StoreError::NoSuchEncounter(encounter)));
    }
    if let Err(refused) = lay(db, BoardOf::Fight(encounter), background, new).await? {
        return Ok(Err(refused));
    }
    let old = "DELETE FROM backgrounds WHERE encounter_id IN (
                   SELECT past.id FROM encounters AS past JOIN encounters AS this USING (application_id, channel_id)
                   JOIN backgrounds ON backgrounds.encounter_id = past.id
                   WHERE this.id = ?1 AND past.id <> ?1 AND past.status = 'over'
                   ORDER BY past.id DESC LIMIT -1 OFFSET ?2)";
    let kept = i64::try_from(FINISHED_BACKGROUNDS_MAX).unwrap_or(i64::MAX);
    Ok(Ok(count(query(old).bind(encounter).bind(kept).execute(db).await?.rows_affected())))
}

pub(super) async fn remove_background(db: &mut SqliteConnection, encounter: EncounterId) -> Tried<i64, StoreError> {
    let gone = query("DELETE FROM backgrounds WHERE encounter_id = ?").bind(encounter).execute(db).await?;
    Ok(Ok(count(gone.rows_affected())))
}

pub(super) async fn set_portrait(
    db: &mut SqliteConnection,
    character: CharacterId,
    picture: &StoredPicture,
) -> Tried<i64, StoreError> {
    let known = "SELECT count(*) FROM characters WHERE id = ?";
    if query_scalar::<_, i64>(known).bind(character).fetch_one(&mut *db).await? == 0 {
        return Ok(Err(StoreError::NoSuchCharacter(character)));
    }
    keep(db, picture).await?;
    let set = "INSERT INTO portraits (character_id, picture) VALUES (?, ?)
               ON CONFLICT DO UPDATE SET picture = excluded.picture";
    Ok(Ok(count(query(set).bind(character).bind(&picture.hash).execute(db).await?.rows_affected())))
}

pub(super) async fn remove_portrait(db: &mut SqliteConnection, character: CharacterId) -> Tried<i64, StoreError> {
    let gone = query("DELETE FROM portraits WHERE character_id = ?").bind(character).execute(db).await?;
    Ok(Ok(count(gone.rows_affected())))
}

pub(super) async fn background(db: &SqlitePool, encounter: EncounterId) -> Result<Option<Background>, StoreError> {
    let row = query("SELECT * FROM backgrounds WHERE encounter_id = ?").bind(encounter);
    Ok(row.fetch_optional(db).await.map_err(world)?.as_ref().map(read).transpose()?.flatten())
}

/// A background from its columns; `None` if they're empty.
pub(super) fn read(row: &SqliteRow) -> Result<Option<Background>, StoreError> {
    let Some(picture) = row.try_get::<Option<String>, _>("picture").map_err(world)? else { return Ok(None) };
    Ok(Some(Background {
        picture,
        wide_px: row.try_get("wide_px").map_err(world)?,
        high_px: row.try_get("high_px").map_err(world)?,
        square_hundredths: row.try_get("square_hundredths").map_err(world)?,
        left_px: row.try_get("left_px").map_err(world)?,
        top_px: row.try_get("top_px").map_err(world)?,
    }))
}

pub(super) async fn portraits(db: &SqlitePool, of: &[CharacterId]) -> Result<Vec<(CharacterId, String)>, StoreError> {
    let mut found = vec![];
    for id in of {
        let hash = query_scalar("SELECT picture FROM portraits WHERE character_id = ?").bind(id);
        found.extend(hash.fetch_optional(db).await.map_err(world)?.map(|hash: String| (*id, hash)));
    }
    Ok(found)
}

pub(super) async fn picture(db: &SqlitePool, hash: &str) -> Result<Option<Vec<u8>>, StoreError> {
    query_scalar("SELECT bytes FROM pictures WHERE hash = ?").bind(hash).fetch_optional(db).await.map_err(world)
}
