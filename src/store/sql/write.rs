//! Each change to the database, run inside a savepoint of the writer's.
//!
//! Every function returns two results: the outer error is the database's (the whole group fails), the inner one a refusal (only this piece
//! fails, and its savepoint is rolled back).

use super::super::Connection;
use sqlx::{Row as _, query, query_scalar};

use super::convert::bits;
use super::people;
use super::pictures;
use super::privacy;
use super::private_menus;
use super::statements::{Tried, count, repeats, some};
use super::versions;
use crate::store::error::{AppendError, StoreError};
use crate::store::fight_person::FightPerson;
use crate::store::ids::*;
use crate::store::people::*;
use crate::store::pictures::{Background, StoredPicture};
use crate::store::privacy::ForgottenPerson;
use crate::store::private_menus::MenuChange;
use crate::store::records::*;
use crate::store::seed::CommittedSeed;

/// Any change except an append.
pub(super) enum Change {
    CreateEncounter(Box<NewEncounter>),
    MarkSent {
        id: OutgoingId,
        message: Snowflake,
        at_ms: i64,
    },
    MarkFailed {
        id: OutgoingId,
        why: String,
    },
    MarkDropped {
        id: OutgoingId,
        why: String,
    },
    PutMessage {
        encounter: EncounterId,
        shown: ShownMessage,
    },
    DeleteMessage {
        encounter: EncounterId,
        slot: String,
    },
    UseNonce {
        encounter: EncounterId,
        slot: String,
    },
    CreateCharacter {
        key: CharacterKey,
        name: String,
        sheet: String,
        at_ms: i64,
    },
    UpdateCharacter {
        id: CharacterId,
        name: String,
        sheet: String,
        at_ms: i64,
    },
    DeleteCharacter {
        id: CharacterId,
    },
    WriteCharacters {
        writes: Vec<CharacterWrite>,
        settles: Option<Settlement>,
        at_ms: i64,
    },
    CreateParty(NewParty),
    DeleteParty {
        id: PartyId,
    },
    AddToParty {
        party: PartyId,
        character: CharacterId,
    },
    RemoveFromParty {
        party: PartyId,
        character: CharacterId,
    },
    SavePreparation {
        preparation: Preparation,
        new: Option<StoredPicture>,
    },
    DeletePreparation {
        application: Snowflake,
        guild: Snowflake,
        owner: Snowflake,
        name: String,
    },
    SetBackground {
        encounter: EncounterId,
        background: Background,
        new: Option<StoredPicture>,
    },
    RemoveBackground {
        encounter: EncounterId,
    },
    SetPortrait {
        character: CharacterId,
        picture: StoredPicture,
    },
    RemovePortrait {
        character: CharacterId,
    },
    SetSetting {
        application: Snowflake,
        scope: String,
        key: String,
        value: String,
    },
    DeleteSetting {
        application: Snowflake,
        scope: String,
        key: String,
    },
    Meet {
        encounter: EncounterId,
        people: Vec<FightPerson>,
    },
    Forget(Box<ForgottenPerson>),
    DeleteBelongings {
        application: Snowflake,
        person: Snowflake,
    },
    DeleteGuild {
        application: Snowflake,
        guild: Snowflake,
    },
    KeepMenus {
        changes: Vec<MenuChange>,
        now_ms: i64,
    },
    /// Writes something that changes nothing.
    Prove,
}

impl Change {
    /// Whether it only changes messages and nonces of a fight, or what a process notes of itself: whoever has the fight is the only one who does,
    /// and each of its statements is whole by itself.
    pub(super) fn is_of_a_fight(&self) -> bool {
        match self {
            Change::MarkSent { .. }
            | Change::MarkFailed { .. }
            | Change::MarkDropped { .. }
            | Change::PutMessage { .. }
            | Change::DeleteMessage { .. }
            | Change::UseNonce { .. } => true,
            Change::SetSetting { scope, .. } => scope == BOT_SCOPE,
            _ => false,
        }
    }
}

/// Appends a batch, or returns why not.
pub(super) async fn append(db: &mut Connection, batch: &Append) -> Tried<(), AppendError> {
    // First, because that waits for whoever is writing to the same fight. A refusal takes it back.
    let advanced = advance(db, batch).await?;
    for interaction in batch.rows.iter().filter_map(|row| row.interaction_id) {
        if let Some((encounter, seq)) = row_of_interaction(db, interaction).await? {
            return Ok(Err(AppendError::AlreadyDone { encounter, seq }));
        }
    }
    if let Err(refused) = advanced {
        return Ok(Err(refused));
    }
    for row in &batch.rows {
        insert_row(db, batch.encounter, row).await?;
    }
    for notice in &batch.outbox {
        if let Err(refused) = insert_notice(db, batch.encounter, notice).await? {
            return Ok(Err(refused.into()));
        }
    }
    privacy::meet(db, batch.encounter, &batch.people).await?;
    if let Some(seed) = &batch.reseed {
        insert_seed(db, batch.encounter, None, seed).await?;
    }
    Ok(Ok(()))
}

async fn row_of_interaction(db: &mut Connection, id: Snowflake) -> Result<Option<(EncounterId, i64)>, sqlx::Error> {
    let row =
        query("SELECT encounter_id, seq FROM log WHERE interaction_id = $1").bind(bits(id)).fetch_optional(db).await?;
    row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
}

/// Updates the fight's head and status, if the batch continues where the log ends.
async fn advance(db: &mut Connection, batch: &Append) -> Tried<(), AppendError> {
    let rows = i64::try_from(batch.rows.len()).unwrap_or(i64::MAX);
    let first_seq = batch.rows.first().map(|row| row.seq);
    // A finished fight can't be reopened over another one in its channel.
    let moved = query(
        "UPDATE encounters SET head_seq = head_seq + $1, status = coalesce($2, status)
         WHERE id = $3 AND head_seq = coalesce($4 - 1, head_seq)
             AND (coalesce($2, 'over') = 'over'
                  OR NOT EXISTS (SELECT 1 FROM encounters AS other
                                 WHERE other.application_id = encounters.application_id
                                     AND other.channel_id = encounters.channel_id
                                     AND other.id <> encounters.id AND other.status <> 'over'))",
    )
    .bind(rows)
    .bind(batch.status.map(Status::as_str))
    .bind(batch.encounter)
    .bind(first_seq)
    .execute(&mut *db)
    .await?;
    if moved.rows_affected() > 0 {
        return Ok(Ok(()));
    }
    let head = query_scalar("SELECT head_seq FROM encounters WHERE id = $1").bind(batch.encounter);
    let Some(head_seq) = head.fetch_optional(&mut *db).await? else {
        return Ok(Err(StoreError::NoSuchEncounter(batch.encounter).into()));
    };
    match first_seq {
        Some(first_seq) if first_seq != head_seq + 1 => {
            Ok(Err(AppendError::Conflict { encounter: batch.encounter, head_seq, first_seq }))
        }
        _ => taken_by_other(db, batch.encounter).await,
    }
}

async fn taken_by_other(db: &mut Connection, id: EncounterId) -> Tried<(), AppendError> {
    let encounter = query_scalar(
        "SELECT other.id FROM encounters AS mine JOIN encounters AS other USING (application_id, channel_id)
         WHERE mine.id = $1 AND other.status <> 'over'",
    )
    .bind(id)
    .fetch_one(db)
    .await?;
    Ok(Err(StoreError::ChannelTaken { encounter }.into()))
}

async fn insert_row(db: &mut Connection, encounter: EncounterId, row: &StoredRow) -> Result<(), sqlx::Error> {
    query(
        "INSERT INTO log (encounter_id, seq, at_ms, actor, interaction_id, body, format_version) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(encounter)
    .bind(row.seq)
    .bind(row.at_ms)
    .bind(&row.actor)
    .bind(row.interaction_id.map(bits))
    .bind(&row.body)
    .bind(row.format_version)
    .execute(db)
    .await?;
    Ok(())
}

async fn insert_notice(db: &mut Connection, encounter: EncounterId, notice: &Notice) -> Tried<(), StoreError> {
    let inserted = query(
        "INSERT INTO outbox (encounter_id, seq, kind, slot, channel_id, nonce, payload, created_at_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(encounter)
    .bind(notice.seq)
    .bind(&notice.kind)
    .bind(&notice.slot)
    .bind(bits(notice.channel_id))
    .bind(&notice.nonce)
    .bind(&notice.payload)
    .bind(notice.created_at_ms)
    .execute(db)
    .await;
    match inserted {
        Ok(_) => Ok(Ok(())),
        Err(error) if repeats(&error, "outbox.nonce") => {
            Ok(Err(StoreError::NonceTaken { nonce: notice.nonce.clone() }))
        }
        Err(error) => Err(error),
    }
}

/// Adds a seed that applies after a row, or after the fight's last one; replaces one that no row has drawn from yet.
async fn insert_seed(
    db: &mut Connection,
    encounter: EncounterId,
    after: Option<i64>,
    new: &CommittedSeed,
) -> Result<(), sqlx::Error> {
    query(
        "INSERT INTO seeds (encounter_id, from_seq, seed, commitment)
         SELECT id, coalesce($4, head_seq), $2, $3 FROM encounters WHERE id = $1
         ON CONFLICT (encounter_id, from_seq) DO UPDATE SET seed = excluded.seed, commitment = excluded.commitment",
    )
    .bind(encounter)
    .bind(new.seed.expose().as_slice())
    .bind(&new.commitment)
    .bind(after)
    .execute(db)
    .await?;
    Ok(())
}

/// Runs any other change. Returns the new id, or the number of rows changed.
pub(super) async fn change(db: &mut Connection, change: &Change) -> Tried<i64, StoreError> {
    match change {
        Change::CreateEncounter(new) => create_encounter(db, new).await,
        Change::MarkSent { id, message, at_ms } => mark_sent(db, *id, *message, *at_ms).await,
        Change::MarkFailed { id, why } => {
            let mark = "UPDATE outbox SET attempts = attempts + 1, note = $1 WHERE id = $2 AND state = 'due'";
            let done = query(mark).bind(why).bind(id).execute(&mut *db).await?.rows_affected();
            if done > 0 { Ok(Ok(count(done))) } else { known(db, *id).await }
        }
        Change::MarkDropped { id, why } => {
            let mark = "UPDATE outbox SET state = 'dropped', note = $1 WHERE id = $2 AND state = 'due'";
            let done = query(mark).bind(why).bind(id).execute(&mut *db).await?.rows_affected();
            if done > 0 { Ok(Ok(count(done))) } else { known(db, *id).await }
        }
        Change::PutMessage { encounter, shown } => put_message(db, *encounter, shown).await,
        Change::DeleteMessage { encounter, slot } => {
            let delete = "DELETE FROM messages WHERE encounter_id = $1 AND slot = $2";
            let gone = query(delete).bind(encounter).bind(slot).execute(&mut *db).await?.rows_affected();
            if gone > 0 {
                use_nonce(db, *encounter, slot).await?;
            }
            Ok(Ok(count(gone)))
        }
        Change::UseNonce { encounter, slot } => {
            if privacy::is_of_forgotten(db, *encounter, slot).await? {
                return Ok(Ok(0));
            }
            Ok(some(use_nonce(db, *encounter, slot).await?, || StoreError::NoSuchEncounter(*encounter)))
        }
        Change::CreateCharacter { key, name, sheet, at_ms } => {
            people::create_character(db, key, name, sheet, *at_ms).await
        }
        Change::UpdateCharacter { id, name, sheet, at_ms } => {
            people::update_character(db, *id, name, sheet, *at_ms).await
        }
        Change::DeleteCharacter { id } => {
            Ok(Ok(count(query("DELETE FROM characters WHERE id = $1").bind(id).execute(db).await?.rows_affected())))
        }
        Change::WriteCharacters { writes, settles, at_ms } => {
            people::write_characters(db, writes, settles.as_ref(), *at_ms).await
        }
        Change::CreateParty(new) => people::create_party(db, new).await,
        Change::DeleteParty { id } => {
            Ok(Ok(count(query("DELETE FROM parties WHERE id = $1").bind(id).execute(db).await?.rows_affected())))
        }
        Change::AddToParty { party, character } => people::add_to_party(db, *party, *character).await,
        Change::RemoveFromParty { party, character } => {
            let delete = query("DELETE FROM party_members WHERE party_id = $1 AND character_id = $2");
            Ok(Ok(count(delete.bind(party).bind(character).execute(db).await?.rows_affected())))
        }
        Change::SavePreparation { preparation, new } => people::save_preparation(db, preparation, new.as_ref()).await,
        Change::DeletePreparation { application, guild, owner, name } => {
            people::delete_preparation(db, *application, *guild, *owner, name).await
        }
        Change::SetBackground { encounter, background, new } => {
            pictures::set_background(db, *encounter, background, new.as_ref()).await
        }
        Change::RemoveBackground { encounter } => pictures::remove_background(db, *encounter).await,
        Change::SetPortrait { character, picture } => pictures::set_portrait(db, *character, picture).await,
        Change::RemovePortrait { character } => pictures::remove_portrait(db, *character).await,
        Change::SetSetting { application, scope, key, value } => set_setting(db, *application, scope, key, value).await,
        Change::DeleteSetting { application, scope, key } => {
            let delete = "DELETE FROM settings WHERE application_id = $1 AND scope = $2 AND key = $3";
            let done = query(delete).bind(bits(*application)).bind(scope).bind(key).execute(db).await?;
            Ok(Ok(count(done.rows_affected())))
        }
        Change::Meet { encounter, people } => {
            let fights = "SELECT count(*) FROM encounters WHERE id = $1";
            if query_scalar::<_, i64>(fights).bind(encounter).fetch_one(&mut *db).await? == 0 {
                return Ok(Err(StoreError::NoSuchEncounter(*encounter)));
            }
            privacy::meet(db, *encounter, people).await?;
            Ok(Ok(count(people.len() as u64)))
        }
        Change::Forget(it) => privacy::forget(db, it).await,
        Change::DeleteBelongings { application, person } => privacy::delete_belongings(db, *application, *person).await,
        Change::DeleteGuild { application, guild } => privacy::delete_guild(db, *application, *guild).await,
        Change::KeepMenus { changes, now_ms } => private_menus::keep(db, changes, *now_ms).await,
        Change::Prove => Ok(Ok(count(versions::prove_writable(db).await?))),
    }
}

async fn create_encounter(db: &mut Connection, new: &NewEncounter) -> Tried<i64, StoreError> {
    let taken = "SELECT id FROM encounters WHERE application_id = $1 AND channel_id = $2 AND status <> 'over'";
    let taken: Option<i64> =
        query_scalar(taken).bind(bits(new.application_id)).bind(bits(new.channel_id)).fetch_optional(&mut *db).await?;
    if let Some(encounter) = taken
        && new.status != Status::Over
    {
        return Ok(Err(StoreError::ChannelTaken { encounter }));
    }
    let id = query_scalar(
        "INSERT INTO encounters (application_id, guild_id, channel_id, system, name, created_at_ms, status, format_version, head_seq)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id",
    )
    .bind(bits(new.application_id))
    .bind(new.guild_id.map(bits))
    .bind(bits(new.channel_id))
    .bind(&new.system)
    .bind(&new.name)
    .bind(new.created_at_ms)
    .bind(new.status.as_str())
    .bind(new.format_version)
    .bind(i64::try_from(new.rows.len()).unwrap_or(i64::MAX))
    .fetch_one(&mut *db)
    .await?;
    query("INSERT INTO openings (encounter_id, body) VALUES ($1, $2)")
        .bind(id)
        .bind(&new.opening)
        .execute(&mut *db)
        .await?;
    insert_seed(&mut *db, id, Some(0), &new.seed).await?;
    for row in &new.rows {
        insert_row(db, id, row).await?;
    }
    privacy::meet(&mut *db, id, &new.people).await?;
    for (key, value) in &new.settings {
        if let Err(refused) = set_setting(&mut *db, new.application_id, &encounter_scope(id), key, value).await? {
            return Ok(Err(refused));
        }
    }
    Ok(Ok(id))
}

async fn set_setting(
    db: &mut Connection,
    application: Snowflake,
    scope: &str,
    key: &str,
    value: &str,
) -> Tried<i64, StoreError> {
    let set = "INSERT INTO settings (application_id, scope, key, value) VALUES ($1, $2, $3, $4)
               ON CONFLICT (application_id, scope, key) DO UPDATE SET value = excluded.value";
    let done = query(set).bind(bits(application)).bind(scope).bind(key).bind(value).execute(db).await?;
    Ok(Ok(count(done.rows_affected())))
}

/// A message of the outbox that's already finished: changes nothing, if it exists at all.
async fn known(db: &mut Connection, id: OutgoingId) -> Tried<i64, StoreError> {
    let known: i64 = query_scalar("SELECT count(*) FROM outbox WHERE id = $1").bind(id).fetch_one(db).await?;
    Ok(if known > 0 { Ok(0) } else { Err(StoreError::NoSuchOutgoing(id)) })
}

async fn mark_sent(db: &mut Connection, id: OutgoingId, message: Snowflake, at_ms: i64) -> Tried<i64, StoreError> {
    let sent = query(
        "UPDATE outbox SET state = 'sent', message_id = $1 WHERE id = $2 AND state <> 'sent'
         RETURNING encounter_id, slot, channel_id",
    )
    .bind(bits(message))
    .bind(id)
    .fetch_optional(&mut *db)
    .await?;
    let Some(sent) = sent else {
        // Already noted: the slot may show a later message by now, so leave it.
        return known(db, id).await;
    };
    let (encounter, channel): (i64, i64) = (sent.try_get(0)?, sent.try_get(2)?);
    let slot: String = sent.try_get(1)?;
    let channel_id = channel.cast_unsigned();
    put_message(db, encounter, &ShownMessage { slot, channel_id, message_id: message, created_at_ms: at_ms }).await
}

async fn put_message(db: &mut Connection, encounter: EncounterId, shown: &ShownMessage) -> Tried<i64, StoreError> {
    if privacy::is_of_forgotten(db, encounter, &shown.slot).await? {
        return Ok(Ok(0));
    }
    let known = "SELECT message_id FROM messages WHERE encounter_id = $1 AND slot = $2";
    let known: Option<i64> = query_scalar(known).bind(encounter).bind(&shown.slot).fetch_optional(&mut *db).await?;
    if shown.message_id != 0 && known != Some(bits(shown.message_id)) {
        use_nonce(&mut *db, encounter, &shown.slot).await?;
    }
    let done = query(
        "INSERT INTO messages (encounter_id, slot, channel_id, message_id, created_at_ms)
         SELECT id, $2, $3, $4, $5 FROM encounters WHERE id = $1
         ON CONFLICT (encounter_id, slot) DO UPDATE
             SET channel_id = excluded.channel_id, message_id = excluded.message_id, created_at_ms = excluded.created_at_ms",
    )
    .bind(encounter)
    .bind(&shown.slot)
    .bind(bits(shown.channel_id))
    .bind(bits(shown.message_id))
    .bind(shown.created_at_ms)
    .execute(db)
    .await?;
    Ok(some(done.rows_affected(), || StoreError::NoSuchEncounter(encounter)))
}

/// The slot's next message gets a different nonce.
async fn use_nonce(db: &mut Connection, encounter: EncounterId, slot: &str) -> Result<u64, sqlx::Error> {
    let more = "INSERT INTO nonces (encounter_id, slot, used) SELECT id, $2, 1 FROM encounters WHERE id = $1
                ON CONFLICT (encounter_id, slot) DO UPDATE SET used = nonces.used + 1";
    Ok(query(more).bind(encounter).bind(slot).execute(db).await?.rows_affected())
}
