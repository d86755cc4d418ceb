//! What's kept between fights, in the database: changes inside a savepoint of the writer's (see `write`), and queries over a read-only
//! connection.

use super::super::{Connection, MOMENT, Pool, Row};
use sqlx::{Row as _, query, query_scalar};

use super::convert::{bits, world};
use super::pictures::{self, BoardOf};
use super::statements::{Tried, count, repeats, some};
use super::uninterrupted::uninterrupted;
use crate::store::bounds;
use crate::store::error::StoreError;
use crate::store::ids::*;
use crate::store::people::*;
use crate::store::pictures::StoredPicture;
use crate::store::records::*;

/// Writes characters and what settles a fight. Returns the id of the first new character, or 0.
pub(super) async fn write_characters(
    db: &mut Connection,
    writes: &[CharacterWrite],
    settles: Option<&Settlement>,
    at_ms: i64,
) -> Tried<i64, StoreError> {
    if let Some(settlement) = settles
        && let Err(refused) = settle(db, settlement).await?
    {
        return Ok(Err(refused));
    }
    let mut first = 0;
    for write in writes {
        let done = match write {
            CharacterWrite::Create { key, name, sheet } => create_character(db, key, name, sheet, at_ms).await?,
            CharacterWrite::Update { id, expected, name, sheet } => {
                update(db, *id, expected, name, sheet, at_ms).await?.map(|()| 0)
            }
        };
        match done {
            Ok(id) if first == 0 => first = id,
            Ok(_) => {}
            Err(refused) => return Ok(Err(refused)),
        }
    }
    Ok(Ok(first))
}

pub(super) async fn create_character(
    db: &mut Connection,
    key: &CharacterKey,
    name: &str,
    sheet: &str,
    at_ms: i64,
) -> Tried<i64, StoreError> {
    let inserted = query_scalar(
        "INSERT INTO characters (application_id, guild_id, owner_id, system, name, folded_name, sheet, updated_at_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
    )
    .bind(bits(key.application_id))
    .bind(bits(key.guild_id))
    .bind(bits(key.owner_id))
    .bind(&key.system)
    .bind(name)
    .bind(bounds::folded(name))
    .bind(sheet)
    .bind(at_ms)
    .fetch_one(db)
    .await;
    match inserted {
        Ok(id) => Ok(Ok(id)),
        Err(error) if repeats(&error, "characters.folded_name") => {
            Ok(Err(StoreError::NameTaken { name: name.to_owned() }))
        }
        Err(error) => Err(error),
    }
}

pub(super) async fn update_character(
    db: &mut Connection,
    id: CharacterId,
    name: &str,
    sheet: &str,
    at_ms: i64,
) -> Tried<i64, StoreError> {
    let updated =
        query("UPDATE characters SET name = $1, folded_name = $2, sheet = $3, updated_at_ms = $4 WHERE id = $5")
            .bind(name)
            .bind(bounds::folded(name))
            .bind(sheet)
            .bind(at_ms)
            .bind(id)
            .execute(db)
            .await;
    match updated {
        Ok(done) => Ok(some(done.rows_affected(), || StoreError::NoSuchCharacter(id))),
        Err(error) if repeats(&error, "characters.folded_name") => {
            Ok(Err(StoreError::NameTaken { name: name.to_owned() }))
        }
        Err(error) => Err(error),
    }
}

async fn settle(db: &mut Connection, it: &Settlement) -> Tried<(), StoreError> {
    let known: i64 =
        query_scalar("SELECT count(*) FROM encounters WHERE id = $1").bind(it.encounter).fetch_one(&mut *db).await?;
    if known == 0 {
        return Ok(Err(StoreError::NoSuchEncounter(it.encounter)));
    }
    let inserted = query(
        "INSERT INTO settlements (encounter_id, head_seq, written, decided_by, decided_at_ms, outcome)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(it.encounter)
    .bind(it.head_seq)
    .bind(i64::from(it.written))
    .bind(bits(it.decided_by))
    .bind(it.decided_at_ms)
    .bind(&it.outcome)
    .execute(db)
    .await;
    match inserted {
        Ok(_) => Ok(Ok(())),
        Err(error) if repeats(&error, "settlements.encounter_id") => Ok(Err(StoreError::AlreadySettled(it.encounter))),
        Err(error) => Err(error),
    }
}

async fn update(
    db: &mut Connection,
    id: CharacterId,
    expected: &str,
    name: &str,
    sheet: &str,
    at_ms: i64,
) -> Tried<(), StoreError> {
    let updated = query(
        "UPDATE characters SET name = $1, folded_name = $2, sheet = $3, updated_at_ms = $4 WHERE id = $5 AND sheet = $6",
    )
    .bind(name)
    .bind(bounds::folded(name))
    .bind(sheet)
    .bind(at_ms)
    .bind(id)
    .bind(expected)
    .execute(&mut *db)
    .await;
    match updated {
        Ok(done) if done.rows_affected() > 0 => Ok(Ok(())),
        Ok(_) => {
            let known: i64 =
                query_scalar("SELECT count(*) FROM characters WHERE id = $1").bind(id).fetch_one(db).await?;
            Ok(Err(if known > 0 { StoreError::CharacterChanged(id) } else { StoreError::NoSuchCharacter(id) }))
        }
        Err(error) if repeats(&error, "characters.folded_name") => {
            Ok(Err(StoreError::NameTaken { name: name.to_owned() }))
        }
        Err(error) => Err(error),
    }
}

pub(super) async fn create_party(db: &mut Connection, new: &NewParty) -> Tried<i64, StoreError> {
    let inserted = query_scalar(
        "INSERT INTO parties (application_id, guild_id, owner_id, system, name, folded_name, created_at_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id",
    )
    .bind(bits(new.application_id))
    .bind(bits(new.guild_id))
    .bind(bits(new.owner_id))
    .bind(&new.system)
    .bind(&new.name)
    .bind(bounds::folded(&new.name))
    .bind(new.created_at_ms)
    .fetch_one(db)
    .await;
    match inserted {
        Ok(id) => Ok(Ok(id)),
        Err(error) if repeats(&error, "parties.folded_name") => {
            Ok(Err(StoreError::NameTaken { name: new.name.clone() }))
        }
        Err(error) => Err(error),
    }
}

pub(super) async fn add_to_party(
    db: &mut Connection,
    party: PartyId,
    character: CharacterId,
) -> Tried<i64, StoreError> {
    let known: i64 = query_scalar("SELECT count(*) FROM parties WHERE id = $1").bind(party).fetch_one(&mut *db).await?;
    if known == 0 {
        return Ok(Err(StoreError::NoSuchParty(party)));
    }
    let known: i64 =
        query_scalar("SELECT count(*) FROM characters WHERE id = $1").bind(character).fetch_one(&mut *db).await?;
    if known == 0 {
        return Ok(Err(StoreError::NoSuchCharacter(character)));
    }
    let insert = query("INSERT INTO party_members (party_id, character_id) VALUES ($1, $2) ON CONFLICT DO NOTHING");
    Ok(Ok(count(insert.bind(party).bind(character).execute(db).await?.rows_affected())))
}

pub(super) async fn save_preparation(
    db: &mut Connection,
    it: &Preparation,
    new: Option<&StoredPicture>,
) -> Tried<i64, StoreError> {
    let id = query_scalar(
        "INSERT INTO preparations
             (application_id, guild_id, owner_id, system, name, folded_name, opening, format_version, updated_at_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (application_id, guild_id, owner_id, folded_name) DO UPDATE
             SET system = excluded.system, name = excluded.name, opening = excluded.opening,
                 format_version = excluded.format_version, updated_at_ms = excluded.updated_at_ms
         RETURNING id",
    )
    .bind(bits(it.application_id))
    .bind(bits(it.guild_id))
    .bind(bits(it.owner_id))
    .bind(&it.system)
    .bind(&it.name)
    .bind(bounds::folded(&it.name))
    .bind(&it.opening)
    .bind(it.format_version)
    .bind(it.updated_at_ms)
    .fetch_one(&mut *db)
    .await?;
    match &it.background {
        Some(background) => Ok(pictures::lay(db, BoardOf::Prepared(id), background, new).await?.map(|_| id)),
        None => {
            query("DELETE FROM backgrounds WHERE preparation_id = $1").bind(id).execute(db).await?;
            Ok(Ok(id))
        }
    }
}

pub(super) async fn delete_preparation(
    db: &mut Connection,
    application: Snowflake,
    guild: Snowflake,
    owner: Snowflake,
    name: &str,
) -> Tried<i64, StoreError> {
    let delete = query(
        "DELETE FROM preparations WHERE application_id = $1 AND guild_id = $2 AND owner_id = $3 AND folded_name = $4",
    );
    let delete = delete.bind(bits(application)).bind(bits(guild)).bind(bits(owner)).bind(bounds::folded(name));
    Ok(Ok(count(delete.execute(db).await?.rows_affected())))
}

fn snowflake(row: &Row, column: &str) -> Result<Snowflake, StoreError> {
    Ok(row.try_get::<i64, _>(column).map_err(world)?.cast_unsigned())
}

pub(super) async fn settlements(db: &Pool, id: EncounterId) -> Result<Vec<Settlement>, StoreError> {
    let rows = query("SELECT * FROM settlements WHERE encounter_id = $1 ORDER BY head_seq").bind(id);
    let read = |row: &Row| {
        Ok(Settlement {
            encounter: row.try_get("encounter_id").map_err(world)?,
            head_seq: row.try_get("head_seq").map_err(world)?,
            written: row.try_get::<i64, _>("written").map_err(world)? != 0,
            decided_by: snowflake(row, "decided_by")?,
            decided_at_ms: row.try_get("decided_at_ms").map_err(world)?,
            outcome: row.try_get("outcome").map_err(world)?,
        })
    };
    rows.fetch_all(db).await.map_err(world)?.iter().map(read).collect()
}

/// A server's parties by name, or the one with a given name.
pub(super) async fn parties(
    db: &Pool,
    application: Snowflake,
    guild: Snowflake,
    name: Option<&str>,
) -> Result<Vec<Party>, StoreError> {
    let (db, folded) = (db.clone(), name.map(bounds::folded));
    uninterrupted(async move { parties_at_once(&db, application, guild, folded).await }).await
}

async fn parties_at_once(
    db: &Pool,
    application: Snowflake,
    guild: Snowflake,
    folded_name: Option<String>,
) -> Result<Vec<Party>, StoreError> {
    let rows = query(
        "SELECT * FROM parties WHERE application_id = $1 AND guild_id = $2 AND folded_name = coalesce($3, folded_name)
         ORDER BY folded_name, id",
    );
    // One transaction, so that no member can disappear between reading the party and its list.
    let mut moment = db.begin_with(MOMENT).await.map_err(world)?;
    let rows = rows.bind(bits(application)).bind(bits(guild)).bind(folded_name);
    let rows = rows.fetch_all(&mut *moment).await.map_err(world)?;
    let mut all = Vec::with_capacity(rows.len());
    for row in &rows {
        let id: PartyId = row.try_get("id").map_err(world)?;
        let members = query_scalar("SELECT character_id FROM party_members WHERE party_id = $1 ORDER BY id");
        all.push(Party {
            id,
            application_id: snowflake(row, "application_id")?,
            guild_id: snowflake(row, "guild_id")?,
            owner_id: snowflake(row, "owner_id")?,
            system: row.try_get("system").map_err(world)?,
            name: row.try_get("name").map_err(world)?,
            members: members.bind(id).fetch_all(&mut *moment).await.map_err(world)?,
        });
    }
    moment.commit().await.map_err(world)?;
    Ok(all)
}

/// An owner's prepared encounters by name, or the one with a given name.
pub(super) async fn preparations(
    db: &Pool,
    application: Snowflake,
    guild: Snowflake,
    owner: Snowflake,
    name: Option<&str>,
) -> Result<Vec<Preparation>, StoreError> {
    let rows = query(
        "SELECT * FROM preparations LEFT JOIN backgrounds ON preparation_id = id
             WHERE application_id = $1 AND guild_id = $2 AND owner_id = $3
             AND folded_name = coalesce($4, folded_name) ORDER BY folded_name, id",
    );
    let rows = rows.bind(bits(application)).bind(bits(guild)).bind(bits(owner)).bind(name.map(bounds::folded));
    let read = |row: &Row| {
        Ok(Preparation {
            application_id: snowflake(row, "application_id")?,
            guild_id: snowflake(row, "guild_id")?,
            owner_id: snowflake(row, "owner_id")?,
            system: row.try_get("system").map_err(world)?,
            name: row.try_get("name").map_err(world)?,
            opening: row.try_get("opening").map_err(world)?,
            background: pictures::read(row)?,
            format_version: row.try_get("format_version").map_err(world)?,
            updated_at_ms: row.try_get("updated_at_ms").map_err(world)?,
        })
    };
    rows.fetch_all(db).await.map_err(world)?.iter().map(read).collect()
}

/// The parties that a person created, in all servers.
pub(super) async fn parties_of(db: &Pool, application: Snowflake, owner: Snowflake) -> Result<Vec<Party>, StoreError> {
    let mut all = vec![];
    let guilds = "SELECT DISTINCT guild_id FROM parties WHERE application_id = $1 AND owner_id = $2 ORDER BY guild_id";
    for guild in guilds_of(db, guilds, application, owner).await? {
        all.extend(parties(db, application, guild, None).await?.into_iter().filter(|it| it.owner_id == owner));
    }
    Ok(all)
}

/// The encounters that a person prepared, in all servers.
pub(super) async fn preparations_of(
    db: &Pool,
    application: Snowflake,
    owner: Snowflake,
) -> Result<Vec<Preparation>, StoreError> {
    let mut all = vec![];
    let guilds =
        "SELECT DISTINCT guild_id FROM preparations WHERE application_id = $1 AND owner_id = $2 ORDER BY guild_id";
    for guild in guilds_of(db, guilds, application, owner).await? {
        all.extend(preparations(db, application, guild, owner, None).await?);
    }
    Ok(all)
}

async fn guilds_of(
    db: &Pool,
    guilds: &'static str,
    application: Snowflake,
    owner: Snowflake,
) -> Result<Vec<Snowflake>, StoreError> {
    let guilds = query_scalar::<_, i64>(guilds).bind(bits(application)).bind(bits(owner));
    Ok(guilds.fetch_all(db).await.map_err(world)?.into_iter().map(i64::cast_unsigned).collect())
}
