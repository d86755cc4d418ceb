//! Where fights, messages to come, characters and settings are kept: the trait [`Store`], kept in memory ([`MemoryStore`]) or in a SQLite file
//! ([`SqliteStore`]).
//!
//! The store knows no rules and no Discord. A body is opaque JSON text made by the layer above; the store promises only order, uniqueness and
//! that what it has accepted survives a crash. It never changes or deletes a row of the log, and it reads no clock: times are arguments.

mod bounds;
mod error;
mod memory;
mod nonce;
mod people;
mod records;
mod seed;
mod sqlite;

use async_trait::async_trait;

pub use bounds::{MAX_BATCH_ROWS, MAX_BODY_BYTES, MAX_NAME_CHARS, MAX_NONCE_CHARS, MAX_WORD_CHARS};
pub use error::{AppendError, StoreError, StoreOpenError};
pub use memory::MemoryStore;
pub use people::{CharacterWrite, NewParty, Party, PartyId, Preparation, PreparationId, Settlement};
pub use records::{
    Append, Character, CharacterId, CharacterKey, EncounterId, Header, NewEncounter, Notice, Outgoing, OutgoingId,
    OutgoingState, SavedFight, ShownMessage, Snowflake, Status, StoredRow, encounter_scope,
};
pub use seed::{CommittedSeed, SeedBytes};
pub use sqlite::{SqliteOptions, SqliteStore, Synchronous};

/// The version of the JSON formats (openings, bodies, sheets) that this build writes, and the highest that it can read.
pub const FORMAT_VERSION: i64 = 1;

/// Keeps what must survive a restart. Every write is all or nothing, and is on disk (as the settings of the implementation say) when it returns.
///
/// Dropping the future of a write does not take the write back: it may still happen. Ask the store again before trying it anew.
#[async_trait]
pub trait Store: Send + Sync {
    /// Opens a fight: its header, its opening value (seq 0), its first seed, rows and settings. Returns its id, a small integer that is never used again.
    ///
    /// # Errors
    /// [`StoreError::ChannelTaken`] if the application has a fight in that channel which is not over.
    async fn create_encounter(&self, new: NewEncounter) -> Result<EncounterId, StoreError>;

    /// Appends rows, the messages that tell of them, and a new status, in one transaction.
    ///
    /// # Errors
    /// [`AppendError::Conflict`] if the rows do not continue the log where it ends; [`AppendError::AlreadyDone`] if one of the interactions
    /// has already caused a row. Then nothing of the batch is kept.
    async fn append(&self, batch: Append) -> Result<(), AppendError>;

    /// The fights of this application that are not over, oldest first: those to re-arm at start.
    async fn open_encounters(&self, application: Snowflake) -> Result<Vec<Header>, StoreError>;

    /// One fight's header.
    async fn encounter(&self, id: EncounterId) -> Result<Option<Header>, StoreError>;

    /// The fight in a channel that is not over; there is at most one.
    async fn encounter_in(&self, application: Snowflake, channel: Snowflake) -> Result<Option<Header>, StoreError>;

    /// The last 25 fights of a channel, those that are over too, newest first.
    async fn encounters_in(&self, application: Snowflake, channel: Snowflake) -> Result<Vec<Header>, StoreError>;

    /// A whole fight: header, opening and every row in order, all of one moment.
    ///
    /// # Errors
    /// [`StoreError::NoSuchEncounter`].
    async fn load(&self, id: EncounterId) -> Result<SavedFight, StoreError>;

    /// The rows with a seq greater than `seq`, in order. Empty for a fight that does not exist.
    async fn rows_since(&self, id: EncounterId, seq: i64) -> Result<Vec<StoredRow>, StoreError>;

    /// The seed that the fight's dice draw from now. For the dice layer only: nothing that is shown, logged or exported before the fight is over
    /// may depend on it except through faces already rolled.
    ///
    /// # Errors
    /// [`StoreError::NoSuchEncounter`].
    async fn seed(&self, id: EncounterId) -> Result<SeedBytes, StoreError>;

    /// Every seed the fight has had, each with the seq of the last row decided without it, oldest first. The same warning applies.
    async fn seeds(&self, id: EncounterId) -> Result<Vec<(i64, CommittedSeed)>, StoreError>;

    /// The oldest messages that this application still has to send (at most 500), in the order in which they were written.
    async fn due(&self, application: Snowflake) -> Result<Vec<Outgoing>, StoreError>;

    /// The messages that one fight still has to send (at most 500), in the order in which they were written.
    async fn due_of(&self, encounter: EncounterId) -> Result<Vec<Outgoing>, StoreError>;

    /// Every message that a fight has ever put into the outbox, in order: for an export or a look at what went wrong.
    async fn outbox(&self, encounter: EncounterId) -> Result<Vec<Outgoing>, StoreError>;

    /// Notes that Discord has the message, and that it now shows the slot of the outbox row (see [`Store::message`]). Doing it twice is harmless.
    ///
    /// # Errors
    /// [`StoreError::NoSuchOutgoing`].
    async fn mark_sent(&self, id: OutgoingId, message: Snowflake, at_ms: i64) -> Result<(), StoreError>;

    /// Notes that an attempt to send failed and why; the message stays due. One that is done with stays as it is.
    ///
    /// # Errors
    /// [`StoreError::NoSuchOutgoing`].
    async fn mark_failed(&self, id: OutgoingId, why: &str) -> Result<(), StoreError>;

    /// Gives a message up, and notes why. One that is done with stays as it is.
    ///
    /// # Errors
    /// [`StoreError::NoSuchOutgoing`].
    async fn mark_dropped(&self, id: OutgoingId, why: &str) -> Result<(), StoreError>;

    /// The nonce of the message that is to show a slot next. It stays the same until that message is noted ([`Store::mark_sent`],
    /// [`Store::put_message`]) or forgotten ([`Store::delete_message`]), so that sending it again after a crash makes no second one; no two
    /// messages ever have the same, in this database or another. At most [`MAX_NONCE_CHARS`] characters.
    ///
    /// # Errors
    /// [`StoreError::NoSuchEncounter`].
    async fn nonce(&self, encounter: EncounterId, slot: &str) -> Result<String, StoreError>;

    /// Makes [`Store::nonce`] another one: Discord knows the present one from a message that is gone.
    ///
    /// # Errors
    /// [`StoreError::NoSuchEncounter`].
    async fn renew_nonce(&self, encounter: EncounterId, slot: &str) -> Result<(), StoreError>;

    /// Notes which message shows a slot of a fight, in place of the one before.
    ///
    /// # Errors
    /// [`StoreError::NoSuchEncounter`].
    async fn put_message(&self, encounter: EncounterId, shown: ShownMessage) -> Result<(), StoreError>;

    /// The message that shows a slot of a fight.
    async fn message(&self, encounter: EncounterId, slot: &str) -> Result<Option<ShownMessage>, StoreError>;

    /// Every message that shows something of a fight, by slot.
    async fn messages(&self, encounter: EncounterId) -> Result<Vec<ShownMessage>, StoreError>;

    /// Forgets the message of a slot. Says whether there was one.
    async fn delete_message(&self, encounter: EncounterId, slot: &str) -> Result<bool, StoreError>;

    /// Saves a new character.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if that owner has one of that name (in upper or lower case) for that system in that guild.
    async fn create_character(
        &self,
        key: CharacterKey,
        name: &str,
        sheet: &str,
        at_ms: i64,
    ) -> Result<CharacterId, StoreError>;

    /// Replaces a character's name and sheet.
    ///
    /// # Errors
    /// [`StoreError::NoSuchCharacter`], [`StoreError::NameTaken`].
    async fn update_character(&self, id: CharacterId, name: &str, sheet: &str, at_ms: i64) -> Result<(), StoreError>;

    /// One character by id.
    async fn character(&self, id: CharacterId) -> Result<Option<Character>, StoreError>;

    /// One character by its owner's name for it, in upper or lower case.
    async fn find_character(&self, key: &CharacterKey, name: &str) -> Result<Option<Character>, StoreError>;

    /// The characters of a guild (0: of direct messages) by name; of one owner if one is given.
    async fn characters(
        &self,
        application: Snowflake,
        guild: Snowflake,
        owner: Option<Snowflake>,
    ) -> Result<Vec<Character>, StoreError>;

    /// Deletes a character. Says whether there was one.
    async fn delete_character(&self, id: CharacterId) -> Result<bool, StoreError>;

    /// Writes several characters, all or none, and with them what was decided about a fight's lasting effects, if anything was. The ids
    /// are those of the characters, in order.
    ///
    /// # Errors
    /// [`StoreError::CharacterChanged`] if one that is to be changed is not any more as it was read, [`StoreError::NoSuchCharacter`],
    /// [`StoreError::NameTaken`], [`StoreError::AlreadySettled`]. Then nothing of it is kept.
    async fn write_characters(
        &self,
        writes: Vec<CharacterWrite>,
        settles: Option<Settlement>,
        at_ms: i64,
    ) -> Result<Vec<CharacterId>, StoreError>;

    /// What was decided about the lasting effects of a fight, each time that it had ended, oldest first.
    async fn settlements(&self, encounter: EncounterId) -> Result<Vec<Settlement>, StoreError>;

    /// Makes a party without members.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if the server has one of that name.
    async fn create_party(&self, new: NewParty) -> Result<PartyId, StoreError>;

    /// The party of this name, in upper or lower case.
    async fn find_party(
        &self,
        application: Snowflake,
        guild: Snowflake,
        name: &str,
    ) -> Result<Option<Party>, StoreError>;

    /// The parties of a server by name.
    async fn parties(&self, application: Snowflake, guild: Snowflake) -> Result<Vec<Party>, StoreError>;

    /// Deletes a party; its characters stay. Says whether there was one.
    async fn delete_party(&self, id: PartyId) -> Result<bool, StoreError>;

    /// Adds a character to a party, at the end. Says whether it was not in it already. A character that is deleted leaves its parties.
    ///
    /// # Errors
    /// [`StoreError::NoSuchParty`], [`StoreError::NoSuchCharacter`].
    async fn add_to_party(&self, party: PartyId, character: CharacterId) -> Result<bool, StoreError>;

    /// Takes a character out of a party. Says whether it was in it.
    async fn remove_from_party(&self, party: PartyId, character: CharacterId) -> Result<bool, StoreError>;

    /// Keeps a prepared encounter, in place of its owner's earlier one of that name.
    async fn save_preparation(&self, preparation: Preparation) -> Result<PreparationId, StoreError>;

    /// The prepared encounter that its owner calls so, in upper or lower case.
    async fn find_preparation(
        &self,
        application: Snowflake,
        guild: Snowflake,
        owner: Snowflake,
        name: &str,
    ) -> Result<Option<Preparation>, StoreError>;

    /// Somebody's prepared encounters in a server, by name.
    async fn preparations(
        &self,
        application: Snowflake,
        guild: Snowflake,
        owner: Snowflake,
    ) -> Result<Vec<Preparation>, StoreError>;

    /// Deletes a prepared encounter by its owner's name for it. Says whether there was one.
    async fn delete_preparation(
        &self,
        application: Snowflake,
        guild: Snowflake,
        owner: Snowflake,
        name: &str,
    ) -> Result<bool, StoreError>;

    /// Sets `key` of a scope ("guild:123", "channel:7", "user:5") to a JSON value.
    async fn set_setting(&self, application: Snowflake, scope: &str, key: &str, value: &str) -> Result<(), StoreError>;

    /// The JSON value of a setting.
    async fn setting(&self, application: Snowflake, scope: &str, key: &str) -> Result<Option<String>, StoreError>;

    /// All settings of a scope as (key, value), by key.
    async fn settings(&self, application: Snowflake, scope: &str) -> Result<Vec<(String, String)>, StoreError>;

    /// Deletes a setting. Says whether there was one.
    async fn delete_setting(&self, application: Snowflake, scope: &str, key: &str) -> Result<bool, StoreError>;

    /// Writes what waits and closes. Everything after that answers [`StoreError::Closed`]. Closing twice is harmless.
    async fn close(&self);
}
