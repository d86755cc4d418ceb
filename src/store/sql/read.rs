//! Each query to the database, over a read-only connection.

use super::super::{MOMENT, Pool, Row};
use sqlx::{Row as _, query};

use super::convert::{bits, world};
use super::uninterrupted::uninterrupted;
use crate::store::bounds;
use crate::store::error::StoreError;
use crate::store::ids::*;
use crate::store::records::*;
use crate::store::seed::{CommittedSeed, SeedBytes};

/// The most messages that one read of the outbox returns.
const MAX_DUE: i64 = 500;

/// A header's columns, in the order [`header`] takes them. The seed isn't among them: only [`seeds`] reads that column.
macro_rules! headers {
    ($rest:literal) => {
        concat!("SELECT ", header_columns!(), " FROM encounters ", $rest)
    };
}

macro_rules! header_columns {
    () => {
        "encounters.id, encounters.application_id, guild_id, channel_id, system, name, created_at_ms, status, format_version, head_seq,
         (SELECT commitment FROM seeds WHERE encounter_id = encounters.id ORDER BY from_seq DESC LIMIT 1) AS commitment"
    };
}
pub(super) use header_columns;

fn snowflake(row: &Row, column: &str) -> Result<Snowflake, StoreError> {
    Ok(row.try_get::<i64, _>(column).map_err(world)?.cast_unsigned())
}

fn snowflake_if_any(row: &Row, column: &str) -> Result<Option<Snowflake>, StoreError> {
    Ok(row.try_get::<Option<i64>, _>(column).map_err(world)?.map(i64::cast_unsigned))
}

pub(super) fn header(row: &Row) -> Result<Header, StoreError> {
    Ok(Header {
        id: row.try_get("id").map_err(world)?,
        application_id: snowflake(row, "application_id")?,
        guild_id: snowflake_if_any(row, "guild_id")?,
        channel_id: snowflake(row, "channel_id")?,
        system: row.try_get("system").map_err(world)?,
        name: row.try_get("name").map_err(world)?,
        created_at_ms: row.try_get("created_at_ms").map_err(world)?,
        status: row.try_get::<&str, _>("status").map_err(world)?.parse()?,
        commitment: row.try_get("commitment").map_err(world)?,
        format_version: row.try_get("format_version").map_err(world)?,
        head_seq: row.try_get("head_seq").map_err(world)?,
    })
}

pub(super) async fn open_encounters(db: &Pool, application: Snowflake) -> Result<Vec<Header>, StoreError> {
    let open = headers!("WHERE application_id = $1 AND status <> 'over' ORDER BY id");
    query(open).bind(bits(application)).fetch_all(db).await.map_err(world)?.iter().map(header).collect()
}

pub(super) async fn open_fights(
    db: &Pool,
    application: Snowflake,
    after: Option<Snowflake>,
    [first, second]: [&str; 2],
) -> Result<Vec<OpenFight>, StoreError> {
    // By the index of open fights. The scope is written as `encounter_scope` writes it.
    let page = "SELECT encounters.id, guild_id, channel_id, head_seq, first.value AS first, second.value AS second
         FROM encounters
         LEFT JOIN settings AS first ON first.application_id = encounters.application_id
                                    AND first.scope = 'encounter:' || encounters.id AND first.key = $3
         LEFT JOIN settings AS second ON second.application_id = encounters.application_id
                                     AND second.scope = 'encounter:' || encounters.id AND second.key = $4
         WHERE encounters.application_id = $1 AND channel_id > $2 AND status <> 'over'
         ORDER BY channel_id LIMIT $5";
    let page = query(page).bind(bits(application)).bind(after.map_or(i64::MIN, bits)).bind(first).bind(second);
    let page = page.bind(OPEN_PAGE as i64).fetch_all(db).await.map_err(world)?;
    let fight = |row: &Row| {
        Ok(OpenFight {
            id: row.try_get("id").map_err(world)?,
            guild_id: snowflake_if_any(row, "guild_id")?,
            channel_id: snowflake(row, "channel_id")?,
            head_seq: row.try_get("head_seq").map_err(world)?,
            values: [row.try_get("first").map_err(world)?, row.try_get("second").map_err(world)?],
        })
    };
    page.iter().map(fight).collect()
}

pub(super) async fn encounter(db: &Pool, id: EncounterId) -> Result<Option<Header>, StoreError> {
    query(headers!("WHERE id = $1")).bind(id).fetch_optional(db).await.map_err(world)?.as_ref().map(header).transpose()
}

pub(super) async fn encounter_in(
    db: &Pool,
    application: Snowflake,
    channel: Snowflake,
) -> Result<Option<Header>, StoreError> {
    let open = headers!("WHERE application_id = $1 AND channel_id = $2 AND status <> 'over'");
    let row = query(open).bind(bits(application)).bind(bits(channel)).fetch_optional(db).await.map_err(world)?;
    row.as_ref().map(header).transpose()
}

pub(super) async fn encounters_in(
    db: &Pool,
    application: Snowflake,
    channel: Snowflake,
) -> Result<Vec<Header>, StoreError> {
    let all = headers!("WHERE application_id = $1 AND channel_id = $2 ORDER BY id DESC LIMIT 25");
    let rows = query(all).bind(bits(application)).bind(bits(channel)).fetch_all(db).await.map_err(world)?;
    rows.iter().map(header).collect()
}

pub(super) const ROWS_SINCE: &str = "SELECT seq, at_ms, actor, interaction_id, body, format_version FROM log
                          WHERE encounter_id = $1 AND seq > $2 ORDER BY seq";

fn log_row(row: &Row) -> Result<StoredRow, StoreError> {
    Ok(StoredRow {
        seq: row.try_get("seq").map_err(world)?,
        at_ms: row.try_get("at_ms").map_err(world)?,
        actor: row.try_get("actor").map_err(world)?,
        interaction_id: snowflake_if_any(row, "interaction_id")?,
        body: row.try_get("body").map_err(world)?,
        format_version: row.try_get("format_version").map_err(world)?,
    })
}

pub(super) async fn load(db: &Pool, id: EncounterId) -> Result<SavedFight, StoreError> {
    let db = db.clone();
    uninterrupted(async move { load_at_once(&db, id).await }).await
}

async fn load_at_once(db: &Pool, id: EncounterId) -> Result<SavedFight, StoreError> {
    // One transaction, so that no row can come between the header and the log.
    let mut moment = db.begin_with(MOMENT).await.map_err(world)?;
    let found = query(headers!("WHERE id = $1")).bind(id).fetch_optional(&mut *moment).await.map_err(world)?;
    let header = header(found.as_ref().ok_or(StoreError::NoSuchEncounter(id))?)?;
    let opening = query("SELECT body FROM openings WHERE encounter_id = $1").bind(id);
    let opening = opening.fetch_one(&mut *moment).await.map_err(world)?.try_get(0).map_err(world)?;
    let rows = query(ROWS_SINCE).bind(id).bind(0_i64).fetch_all(&mut *moment).await.map_err(world)?;
    moment.commit().await.map_err(world)?;
    let rows: Vec<StoredRow> = rows.iter().map(log_row).collect::<Result<_, _>>()?;
    let whole =
        rows.iter().zip(1..).all(|(row, seq)| row.seq == seq) && rows.len() as u64 == header.head_seq.cast_unsigned();
    if !whole {
        return Err(StoreError::Unreadable(format!("the log of encounter {id} has a gap")));
    }
    Ok(SavedFight { header, opening, rows })
}

pub(super) async fn rows_since(db: &Pool, id: EncounterId, seq: i64) -> Result<Vec<StoredRow>, StoreError> {
    query(ROWS_SINCE).bind(id).bind(seq).fetch_all(db).await.map_err(world)?.iter().map(log_row).collect()
}

/// The only reader of the column with the secret.
pub(super) async fn seeds(db: &Pool, id: EncounterId) -> Result<Vec<(i64, CommittedSeed)>, StoreError> {
    let rows = query("SELECT from_seq, seed, commitment FROM seeds WHERE encounter_id = $1 ORDER BY from_seq");
    let rows = rows.bind(id).fetch_all(db).await.map_err(world)?;
    rows.iter()
        .map(|row| {
            let bytes: &[u8] = row.try_get("seed").map_err(world)?;
            let bytes = bytes.try_into().map_err(|_| StoreError::Unreadable("a seed is not 32 bytes long".into()))?;
            let commitment = row.try_get("commitment").map_err(world)?;
            Ok((row.try_get("from_seq").map_err(world)?, CommittedSeed { seed: SeedBytes::new(bytes), commitment }))
        })
        .collect()
}

fn outgoing(row: &Row) -> Result<Outgoing, StoreError> {
    Ok(Outgoing {
        id: row.try_get("id").map_err(world)?,
        encounter: row.try_get("encounter_id").map_err(world)?,
        notice: Notice {
            seq: row.try_get("seq").map_err(world)?,
            kind: row.try_get("kind").map_err(world)?,
            slot: row.try_get("slot").map_err(world)?,
            channel_id: snowflake(row, "channel_id")?,
            nonce: row.try_get("nonce").map_err(world)?,
            payload: row.try_get("payload").map_err(world)?,
            created_at_ms: row.try_get("created_at_ms").map_err(world)?,
        },
        state: row.try_get::<&str, _>("state").map_err(world)?.parse()?,
        message_id: snowflake_if_any(row, "message_id")?,
        attempts: row.try_get("attempts").map_err(world)?,
        note: row.try_get("note").map_err(world)?,
    })
}

pub(super) async fn due(db: &Pool, application: Snowflake) -> Result<Vec<Outgoing>, StoreError> {
    let due = query(
        "SELECT outbox.* FROM outbox JOIN encounters ON encounters.id = outbox.encounter_id
         WHERE state = 'due' AND application_id = $1 ORDER BY outbox.id LIMIT $2",
    );
    due.bind(bits(application)).bind(MAX_DUE).fetch_all(db).await.map_err(world)?.iter().map(outgoing).collect()
}

pub(super) async fn oldest_due(db: &Pool, application: Snowflake) -> Result<Vec<(Option<Snowflake>, i64)>, StoreError> {
    let oldest = query(
        "SELECT guild_id, min(outbox.created_at_ms) AS since FROM outbox JOIN encounters ON encounters.id = outbox.encounter_id
         WHERE state = 'due' AND application_id = $1 GROUP BY guild_id",
    );
    let read = |row: &Row| Ok((snowflake_if_any(row, "guild_id")?, row.try_get("since").map_err(world)?));
    oldest.bind(bits(application)).fetch_all(db).await.map_err(world)?.iter().map(read).collect()
}

pub(super) async fn due_of(db: &Pool, encounter: EncounterId) -> Result<Vec<Outgoing>, StoreError> {
    let due = query("SELECT * FROM outbox WHERE encounter_id = $1 AND state = 'due' ORDER BY id LIMIT $2");
    due.bind(encounter).bind(MAX_DUE).fetch_all(db).await.map_err(world)?.iter().map(outgoing).collect()
}

pub(super) async fn outbox(db: &Pool, encounter: EncounterId) -> Result<Vec<Outgoing>, StoreError> {
    let all = query("SELECT * FROM outbox WHERE encounter_id = $1 ORDER BY id");
    all.bind(encounter).fetch_all(db).await.map_err(world)?.iter().map(outgoing).collect()
}

fn shown(row: &Row) -> Result<ShownMessage, StoreError> {
    Ok(ShownMessage {
        slot: row.try_get("slot").map_err(world)?,
        channel_id: snowflake(row, "channel_id")?,
        message_id: snowflake(row, "message_id")?,
        created_at_ms: row.try_get("created_at_ms").map_err(world)?,
    })
}

pub(super) async fn message(db: &Pool, encounter: EncounterId, slot: &str) -> Result<Option<ShownMessage>, StoreError> {
    let row = query("SELECT * FROM messages WHERE encounter_id = $1 AND slot = $2").bind(encounter).bind(slot);
    row.fetch_optional(db).await.map_err(world)?.as_ref().map(shown).transpose()
}

pub(super) async fn messages(db: &Pool, encounter: EncounterId) -> Result<Vec<ShownMessage>, StoreError> {
    let rows = query("SELECT * FROM messages WHERE encounter_id = $1 ORDER BY slot").bind(encounter);
    rows.fetch_all(db).await.map_err(world)?.iter().map(shown).collect()
}

fn saved_character(row: &Row) -> Result<Character, StoreError> {
    Ok(Character {
        id: row.try_get("id").map_err(world)?,
        key: CharacterKey {
            application_id: snowflake(row, "application_id")?,
            guild_id: snowflake(row, "guild_id")?,
            owner_id: snowflake(row, "owner_id")?,
            system: row.try_get("system").map_err(world)?,
        },
        name: row.try_get("name").map_err(world)?,
        sheet: row.try_get("sheet").map_err(world)?,
        updated_at_ms: row.try_get("updated_at_ms").map_err(world)?,
    })
}

pub(super) async fn character(db: &Pool, id: CharacterId) -> Result<Option<Character>, StoreError> {
    let row = query("SELECT * FROM characters WHERE id = $1").bind(id).fetch_optional(db).await.map_err(world)?;
    row.as_ref().map(saved_character).transpose()
}

pub(super) async fn find_character(db: &Pool, key: &CharacterKey, name: &str) -> Result<Option<Character>, StoreError> {
    let row = query(
        "SELECT * FROM characters
         WHERE application_id = $1 AND guild_id = $2 AND owner_id = $3 AND system = $4 AND folded_name = $5",
    )
    .bind(bits(key.application_id))
    .bind(bits(key.guild_id))
    .bind(bits(key.owner_id))
    .bind(&key.system)
    .bind(bounds::folded(name))
    .fetch_optional(db)
    .await
    .map_err(world)?;
    row.as_ref().map(saved_character).transpose()
}

pub(super) async fn characters(
    db: &Pool,
    application: Snowflake,
    guild: Snowflake,
    owner: Option<Snowflake>,
) -> Result<Vec<Character>, StoreError> {
    let rows = query(
        "SELECT * FROM characters WHERE application_id = $1 AND guild_id = $2 AND owner_id = coalesce($3, owner_id)
         ORDER BY folded_name, id",
    );
    let rows = rows.bind(bits(application)).bind(bits(guild)).bind(owner.map(bits));
    rows.fetch_all(db).await.map_err(world)?.iter().map(saved_character).collect()
}

pub(super) async fn characters_of(
    db: &Pool,
    application: Snowflake,
    owner: Snowflake,
) -> Result<Vec<Character>, StoreError> {
    let rows = query("SELECT * FROM characters WHERE application_id = $1 AND owner_id = $2 ORDER BY id");
    let rows = rows.bind(bits(application)).bind(bits(owner));
    rows.fetch_all(db).await.map_err(world)?.iter().map(saved_character).collect()
}

pub(super) async fn nonce(db: &Pool, encounter: EncounterId, slot: &str) -> Result<String, StoreError> {
    let next = "SELECT (SELECT value FROM meta WHERE key = 'nonce_salt'),
                       coalesce((SELECT used FROM nonces WHERE encounter_id = $1 AND slot = $2), 0)
                FROM encounters WHERE id = $1";
    let next = sqlx::query_as(next).bind(encounter).bind(slot).fetch_optional(db).await.map_err(world)?;
    let (salt, used): (String, i64) = next.ok_or(StoreError::NoSuchEncounter(encounter))?;
    Ok(crate::store::nonce::nonce(&salt, encounter, slot, used))
}

pub(super) async fn setting(
    db: &Pool,
    application: Snowflake,
    scope: &str,
    key: &str,
) -> Result<Option<String>, StoreError> {
    let value = sqlx::query_scalar("SELECT value FROM settings WHERE application_id = $1 AND scope = $2 AND key = $3");
    value.bind(bits(application)).bind(scope).bind(key).fetch_optional(db).await.map_err(world)
}

pub(super) async fn settings(
    db: &Pool,
    application: Snowflake,
    scope: &str,
) -> Result<Vec<(String, String)>, StoreError> {
    let rows = sqlx::query_as("SELECT key, value FROM settings WHERE application_id = $1 AND scope = $2 ORDER BY key");
    rows.bind(bits(application)).bind(scope).fetch_all(db).await.map_err(world)
}
