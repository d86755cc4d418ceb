//! The store as this database offers it: each call is one change for the writer or one query of a reader.

use std::time::Instant;

use async_trait::async_trait;
use tokio::sync::{mpsc, oneshot};

use super::super::{Connect, Connection, Pool};
use super::convert::world;
use super::lanes::Lanes;
use super::write::Change;
use super::writer::Work;
use super::{people, persons_fights, privacy, read};
use crate::store::Store;
use crate::store::append_timer::AppendTimer;
use crate::store::bounds;
use crate::store::error::{AppendError, StoreError};
use crate::store::fight_person::FightPerson;
use crate::store::ids::*;
use crate::store::lease::{Lease, Leased, LeasedShards};
use crate::store::people::*;
use crate::store::persons_fight::PersonsFight;
use crate::store::pictures::StoredPicture;
use crate::store::privacy::{Belongings, ForgottenPerson};
use crate::store::records::*;
use crate::store::seed::{CommittedSeed, SeedBytes};
use crate::store::setting_news::SettingNews;

/// A [`Store`] in this kind of database. Open it within a tokio runtime, and call [`Store::close`] before the runtime ends.
#[derive(Debug)]
pub struct SqlStore {
    pub(in super::super::super) readers: Pool,
    work: Lanes,
    connect: Connect,
    appended: Option<AppendTimer>,
}

impl SqlStore {
    /// Starts its writer with a ready connection; `connect` creates another if that one fails.
    pub(in super::super::super) fn start(
        readers: Pool,
        (connection, connect): (Connection, Connect),
        appended: Option<AppendTimer>,
    ) -> SqlStore {
        SqlStore { readers, work: Lanes::start(connection, connect.clone()), connect, appended }
    }

    pub(super) async fn change(&self, change: Change) -> Result<i64, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.work.send(Work::Change(change, answer)).await?;
        answered.await.map_err(|_| StoreError::Closed)?
    }
}

#[async_trait]
impl Store for SqlStore {
    async fn create_encounter(&self, new: NewEncounter) -> Result<EncounterId, StoreError> {
        bounds::encounter(&new)?;
        self.change(Change::CreateEncounter(Box::new(new))).await
    }

    async fn append(&self, batch: Append) -> Result<(), AppendError> {
        bounds::append(&batch)?;
        let (answer, answered) = oneshot::channel();
        let began = Instant::now();
        self.work.send(Work::Append(batch, answer)).await?;
        let done = answered.await.map_err(|_| StoreError::Closed)?;
        if let Some(AppendTimer(told)) = self.appended.as_ref().filter(|_| done.is_ok()) {
            told(began.elapsed());
        }
        done
    }

    async fn lease(&self, wanted: &LeasedShards) -> Result<Leased, StoreError> {
        self.connect.lease(wanted).await.map_err(world)
    }

    async fn session_turn(&self, application: Snowflake, bucket: u32) -> Result<Lease, StoreError> {
        self.connect.session_turn(application, bucket).await.map_err(world)
    }

    async fn setting_news(&self) -> Result<mpsc::Receiver<SettingNews>, StoreError> {
        self.connect.setting_news().await.map_err(world)
    }

    async fn open_encounters(&self, application: Snowflake) -> Result<Vec<Header>, StoreError> {
        read::open_encounters(&self.readers, application).await
    }

    async fn open_fights(
        &self,
        application: Snowflake,
        after: Option<Snowflake>,
        keys: [&str; 2],
    ) -> Result<Vec<OpenFight>, StoreError> {
        read::open_fights(&self.readers, application, after, keys).await
    }

    async fn encounter(&self, id: EncounterId) -> Result<Option<Header>, StoreError> {
        read::encounter(&self.readers, id).await
    }

    async fn encounter_in(&self, application: Snowflake, channel: Snowflake) -> Result<Option<Header>, StoreError> {
        read::encounter_in(&self.readers, application, channel).await
    }

    async fn encounters_in(&self, application: Snowflake, channel: Snowflake) -> Result<Vec<Header>, StoreError> {
        read::encounters_in(&self.readers, application, channel).await
    }

    async fn finished_fights_of(
        &self,
        application: Snowflake,
        person: Snowflake,
        since_ms: i64,
        most: u32,
    ) -> Result<Vec<Header>, StoreError> {
        persons_fights::finished(&self.readers, (application, person), since_ms, most).await
    }

    async fn load(&self, id: EncounterId) -> Result<SavedFight, StoreError> {
        read::load(&self.readers, id).await
    }

    async fn rows_since(&self, id: EncounterId, seq: i64) -> Result<Vec<StoredRow>, StoreError> {
        read::rows_since(&self.readers, id, seq).await
    }

    async fn people(&self, id: EncounterId) -> Result<Vec<FightPerson>, StoreError> {
        privacy::people(&self.readers, id).await
    }

    async fn meet(&self, id: EncounterId, people: Vec<FightPerson>) -> Result<(), StoreError> {
        if people.is_empty() {
            return Ok(());
        }
        self.change(Change::Meet { encounter: id, people }).await.map(drop)
    }

    async fn fights_of(
        &self,
        application: Snowflake,
        person: Snowflake,
        key: &str,
    ) -> Result<Vec<PersonsFight>, StoreError> {
        persons_fights::all(&self.readers, (application, person), key).await
    }

    async fn forget(&self, forgotten: ForgottenPerson) -> Result<bool, StoreError> {
        bounds::forgotten(&forgotten)?;
        Ok(self.change(Change::Forget(Box::new(forgotten))).await? > 0)
    }

    async fn seed(&self, id: EncounterId) -> Result<SeedBytes, StoreError> {
        let seeds = read::seeds(&self.readers, id).await?;
        seeds.into_iter().next_back().map(|(_, committed)| committed.seed).ok_or(StoreError::NoSuchEncounter(id))
    }

    async fn seeds(&self, id: EncounterId) -> Result<Vec<(i64, CommittedSeed)>, StoreError> {
        read::seeds(&self.readers, id).await
    }

    async fn due(&self, application: Snowflake) -> Result<Vec<Outgoing>, StoreError> {
        read::due(&self.readers, application).await
    }

    async fn due_of(&self, encounter: EncounterId) -> Result<Vec<Outgoing>, StoreError> {
        read::due_of(&self.readers, encounter).await
    }

    async fn oldest_due(&self, application: Snowflake) -> Result<Vec<(Option<Snowflake>, i64)>, StoreError> {
        read::oldest_due(&self.readers, application).await
    }

    async fn check_writable(&self) -> Result<(), StoreError> {
        self.change(Change::Prove).await.map(drop)
    }

    async fn outbox(&self, encounter: EncounterId) -> Result<Vec<Outgoing>, StoreError> {
        read::outbox(&self.readers, encounter).await
    }

    async fn mark_sent(&self, id: OutgoingId, message: Snowflake, at_ms: i64) -> Result<(), StoreError> {
        self.change(Change::MarkSent { id, message, at_ms }).await.map(drop)
    }

    async fn mark_failed(&self, id: OutgoingId, why: &str) -> Result<(), StoreError> {
        self.change(Change::MarkFailed { id, why: bounds::note(why) }).await.map(drop)
    }

    async fn mark_dropped(&self, id: OutgoingId, why: &str) -> Result<(), StoreError> {
        self.change(Change::MarkDropped { id, why: bounds::note(why) }).await.map(drop)
    }

    async fn nonce(&self, encounter: EncounterId, slot: &str) -> Result<String, StoreError> {
        read::nonce(&self.readers, encounter, slot).await
    }

    async fn renew_nonce(&self, encounter: EncounterId, slot: &str) -> Result<(), StoreError> {
        bounds::word("a slot", slot)?;
        self.change(Change::UseNonce { encounter, slot: slot.to_owned() }).await.map(drop)
    }

    async fn put_message(&self, encounter: EncounterId, shown: ShownMessage) -> Result<(), StoreError> {
        bounds::shown(&shown)?;
        self.change(Change::PutMessage { encounter, shown }).await.map(drop)
    }

    async fn message(&self, encounter: EncounterId, slot: &str) -> Result<Option<ShownMessage>, StoreError> {
        read::message(&self.readers, encounter, slot).await
    }

    async fn messages(&self, encounter: EncounterId) -> Result<Vec<ShownMessage>, StoreError> {
        read::messages(&self.readers, encounter).await
    }

    async fn delete_message(&self, encounter: EncounterId, slot: &str) -> Result<bool, StoreError> {
        // Nothing is kept under such a slot, and asking PostgreSQL would fail the whole group. The same below.
        if bounds::has_nul(slot) {
            return Ok(false);
        }
        Ok(self.change(Change::DeleteMessage { encounter, slot: slot.to_owned() }).await? > 0)
    }

    async fn create_character(
        &self,
        key: CharacterKey,
        name: &str,
        sheet: &str,
        at_ms: i64,
    ) -> Result<CharacterId, StoreError> {
        bounds::character(&key, name, sheet)?;
        let (name, sheet) = (name.to_owned(), sheet.to_owned());
        self.change(Change::CreateCharacter { key, name, sheet, at_ms }).await
    }

    async fn update_character(&self, id: CharacterId, name: &str, sheet: &str, at_ms: i64) -> Result<(), StoreError> {
        bounds::name(name)?;
        bounds::json("a sheet", sheet)?;
        let (name, sheet) = (name.to_owned(), sheet.to_owned());
        self.change(Change::UpdateCharacter { id, name, sheet, at_ms }).await.map(drop)
    }

    async fn character(&self, id: CharacterId) -> Result<Option<Character>, StoreError> {
        read::character(&self.readers, id).await
    }

    async fn find_character(&self, key: &CharacterKey, name: &str) -> Result<Option<Character>, StoreError> {
        read::find_character(&self.readers, key, name).await
    }

    async fn characters(
        &self,
        application: Snowflake,
        guild: Snowflake,
        owner: Option<Snowflake>,
    ) -> Result<Vec<Character>, StoreError> {
        read::characters(&self.readers, application, guild, owner).await
    }

    async fn delete_character(&self, id: CharacterId) -> Result<bool, StoreError> {
        Ok(self.change(Change::DeleteCharacter { id }).await? > 0)
    }

    async fn write_characters(
        &self,
        writes: Vec<CharacterWrite>,
        settles: Option<Settlement>,
        at_ms: i64,
    ) -> Result<Vec<CharacterId>, StoreError> {
        bounds::writes(&writes, settles.as_ref())?;
        let first = self.change(Change::WriteCharacters { writes: writes.clone(), settles, at_ms }).await?;
        // New ids are consecutive within the transaction.
        let mut new = first..;
        let id = |write: &CharacterWrite| match write {
            CharacterWrite::Create { .. } => new.next().unwrap_or(first),
            CharacterWrite::Update { id, .. } => *id,
        };
        Ok(writes.iter().map(id).collect())
    }

    async fn settlements(&self, encounter: EncounterId) -> Result<Vec<Settlement>, StoreError> {
        people::settlements(&self.readers, encounter).await
    }

    async fn create_party(&self, new: NewParty) -> Result<PartyId, StoreError> {
        bounds::party(&new)?;
        self.change(Change::CreateParty(new)).await
    }

    async fn find_party(
        &self,
        application: Snowflake,
        guild: Snowflake,
        name: &str,
    ) -> Result<Option<Party>, StoreError> {
        let all = people::parties(&self.readers, application, guild, Some(name)).await?;
        Ok(all.into_iter().next())
    }

    async fn parties(&self, application: Snowflake, guild: Snowflake) -> Result<Vec<Party>, StoreError> {
        people::parties(&self.readers, application, guild, None).await
    }

    async fn delete_party(&self, id: PartyId) -> Result<bool, StoreError> {
        Ok(self.change(Change::DeleteParty { id }).await? > 0)
    }

    async fn add_to_party(&self, party: PartyId, character: CharacterId) -> Result<bool, StoreError> {
        Ok(self.change(Change::AddToParty { party, character }).await? > 0)
    }

    async fn remove_from_party(&self, party: PartyId, character: CharacterId) -> Result<bool, StoreError> {
        Ok(self.change(Change::RemoveFromParty { party, character }).await? > 0)
    }

    async fn save_preparation(
        &self,
        preparation: Preparation,
        new: Option<StoredPicture>,
    ) -> Result<PreparationId, StoreError> {
        bounds::preparation(&preparation, new.as_ref())?;
        self.change(Change::SavePreparation { preparation, new }).await
    }

    async fn find_preparation(
        &self,
        application: Snowflake,
        guild: Snowflake,
        owner: Snowflake,
        name: &str,
    ) -> Result<Option<Preparation>, StoreError> {
        let all = people::preparations(&self.readers, application, guild, owner, Some(name)).await?;
        Ok(all.into_iter().next())
    }

    async fn preparations(
        &self,
        application: Snowflake,
        guild: Snowflake,
        owner: Snowflake,
    ) -> Result<Vec<Preparation>, StoreError> {
        people::preparations(&self.readers, application, guild, owner, None).await
    }

    async fn delete_preparation(
        &self,
        application: Snowflake,
        guild: Snowflake,
        owner: Snowflake,
        name: &str,
    ) -> Result<bool, StoreError> {
        if bounds::has_nul(name) {
            return Ok(false);
        }
        let name = name.to_owned();
        Ok(self.change(Change::DeletePreparation { application, guild, owner, name }).await? > 0)
    }

    async fn belongings(&self, application: Snowflake, person: Snowflake) -> Result<Belongings, StoreError> {
        Ok(Belongings {
            characters: read::characters_of(&self.readers, application, person).await?,
            parties: people::parties_of(&self.readers, application, person).await?,
            preparations: people::preparations_of(&self.readers, application, person).await?,
        })
    }

    async fn delete_belongings(&self, application: Snowflake, person: Snowflake) -> Result<bool, StoreError> {
        Ok(self.change(Change::DeleteBelongings { application, person }).await? > 0)
    }

    async fn guilds(&self, application: Snowflake) -> Result<Vec<Snowflake>, StoreError> {
        privacy::guilds(&self.readers, application).await
    }

    async fn delete_guild(&self, application: Snowflake, guild: Snowflake) -> Result<bool, StoreError> {
        Ok(self.change(Change::DeleteGuild { application, guild }).await? > 0)
    }

    async fn set_setting(&self, application: Snowflake, scope: &str, key: &str, value: &str) -> Result<(), StoreError> {
        bounds::setting(scope, key, value)?;
        let (scope, key, value) = (scope.to_owned(), key.to_owned(), value.to_owned());
        self.change(Change::SetSetting { application, scope, key, value }).await.map(drop)
    }

    async fn setting(&self, application: Snowflake, scope: &str, key: &str) -> Result<Option<String>, StoreError> {
        read::setting(&self.readers, application, scope, key).await
    }

    async fn settings(&self, application: Snowflake, scope: &str) -> Result<Vec<(String, String)>, StoreError> {
        read::settings(&self.readers, application, scope).await
    }

    async fn delete_setting(&self, application: Snowflake, scope: &str, key: &str) -> Result<bool, StoreError> {
        if bounds::has_nul(scope) || bounds::has_nul(key) {
            return Ok(false);
        }
        let (scope, key) = (scope.to_owned(), key.to_owned());
        Ok(self.change(Change::DeleteSetting { application, scope, key }).await? > 0)
    }

    async fn close(&self) {
        // Readers first: the last connection to close removes the write-ahead log, and only the writer may do that.
        self.readers.close().await;
        self.work.close().await;
    }
}
