//! What's kept about a person, in the database: queries over a read-only connection, and changes inside a savepoint of the writer's.

use std::collections::BTreeSet;

use super::super::{Connection, HOLD_FIGHT, Pool, Row};
use sqlx::{Row as _, query, query_scalar};

use super::convert::{bits, world};
use super::statements::{Tried, count};
use crate::store::error::StoreError;
use crate::store::fight_person::FightPerson;
use crate::store::ids::*;
use crate::store::privacy::{FIRST_ID, ForgottenPerson, people_in_slot};
use crate::store::records::encounter_scope;

pub(super) async fn people(db: &Pool, id: EncounterId) -> Result<Vec<FightPerson>, StoreError> {
    let rows = query("SELECT person_id, number FROM fight_people WHERE encounter_id = $1 ORDER BY number").bind(id);
    let read = |row: &Row| {
        Ok(FightPerson {
            person_id: row.try_get::<i64, _>("person_id").map_err(world)?.cast_unsigned(),
            number: row.try_get::<i64, _>("number").map_err(world)?.cast_unsigned(),
        })
    };
    rows.fetch_all(db).await.map_err(world)?.iter().map(read).collect()
}

/// The servers in which anything is kept.
pub(super) async fn guilds(db: &Pool, application: Snowflake) -> Result<Vec<Snowflake>, StoreError> {
    // 0 holds what was made in direct messages.
    let all = query_scalar::<_, i64>(
        "SELECT guild_id FROM encounters WHERE application_id = $1 AND guild_id IS NOT NULL
         UNION SELECT guild_id FROM characters WHERE application_id = $1
         UNION SELECT guild_id FROM parties WHERE application_id = $1
         UNION SELECT guild_id FROM preparations WHERE application_id = $1",
    );
    let all = all.bind(bits(application)).fetch_all(db).await.map_err(world)?;
    let scopes = "SELECT DISTINCT scope FROM settings WHERE application_id = $1 AND scope LIKE 'guild:%'";
    let scopes: Vec<String> = query_scalar(scopes).bind(bits(application)).fetch_all(db).await.map_err(world)?;
    let configured = scopes.iter().filter_map(|it| it.strip_prefix("guild:")?.parse().ok());
    let all: BTreeSet<_> = all.into_iter().map(i64::cast_unsigned).chain(configured).filter(|it| *it != 0).collect();
    Ok(all.into_iter().collect())
}

/// Those who are new to a fight.
pub(super) async fn meet(
    db: &mut Connection,
    encounter: EncounterId,
    people: &[FightPerson],
) -> Result<(), sqlx::Error> {
    for it in people {
        // A batch whose answer was lost is decided again, with the same numbers.
        query("INSERT INTO fight_people (encounter_id, person_id, number) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(encounter)
            .bind(bits(it.person_id))
            .bind(it.number.cast_signed())
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

/// Deletes a person's characters, parties, prepared encounters and settings. Returns how many rows there were.
pub(super) async fn delete_belongings(
    db: &mut Connection,
    application: Snowflake,
    person: Snowflake,
) -> Tried<i64, StoreError> {
    let mut gone = 0;
    for delete in [
        "DELETE FROM characters WHERE application_id = $1 AND owner_id = $2",
        "DELETE FROM parties WHERE application_id = $1 AND owner_id = $2",
        "DELETE FROM preparations WHERE application_id = $1 AND owner_id = $2",
    ] {
        gone += query(delete).bind(bits(application)).bind(bits(person)).execute(&mut *db).await?.rows_affected();
    }
    let settings = query("DELETE FROM settings WHERE application_id = $1 AND scope = $2");
    let settings = settings.bind(bits(application)).bind(format!("user:{person}"));
    gone += settings.execute(db).await?.rows_affected();
    Ok(Ok(count(gone)))
}

/// Puts the number in the person's place. Returns 0 and changes nothing if the fight goes on, or has gone on since.
pub(super) async fn forget(db: &mut Connection, it: &ForgottenPerson) -> Tried<i64, StoreError> {
    // Changes nothing, but nobody appends to it from now on until this is done.
    let held = "UPDATE encounters SET head_seq = head_seq WHERE id = $1 AND status = 'over' AND head_seq = $2
                RETURNING application_id";
    let held: Option<i64> = query_scalar(held).bind(it.encounter).bind(it.head_seq).fetch_optional(&mut *db).await?;
    let Some(application) = held else {
        let known = query_scalar::<_, i64>("SELECT count(*) FROM encounters WHERE id = $1").bind(it.encounter);
        return Ok(match known.fetch_one(db).await? {
            0 => Err(StoreError::NoSuchEncounter(it.encounter)),
            _ => Ok(0),
        });
    };
    if let Some(opening) = &it.opening {
        let write = query("UPDATE openings SET body = $1 WHERE encounter_id = $2");
        write.bind(opening).bind(it.encounter).execute(&mut *db).await?;
    }
    for (seq, actor, body) in &it.rows {
        let write = query("UPDATE log SET actor = $1, body = $2 WHERE encounter_id = $3 AND seq = $4");
        write.bind(actor).bind(body).bind(it.encounter).bind(seq).execute(&mut *db).await?;
    }
    for (id, payload) in &it.outbox {
        let write = query("UPDATE outbox SET payload = $1 WHERE id = $2 AND encounter_id = $3");
        write.bind(payload).bind(id).bind(it.encounter).execute(&mut *db).await?;
    }
    for (key, value) in &it.settings {
        let write = query("UPDATE settings SET value = $1 WHERE application_id = $2 AND scope = $3 AND key = $4");
        let write = write.bind(value).bind(application).bind(encounter_scope(it.encounter)).bind(key);
        write.execute(&mut *db).await?;
    }
    for (head_seq, decided_by, outcome) in &it.settlements {
        let write =
            query("UPDATE settlements SET decided_by = $1, outcome = $2 WHERE encounter_id = $3 AND head_seq = $4");
        let write = write.bind(bits(*decided_by)).bind(outcome).bind(it.encounter).bind(head_seq);
        write.execute(&mut *db).await?;
    }
    let known = query("UPDATE fight_people SET person_id = number WHERE encounter_id = $1 AND person_id = $2");
    known.bind(it.encounter).bind(bits(it.person_id)).execute(&mut *db).await?;
    forget_messages(db, it).await?;
    Ok(Ok(1))
}

/// Messages and their nonces: slots that name the person name the number. What was sent to them directly isn't known any more, as its channel is
/// theirs alone; nor is a menu of theirs.
async fn forget_messages(db: &mut Connection, it: &ForgottenPerson) -> Result<(), sqlx::Error> {
    let (person, number) = (format!(":{}:", it.person_id), format!(":{}:", it.number));
    let direct = query(
        "DELETE FROM messages WHERE encounter_id = $1 AND slot || ':' <> replace(slot || ':', $2, $3)
             AND channel_id <> (SELECT channel_id FROM encounters WHERE id = $1)",
    );
    direct.bind(it.encounter).bind(&person).bind(&number).execute(&mut *db).await?;
    for rename in [
        "UPDATE messages SET slot = rtrim(replace(slot || ':', $2, $3), ':')
         WHERE encounter_id = $1 AND slot || ':' <> replace(slot || ':', $2, $3)",
        "UPDATE nonces SET slot = rtrim(replace(slot || ':', $2, $3), ':')
         WHERE encounter_id = $1 AND slot || ':' <> replace(slot || ':', $2, $3)",
        "UPDATE outbox SET slot = rtrim(replace(slot || ':', $2, $3), ':')
         WHERE encounter_id = $1 AND slot || ':' <> replace(slot || ':', $2, $3)",
    ] {
        query(rename).bind(it.encounter).bind(&person).bind(&number).execute(&mut *db).await?;
    }
    let menu = query("DELETE FROM private_menus WHERE encounter_id = $1 AND user_id = $2");
    menu.bind(it.encounter).bind(bits(it.person_id)).execute(db).await?;
    Ok(())
}

/// Whether a message's slot names somebody who has been forgotten in the fight. Nobody is, from now until the transaction ends.
pub(super) async fn is_of_forgotten(
    db: &mut Connection,
    encounter: EncounterId,
    slot: &str,
) -> Result<bool, sqlx::Error> {
    let named: Vec<Snowflake> = people_in_slot(slot).collect();
    if named.is_empty() {
        return Ok(false);
    }
    query(HOLD_FIGHT).bind(encounter).execute(&mut *db).await?;
    let known = query_scalar::<_, i64>("SELECT person_id FROM fight_people WHERE encounter_id = $1");
    let known: BTreeSet<Snowflake> =
        known.bind(encounter).fetch_all(db).await?.into_iter().map(i64::cast_unsigned).collect();
    Ok(known.iter().any(|it| *it < FIRST_ID) && named.iter().any(|it| !known.contains(it)))
}

/// Deletes everything of a server. Returns how many fights, characters, parties, prepared encounters and settings that were.
pub(super) async fn delete_guild(
    db: &mut Connection,
    application: Snowflake,
    guild: Snowflake,
) -> Tried<i64, StoreError> {
    let mut gone = 0;
    for delete in [
        "DELETE FROM settings WHERE application_id = $1
             AND scope IN (SELECT 'encounter:' || id FROM encounters WHERE application_id = $1 AND guild_id = $2)",
        // With their openings, seeds, logs, messages and decisions.
        "DELETE FROM encounters WHERE application_id = $1 AND guild_id = $2",
        "DELETE FROM characters WHERE application_id = $1 AND guild_id = $2",
        "DELETE FROM parties WHERE application_id = $1 AND guild_id = $2",
        "DELETE FROM preparations WHERE application_id = $1 AND guild_id = $2",
    ] {
        gone += query(delete).bind(bits(application)).bind(bits(guild)).execute(&mut *db).await?.rows_affected();
    }
    let settings = query("DELETE FROM settings WHERE application_id = $1 AND scope = $2");
    gone += settings.bind(bits(application)).bind(format!("guild:{guild}")).execute(db).await?.rows_affected();
    Ok(Ok(count(gone)))
}
