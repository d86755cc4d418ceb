//! Pictures in the database: changes inside a savepoint of the writer's (see `write`), and queries over a read-only connection. Triggers
//! delete a picture with the last reference to it.

use super::super::{Connection, Pool, Row};
use sqlx::{Row as _, query, query_scalar};

use super::convert::world;
use super::statements::{Tried, count};
use crate::store::error::StoreError;
use crate::store::ids::*;
use crate::store::pictures::{Background, FINISHED_BACKGROUNDS_MAX, StoredPicture};

/// Keeps a picture's bytes, unless they're kept already.
async fn keep(db: &mut Connection, picture: &StoredPicture) -> Result<(), sqlx::Error> {
    let insert = "INSERT INTO pictures (hash, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    query(insert).bind(&picture.hash).bind(&picture.bytes).execute(db).await?;
    Ok(())
}

/// The board that a picture lies below.
#[derive(Clone, Copy)]
pub(super) enum BoardOf {
    Fight(EncounterId),
    Prepared(i64),
}

/// The statement that puts a picture below a board found by this column.
macro_rules! lay_below {
    ($board:literal) => {
        concat!(
            "INSERT INTO backgrounds (",
            $board,
            ", picture, wide_px, high_px, square_hundredths, left_px, top_px) VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (",
            $board,
            ") DO UPDATE SET picture = excluded.picture, wide_px = excluded.wide_px, high_px = excluded.high_px,
                 square_hundredths = excluded.square_hundredths, left_px = excluded.left_px, top_px = excluded.top_px"
        )
    };
}

/// Puts a picture below a board in the place of another. It's kept before the old one goes: it may be the same.
pub(super) async fn lay(
    db: &mut Connection,
    below: BoardOf,
    it: &Background,
    new: Option<&StoredPicture>,
) -> Tried<i64, StoreError> {
    if let Some(picture) = new {
        keep(db, picture).await?;
    }
    let known = "SELECT count(*) FROM pictures WHERE hash = $1";
    if query_scalar::<_, i64>(known).bind(&it.picture).fetch_one(&mut *db).await? == 0 {
        return Ok(Err(StoreError::NoSuchPicture(it.picture.clone())));
    }
    // Changed in place: a moment without a reference would cost a picture that stays.
    let (laid, board) = match below {
        BoardOf::Fight(id) => (lay_below!("encounter_id"), id),
        BoardOf::Prepared(id) => (lay_below!("preparation_id"), id),
    };
    let laid = query(laid)
        .bind(board)
        .bind(&it.picture)
        .bind(i64::from(it.wide_px))
        .bind(i64::from(it.high_px))
        .bind(i64::from(it.square_hundredths))
        .bind(i64::from(it.left_px))
        .bind(i64::from(it.top_px))
        .execute(db)
        .await?;
    Ok(Ok(count(laid.rows_affected())))
}

/// See [`PictureStore::set_background`](crate::store::PictureStore::set_background).
pub(super) async fn set_background(
    db: &mut Connection,
    encounter: EncounterId,
    background: &Background,
    new: Option<&StoredPicture>,
) -> Tried<i64, StoreError> {
    let known = "SELECT count(*) FROM encounters WHERE id = $1";
    if query_scalar::<_, i64>(known).bind(encounter).fetch_one(&mut *db).await? == 0 {
        return Ok(Err(StoreError::NoSuchEncounter(encounter)));
    }
    if let Err(refused) = lay(db, BoardOf::Fight(encounter), background, new).await? {
        return Ok(Err(refused));
    }
    let old = "DELETE FROM backgrounds WHERE encounter_id IN (
                   SELECT past.id FROM encounters AS past JOIN encounters AS this USING (application_id, channel_id)
                   JOIN backgrounds ON backgrounds.encounter_id = past.id
                   WHERE this.id = $1 AND past.id <> $1 AND past.status = 'over'
                   ORDER BY past.id DESC LIMIT 9223372036854775807 OFFSET $2)";
    let kept = i64::try_from(FINISHED_BACKGROUNDS_MAX).unwrap_or(i64::MAX);
    Ok(Ok(count(query(old).bind(encounter).bind(kept).execute(db).await?.rows_affected())))
}

pub(super) async fn remove_background(db: &mut Connection, encounter: EncounterId) -> Tried<i64, StoreError> {
    let gone = query("DELETE FROM backgrounds WHERE encounter_id = $1").bind(encounter).execute(db).await?;
    Ok(Ok(count(gone.rows_affected())))
}

pub(super) async fn set_portrait(
    db: &mut Connection,
    character: CharacterId,
    picture: &StoredPicture,
) -> Tried<i64, StoreError> {
    let known = "SELECT count(*) FROM characters WHERE id = $1";
    if query_scalar::<_, i64>(known).bind(character).fetch_one(&mut *db).await? == 0 {
        return Ok(Err(StoreError::NoSuchCharacter(character)));
    }
    keep(db, picture).await?;
    let set = "INSERT INTO portraits (character_id, picture) VALUES ($1, $2)
               ON CONFLICT (character_id) DO UPDATE SET picture = excluded.picture";
    Ok(Ok(count(query(set).bind(character).bind(&picture.hash).execute(db).await?.rows_affected())))
}

pub(super) async fn remove_portrait(db: &mut Connection, character: CharacterId) -> Tried<i64, StoreError> {
    let gone = query("DELETE FROM portraits WHERE character_id = $1").bind(character).execute(db).await?;
    Ok(Ok(count(gone.rows_affected())))
}

pub(super) async fn background(db: &Pool, encounter: EncounterId) -> Result<Option<Background>, StoreError> {
    let row = query("SELECT * FROM backgrounds WHERE encounter_id = $1").bind(encounter);
    Ok(row.fetch_optional(db).await.map_err(world)?.as_ref().map(read).transpose()?.flatten())
}

/// A background from its columns; `None` if they're empty.
pub(super) fn read(row: &Row) -> Result<Option<Background>, StoreError> {
    let Some(picture) = row.try_get::<Option<String>, _>("picture").map_err(world)? else { return Ok(None) };
    Ok(Some(Background {
        picture,
        wide_px: pixels(row, "wide_px")?,
        high_px: pixels(row, "high_px")?,
        square_hundredths: pixels(row, "square_hundredths")?,
        left_px: pixels(row, "left_px")?,
        top_px: pixels(row, "top_px")?,
    }))
}

fn pixels<N: TryFrom<i64>>(row: &Row, column: &str) -> Result<N, StoreError> {
    let pixels: i64 = row.try_get(column).map_err(world)?;
    N::try_from(pixels).map_err(|_| StoreError::Unreadable(format!("{pixels} in the column {column}")))
}

pub(super) async fn portraits(db: &Pool, of: &[CharacterId]) -> Result<Vec<(CharacterId, String)>, StoreError> {
    let mut found = vec![];
    for id in of {
        let hash = query_scalar("SELECT picture FROM portraits WHERE character_id = $1").bind(id);
        found.extend(hash.fetch_optional(db).await.map_err(world)?.map(|hash: String| (*id, hash)));
    }
    Ok(found)
}

pub(super) async fn picture(db: &Pool, hash: &str) -> Result<Option<Vec<u8>>, StoreError> {
    query_scalar("SELECT bytes FROM pictures WHERE hash = $1").bind(hash).fetch_optional(db).await.map_err(world)
}
