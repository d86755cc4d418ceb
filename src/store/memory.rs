//! The store in memory, for play scripts, simulations and tests. It keeps every promise of [`Store`] except surviving the process.
//!
//! Long because: it's all of [`Store`].

mod contents;
mod people;
mod pictures;
mod privacy;
mod private_menus;

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;
use tokio::sync::mpsc;

use self::contents::{Contents, Kept};
use super::Store;
use super::bounds;
use super::error::{AppendError, StoreError};
use super::fight_person::FightPerson;
use super::ids::*;
use super::lease::{Lease, Leased, LeasedShards};
use super::nonce::nonce;
use super::people::*;
use super::persons_fight::PersonsFight;
use super::pictures::StoredPicture;
use super::privacy::{Belongings, ForgottenPerson};
use super::records::*;
use super::seed::{CommittedSeed, SeedBytes};
use super::setting_news::SettingNews;

/// The same limit as the SQLite store's.
const MAX_DUE: usize = 500;
/// The same limit as the SQLite store's.
const MAX_LISTED: usize = 25;

/// How many changed settings wait for their reader.
const NEWS_MAX: usize = 256;

/// A [`Store`] that's gone when the process ends.
#[derive(Debug, Default)]
pub struct MemoryStore {
    contents: Mutex<Contents>,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// An empty store whose nonces differ from other stores'. Two unsalted stores have the same nonces.
    pub fn salted(salt: &str) -> MemoryStore {
        MemoryStore { contents: Mutex::new(Contents { salt: salt.to_owned(), ..Contents::default() }) }
    }

    fn contents(&self) -> Result<MutexGuard<'_, Contents>, StoreError> {
        // Every operation checks before it changes anything, so a panic elsewhere leaves nothing half done here.
        let contents = self.contents.lock().unwrap_or_else(PoisonError::into_inner);
        if contents.closed { Err(StoreError::Closed) } else { Ok(contents) }
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn create_encounter(&self, new: NewEncounter) -> Result<EncounterId, StoreError> {
        bounds::encounter(&new)?;
        let mut contents = self.contents()?;
        if let Some(other) = contents.open_in(new.application_id, new.channel_id)
            && new.status != Status::Over
        {
            return Err(StoreError::ChannelTaken { encounter: other.id });
        }
        contents.last_encounter += 1;
        let id = contents.last_encounter;
        let header = Header {
            id,
            application_id: new.application_id,
            guild_id: new.guild_id,
            channel_id: new.channel_id,
            system: new.system,
            name: new.name,
            created_at_ms: new.created_at_ms,
            status: new.status,
            commitment: new.seed.commitment.clone(),
            format_version: new.format_version,
            head_seq: new.rows.len() as i64,
        };
        let kept = Kept { header, opening: new.opening, rows: new.rows, seeds: vec![(0, new.seed)] };
        contents.encounters.insert(id, kept);
        contents.meet(id, &new.people);
        for (key, value) in new.settings {
            contents.settings.insert((new.application_id, encounter_scope(id), key), value);
        }
        Ok(id)
    }

    async fn append(&self, batch: Append) -> Result<(), AppendError> {
        bounds::append(&batch)?;
        let mut contents = self.contents()?;
        contents.refusal(&batch)?;
        let encounter = batch.encounter;
        for row in &batch.rows {
            if let Some(interaction) = row.interaction_id {
                contents.interactions.insert(interaction, (encounter, row.seq));
            }
        }
        for notice in batch.outbox {
            contents.last_outgoing += 1;
            let id = contents.last_outgoing;
            contents.nonces.insert(notice.nonce.clone());
            let outgoing = Outgoing {
                id,
                encounter,
                notice,
                state: OutgoingState::Due,
                message_id: None,
                attempts: 0,
                note: None,
            };
            contents.outbox.insert(id, outgoing);
        }
        contents.meet(encounter, &batch.people);
        let kept = contents.encounters.get_mut(&encounter).ok_or(StoreError::NoSuchEncounter(encounter))?;
        kept.header.head_seq = batch.rows.last().map_or(kept.header.head_seq, |row| row.seq);
        kept.header.status = batch.status.unwrap_or(kept.header.status);
        kept.rows.extend(batch.rows);
        if let Some(seed) = batch.reseed {
            let from_seq = kept.header.head_seq;
            // Replaces one that no row has drawn from yet.
            kept.seeds.retain(|(seq, _)| *seq != from_seq);
            kept.header.commitment.clone_from(&seed.commitment);
            kept.seeds.push((from_seq, seed));
        }
        Ok(())
    }

    async fn lease(&self, _: &LeasedShards) -> Result<Leased, StoreError> {
        Ok(Leased::Granted(Lease::for_ever()))
    }

    async fn session_turn(&self, _: Snowflake, _: u32) -> Result<Lease, StoreError> {
        Ok(Lease::for_ever())
    }

    async fn setting_news(&self) -> Result<mpsc::Receiver<SettingNews>, StoreError> {
        let (tell, news) = mpsc::channel(NEWS_MAX);
        self.contents()?.news.push(tell);
        Ok(news)
    }

    async fn open_encounters(&self, application: Snowflake) -> Result<Vec<Header>, StoreError> {
        let contents = self.contents()?;
        let headers = contents.encounters.values().map(|kept| &kept.header);
        let open = headers.filter(|header| header.application_id == application && header.status != Status::Over);
        Ok(open.cloned().collect())
    }

    async fn open_fights(
        &self,
        application: Snowflake,
        after: Option<Snowflake>,
        keys: [&str; 2],
    ) -> Result<Vec<OpenFight>, StoreError> {
        let contents = self.contents()?;
        let is_due = |it: &Header| it.application_id == application && it.status != Status::Over;
        let headers = contents.encounters.values().map(|kept| &kept.header).filter(|it| is_due(it));
        // In the order of the database, which keeps ids as signed numbers.
        let by_channel = |it: &Header| it.channel_id.cast_signed();
        let mut page: Vec<&Header> =
            headers.filter(|it| after.is_none_or(|after| by_channel(it) > after.cast_signed())).collect();
        page.sort_by_key(|it| by_channel(it));
        page.truncate(OPEN_PAGE);
        let value = |id, key: &str| contents.settings.get(&(application, encounter_scope(id), key.to_owned())).cloned();
        let fight = |it: &Header| OpenFight {
            id: it.id,
            guild_id: it.guild_id,
            channel_id: it.channel_id,
            head_seq: it.head_seq,
            values: keys.map(|key| value(it.id, key)),
        };
        Ok(page.into_iter().map(fight).collect())
    }

    async fn encounter(&self, id: EncounterId) -> Result<Option<Header>, StoreError> {
        Ok(self.contents()?.encounters.get(&id).map(|kept| kept.header.clone()))
    }

    async fn encounter_in(&self, application: Snowflake, channel: Snowflake) -> Result<Option<Header>, StoreError> {
        Ok(self.contents()?.open_in(application, channel).cloned())
    }

    async fn encounters_in(&self, application: Snowflake, channel: Snowflake) -> Result<Vec<Header>, StoreError> {
        let contents = self.contents()?;
        let headers = contents.encounters.values().rev().map(|kept| &kept.header);
        let here = headers.filter(|header| header.application_id == application && header.channel_id == channel);
        Ok(here.take(MAX_LISTED).cloned().collect())
    }

    async fn finished_fights_of(
        &self,
        application: Snowflake,
        person: Snowflake,
        since_ms: i64,
        most: u32,
    ) -> Result<Vec<Header>, StoreError> {
        let mut all = self.contents()?.fights_of(application, person, "");
        all.retain(|it| it.header.status == Status::Over && it.header.created_at_ms >= since_ms);
        Ok(all.into_iter().take(most as usize).map(|it| it.header).collect())
    }

    async fn load(&self, id: EncounterId) -> Result<SavedFight, StoreError> {
        let contents = self.contents()?;
        let kept = contents.kept(id)?;
        Ok(SavedFight { header: kept.header.clone(), opening: kept.opening.clone(), rows: kept.rows.clone() })
    }

    async fn rows_since(&self, id: EncounterId, seq: i64) -> Result<Vec<StoredRow>, StoreError> {
        let contents = self.contents()?;
        let rows = contents.encounters.get(&id).map_or(&[][..], |kept| &kept.rows);
        Ok(rows.iter().filter(|row| row.seq > seq).cloned().collect())
    }

    async fn people(&self, id: EncounterId) -> Result<Vec<FightPerson>, StoreError> {
        Ok(self.contents()?.people_of(id))
    }

    async fn meet(&self, id: EncounterId, people: Vec<FightPerson>) -> Result<(), StoreError> {
        let mut contents = self.contents()?;
        contents.kept(id)?;
        contents.meet(id, &people);
        Ok(())
    }

    async fn fights_of(
        &self,
        application: Snowflake,
        person: Snowflake,
        key: &str,
    ) -> Result<Vec<PersonsFight>, StoreError> {
        Ok(self.contents()?.fights_of(application, person, key))
    }

    async fn forget(&self, forgotten: ForgottenPerson) -> Result<bool, StoreError> {
        bounds::forgotten(&forgotten)?;
        self.contents()?.forget(forgotten)
    }

    async fn seed(&self, id: EncounterId) -> Result<SeedBytes, StoreError> {
        let contents = self.contents()?;
        let (_, committed) = contents.kept(id)?.seeds.last().ok_or(StoreError::NoSuchEncounter(id))?;
        Ok(committed.seed.clone())
    }

    async fn seeds(&self, id: EncounterId) -> Result<Vec<(i64, CommittedSeed)>, StoreError> {
        Ok(self.contents()?.encounters.get(&id).map(|kept| kept.seeds.clone()).unwrap_or_default())
    }

    async fn due(&self, application: Snowflake) -> Result<Vec<Outgoing>, StoreError> {
        let contents = self.contents()?;
        let ours = |id| contents.encounters.get(&id).is_some_and(|kept| kept.header.application_id == application);
        let due = contents.outbox.values().filter(|out| out.state == OutgoingState::Due && ours(out.encounter));
        Ok(due.take(MAX_DUE).cloned().collect())
    }

    async fn due_of(&self, encounter: EncounterId) -> Result<Vec<Outgoing>, StoreError> {
        let contents = self.contents()?;
        let due = contents.outbox.values().filter(|out| out.state == OutgoingState::Due && out.encounter == encounter);
        Ok(due.take(MAX_DUE).cloned().collect())
    }

    async fn oldest_due(&self, application: Snowflake) -> Result<Vec<(Option<Snowflake>, i64)>, StoreError> {
        let contents = self.contents()?;
        let mut oldest: BTreeMap<Option<Snowflake>, i64> = BTreeMap::new();
        for out in contents.outbox.values().filter(|out| out.state == OutgoingState::Due) {
            let Some(kept) = contents.encounters.get(&out.encounter) else { continue };
            if kept.header.application_id == application {
                let since = oldest.entry(kept.header.guild_id).or_insert(out.notice.created_at_ms);
                *since = out.notice.created_at_ms.min(*since);
            }
        }
        Ok(oldest.into_iter().collect())
    }

    async fn check_writable(&self) -> Result<(), StoreError> {
        self.contents().map(drop)
    }

    async fn outbox(&self, encounter: EncounterId) -> Result<Vec<Outgoing>, StoreError> {
        let contents = self.contents()?;
        Ok(contents.outbox.values().filter(|outgoing| outgoing.encounter == encounter).cloned().collect())
    }

    async fn mark_sent(&self, id: OutgoingId, message: Snowflake, at_ms: i64) -> Result<(), StoreError> {
        let mut contents = self.contents()?;
        let outgoing = contents.outbox.get_mut(&id).ok_or(StoreError::NoSuchOutgoing(id))?;
        if outgoing.state == OutgoingState::Sent {
            // Already noted: the slot may show a later message by now, so leave it.
            return Ok(());
        }
        outgoing.state = OutgoingState::Sent;
        outgoing.message_id = Some(message);
        let slot = outgoing.notice.slot.clone();
        let (encounter, channel_id) = (outgoing.encounter, outgoing.notice.channel_id);
        let shown = ShownMessage { slot, channel_id, message_id: message, created_at_ms: at_ms };
        contents.show(encounter, shown);
        Ok(())
    }

    async fn mark_failed(&self, id: OutgoingId, why: &str) -> Result<(), StoreError> {
        let mut contents = self.contents()?;
        if let Some(outgoing) = contents.due_mut(id)? {
            outgoing.attempts += 1;
            outgoing.note = Some(bounds::note(why));
        }
        Ok(())
    }

    async fn mark_dropped(&self, id: OutgoingId, why: &str) -> Result<(), StoreError> {
        let mut contents = self.contents()?;
        if let Some(outgoing) = contents.due_mut(id)? {
            outgoing.state = OutgoingState::Dropped;
            outgoing.note = Some(bounds::note(why));
        }
        Ok(())
    }

    async fn nonce(&self, encounter: EncounterId, slot: &str) -> Result<String, StoreError> {
        let contents = self.contents()?;
        contents.kept(encounter)?;
        let used = contents.used_nonces.get(&(encounter, slot.to_owned())).copied().unwrap_or(0);
        Ok(nonce(&contents.salt, encounter, slot, used))
    }

    async fn renew_nonce(&self, encounter: EncounterId, slot: &str) -> Result<(), StoreError> {
        bounds::word("a slot", slot)?;
        let mut contents = self.contents()?;
        contents.kept(encounter)?;
        if contents.is_of_forgotten(encounter, slot) {
            return Ok(());
        }
        *contents.used_nonces.entry((encounter, slot.to_owned())).or_default() += 1;
        Ok(())
    }

    async fn put_message(&self, encounter: EncounterId, shown: ShownMessage) -> Result<(), StoreError> {
        bounds::shown(&shown)?;
        let mut contents = self.contents()?;
        contents.kept(encounter)?;
        contents.show(encounter, shown);
        Ok(())
    }

    async fn message(&self, encounter: EncounterId, slot: &str) -> Result<Option<ShownMessage>, StoreError> {
        Ok(self.contents()?.messages.get(&(encounter, slot.to_owned())).cloned())
    }

    async fn messages(&self, encounter: EncounterId) -> Result<Vec<ShownMessage>, StoreError> {
        let contents = self.contents()?;
        let from_here = contents.messages.range((encounter, String::new())..);
        Ok(from_here.take_while(|((id, _), _)| *id == encounter).map(|(_, shown)| shown.clone()).collect())
    }

    async fn delete_message(&self, encounter: EncounterId, slot: &str) -> Result<bool, StoreError> {
        let mut contents = self.contents()?;
        let place = (encounter, slot.to_owned());
        let there = contents.messages.remove(&place).is_some();
        if there {
            *contents.used_nonces.entry(place).or_default() += 1;
        }
        Ok(there)
    }

    async fn create_character(
        &self,
        key: CharacterKey,
        name: &str,
        sheet: &str,
        at_ms: i64,
    ) -> Result<CharacterId, StoreError> {
        bounds::character(&key, name, sheet)?;
        let mut contents = self.contents()?;
        if contents.named(&key, name).is_some() {
            return Err(StoreError::NameTaken { name: name.to_owned() });
        }
        contents.last_character += 1;
        let id = contents.last_character;
        let (name, sheet) = (name.to_owned(), sheet.to_owned());
        contents.characters.insert(id, Character { id, key, name, sheet, updated_at_ms: at_ms });
        Ok(id)
    }

    async fn update_character(&self, id: CharacterId, name: &str, sheet: &str, at_ms: i64) -> Result<(), StoreError> {
        bounds::name(name)?;
        bounds::json("a sheet", sheet)?;
        let mut contents = self.contents()?;
        let character = contents.characters.get(&id).ok_or(StoreError::NoSuchCharacter(id))?;
        if contents.named(&character.key, name).is_some_and(|other| other.id != id) {
            return Err(StoreError::NameTaken { name: name.to_owned() });
        }
        let character = Character {
            id,
            key: character.key.clone(),
            name: name.to_owned(),
            sheet: sheet.to_owned(),
            updated_at_ms: at_ms,
        };
        contents.characters.insert(id, character);
        Ok(())
    }

    async fn character(&self, id: CharacterId) -> Result<Option<Character>, StoreError> {
        Ok(self.contents()?.characters.get(&id).cloned())
    }

    async fn find_character(&self, key: &CharacterKey, name: &str) -> Result<Option<Character>, StoreError> {
        Ok(self.contents()?.named(key, name).cloned())
    }

    async fn characters(
        &self,
        application: Snowflake,
        guild: Snowflake,
        owner: Option<Snowflake>,
    ) -> Result<Vec<Character>, StoreError> {
        let contents = self.contents()?;
        let here = contents.characters.values().filter(|character| {
            let key = &character.key;
            key.application_id == application
                && key.guild_id == guild
                && owner.is_none_or(|owner| owner == key.owner_id)
        });
        let mut here: Vec<Character> = here.cloned().collect();
        here.sort_by_cached_key(|character| (bounds::folded(&character.name), character.id));
        Ok(here)
    }

    async fn delete_character(&self, id: CharacterId) -> Result<bool, StoreError> {
        let mut contents = self.contents()?;
        for party in contents.parties.values_mut() {
            party.members.retain(|it| *it != id);
        }
        contents.portraits.remove(&id);
        contents.drop_unused_pictures();
        Ok(contents.characters.remove(&id).is_some())
    }

    async fn write_characters(
        &self,
        writes: Vec<CharacterWrite>,
        settles: Option<Settlement>,
        at_ms: i64,
    ) -> Result<Vec<CharacterId>, StoreError> {
        bounds::writes(&writes, settles.as_ref())?;
        self.contents()?.write_characters(&writes, settles, at_ms)
    }

    async fn settlements(&self, encounter: EncounterId) -> Result<Vec<Settlement>, StoreError> {
        let contents = self.contents()?;
        Ok(contents.settlements.range((encounter, i64::MIN)..=(encounter, i64::MAX)).map(|it| it.1.clone()).collect())
    }

    async fn create_party(&self, new: NewParty) -> Result<PartyId, StoreError> {
        bounds::party(&new)?;
        self.contents()?.create_party(new)
    }

    async fn find_party(
        &self,
        application: Snowflake,
        guild: Snowflake,
        name: &str,
    ) -> Result<Option<Party>, StoreError> {
        let all = self.contents()?.parties_of(application, guild);
        Ok(all.into_iter().find(|it| bounds::folded(&it.name) == bounds::folded(name)))
    }

    async fn parties(&self, application: Snowflake, guild: Snowflake) -> Result<Vec<Party>, StoreError> {
        Ok(self.contents()?.parties_of(application, guild))
    }

    async fn delete_party(&self, id: PartyId) -> Result<bool, StoreError> {
        Ok(self.contents()?.parties.remove(&id).is_some())
    }

    async fn add_to_party(&self, party: PartyId, character: CharacterId) -> Result<bool, StoreError> {
        self.contents()?.add_to_party(party, character)
    }

    async fn remove_from_party(&self, party: PartyId, character: CharacterId) -> Result<bool, StoreError> {
        let mut contents = self.contents()?;
        let Some(party) = contents.parties.get_mut(&party) else { return Ok(false) };
        let before = party.members.len();
        party.members.retain(|it| *it != character);
        Ok(party.members.len() < before)
    }

    async fn save_preparation(
        &self,
        preparation: Preparation,
        new: Option<StoredPicture>,
    ) -> Result<PreparationId, StoreError> {
        bounds::preparation(&preparation, new.as_ref())?;
        self.contents()?.save_preparation(preparation, new)
    }

    async fn find_preparation(
        &self,
        application: Snowflake,
        guild: Snowflake,
        owner: Snowflake,
        name: &str,
    ) -> Result<Option<Preparation>, StoreError> {
        let all = self.contents()?.preparations_of(application, guild, owner);
        Ok(all.into_iter().map(|it| it.1).find(|it| bounds::folded(&it.name) == bounds::folded(name)))
    }

    async fn preparations(
        &self,
        application: Snowflake,
        guild: Snowflake,
        owner: Snowflake,
    ) -> Result<Vec<Preparation>, StoreError> {
        Ok(self.contents()?.preparations_of(application, guild, owner).into_iter().map(|it| it.1).collect())
    }

    async fn delete_preparation(
        &self,
        application: Snowflake,
        guild: Snowflake,
        owner: Snowflake,
        name: &str,
    ) -> Result<bool, StoreError> {
        let mut contents = self.contents()?;
        let all = contents.preparations_of(application, guild, owner);
        let id = all.into_iter().find(|it| bounds::folded(&it.1.name) == bounds::folded(name)).map(|it| it.0);
        let was_there = id.is_some_and(|id| contents.preparations.remove(&id).is_some());
        contents.drop_unused_pictures();
        Ok(was_there)
    }

    async fn belongings(&self, application: Snowflake, person: Snowflake) -> Result<Belongings, StoreError> {
        Ok(self.contents()?.belongings(application, person))
    }

    async fn delete_belongings(&self, application: Snowflake, person: Snowflake) -> Result<bool, StoreError> {
        Ok(self.contents()?.delete_belongings(application, person) > 0)
    }

    async fn guilds(&self, application: Snowflake) -> Result<Vec<Snowflake>, StoreError> {
        Ok(self.contents()?.guilds(application))
    }

    async fn delete_guild(&self, application: Snowflake, guild: Snowflake) -> Result<bool, StoreError> {
        Ok(self.contents()?.delete_guild(application, guild) > 0)
    }

    async fn set_setting(&self, application: Snowflake, scope: &str, key: &str, value: &str) -> Result<(), StoreError> {
        bounds::setting(scope, key, value)?;
        let place = (application, scope.to_owned(), key.to_owned());
        let mut contents = self.contents()?;
        contents.settings.insert(place, value.to_owned());
        contents.tell(application, scope);
        Ok(())
    }

    async fn setting(&self, application: Snowflake, scope: &str, key: &str) -> Result<Option<String>, StoreError> {
        Ok(self.contents()?.settings.get(&(application, scope.to_owned(), key.to_owned())).cloned())
    }

    async fn settings(&self, application: Snowflake, scope: &str) -> Result<Vec<(String, String)>, StoreError> {
        let contents = self.contents()?;
        let from_here = contents.settings.range((application, scope.to_owned(), String::new())..);
        let here = from_here.take_while(|((app, place, _), _)| *app == application && place == scope);
        Ok(here.map(|((_, _, key), value)| (key.clone(), value.clone())).collect())
    }

    async fn delete_setting(&self, application: Snowflake, scope: &str, key: &str) -> Result<bool, StoreError> {
        let mut contents = self.contents()?;
        let was_there = contents.settings.remove(&(application, scope.to_owned(), key.to_owned())).is_some();
        contents.tell(application, scope);
        Ok(was_there)
    }

    async fn close(&self) {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
    }
}
