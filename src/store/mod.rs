//! Stores fights, outgoing messages, characters and settings: the trait [`Store`], implemented in memory ([`MemoryStore`]), in a SQLite
//! file ([`SqliteStore`]) and in PostgreSQL ([`PostgresStore`]).
//!
//! The store knows no rules and nothing about Discord. A body is opaque JSON from the layer above; the store only promises order,
//! uniqueness, and that whatever it has accepted survives a crash. It never changes or deletes a row of the log, except to forget a person or a
//! whole server, and it reads no clock: times are arguments.

mod append_timer;
mod bounds;
mod copied_tables;
mod copy;
mod database_message;
mod error;
mod fight_person;
mod ids;
mod lease;
mod memory;
mod nonce;
mod people;
mod persons_fight;
mod pictures;
mod place;
mod postgres;
mod postgres_error;
mod privacy;
mod private_menus;
mod records;
mod seed;
mod setting_news;
mod sqlite;
mod synchronous;
mod whole_tables;

use async_trait::async_trait;
use tokio::sync::mpsc;

pub use append_timer::AppendTimer;
pub use bounds::{MAX_BATCH_ROWS, MAX_BODY_BYTES, MAX_NAME_CHARS, MAX_NONCE_CHARS, MAX_PICTURE_BYTES, MAX_WORD_CHARS};
pub use copy::{CopiedTable, CopiedTables, CopyError, copy};
pub use error::{AppendError, StoreError, StoreOpenError};
pub use fight_person::FightPerson;
pub use ids::{CharacterId, EncounterId, OutgoingId, Snowflake};
pub use lease::{Lease, Leased, LeasedShards};
pub use memory::MemoryStore;
pub use people::{CharacterWrite, NewParty, Party, PartyId, Preparation, PreparationId, Settlement};
pub use persons_fight::PersonsFight;
pub use pictures::{Background, FINISHED_BACKGROUNDS_MAX, PictureStore, StoredPicture};
pub use place::DatabasePlace;
pub use postgres::{PostgresOptions, PostgresStore};
pub use postgres_error::PostgresOpenError;
pub use privacy::{Belongings, ForgottenPerson};
pub use private_menus::{MenuChange, MenuStore, PrivateMenu};
pub use records::{
    Append, BOT_SCOPE, Character, CharacterKey, Header, NewEncounter, Notice, OpenFight, Outgoing, OutgoingState,
    SavedFight, ShownMessage, Status, StoredRow, encounter_scope,
};
pub use seed::{CommittedSeed, SeedBytes};
pub use setting_news::SettingNews;
pub use sqlite::{SqliteOptions, SqliteStore};
pub use synchronous::Synchronous;

/// The version of the JSON formats (openings, bodies, sheets) that this build writes, and the highest it can read.
pub const FORMAT_VERSION: i64 = 1;

/// Keeps what must survive a restart. Every write is all or nothing, and is on disk (according to the implementation's settings) when it
/// returns.
///
/// Dropping the future of a write doesn't take the write back: it may still happen. Check the store before you try again.
#[async_trait]
pub trait Store: PictureStore + MenuStore {
    /// Opens a fight: its header, its opening value (seq 0), its first seed, rows and settings. Returns its id, a small integer that's
    /// never reused.
    ///
    /// # Errors
    /// [`StoreError::ChannelTaken`] if the application has an unfinished fight in that channel.
    async fn create_encounter(&self, new: NewEncounter) -> Result<EncounterId, StoreError>;

    /// Appends rows, the messages about them, and a new status, in one transaction.
    ///
    /// # Errors
    /// [`AppendError::Conflict`] if the rows don't continue the log where it ends; [`AppendError::AlreadyDone`] if one of the interactions
    /// has already caused a row. Then none of the batch is kept.
    async fn append(&self, batch: Append) -> Result<(), AppendError>;

    /// Takes the right to some shards' fights, if no other process has any of them.
    ///
    /// # Errors
    /// If the store fails.
    async fn lease(&self, wanted: &LeasedShards) -> Result<Leased, StoreError>;

    /// Waits for the right to start a session of the gateway, which one process of a bot has at a time for each of Discord's buckets.
    ///
    /// # Errors
    /// If the store fails, or it takes minutes.
    async fn session_turn(&self, application: Snowflake, bucket: u32) -> Result<Lease, StoreError>;

    /// Hears of settings of servers and people that any process, this one included, changes from now on. Ends at once where no other process can.
    ///
    /// # Errors
    /// If the store fails.
    async fn setting_news(&self) -> Result<mpsc::Receiver<SettingNews>, StoreError>;

    /// This application's unfinished fights, oldest first.
    async fn open_encounters(&self, application: Snowflake) -> Result<Vec<Header>, StoreError>;

    /// What a start needs of this application's unfinished fights: a page of them, by channel, after this one. Each comes with its values under
    /// these keys in its own scope (see [`encounter_scope`]). Empty after the last.
    async fn open_fights(
        &self,
        application: Snowflake,
        after: Option<Snowflake>,
        keys: [&str; 2],
    ) -> Result<Vec<OpenFight>, StoreError>;

    /// One fight's header.
    async fn encounter(&self, id: EncounterId) -> Result<Option<Header>, StoreError>;

    /// The unfinished fight in a channel; there is at most one.
    async fn encounter_in(&self, application: Snowflake, channel: Snowflake) -> Result<Option<Header>, StoreError>;

    /// The last 25 fights of a channel, including finished ones, newest first.
    async fn encounters_in(&self, application: Snowflake, channel: Snowflake) -> Result<Vec<Header>, StoreError>;

    /// This application's finished fights in which a person has a number, of those opened at `since_ms` or later: at most `most`, newest first.
    async fn finished_fights_of(
        &self,
        application: Snowflake,
        person: Snowflake,
        since_ms: i64,
        most: u32,
    ) -> Result<Vec<Header>, StoreError>;

    /// A whole fight: header, opening and every row in order, as of a single moment.
    ///
    /// # Errors
    /// [`StoreError::NoSuchEncounter`].
    async fn load(&self, id: EncounterId) -> Result<SavedFight, StoreError>;

    /// The rows with a seq greater than `seq`, in order. Empty for a fight that doesn't exist.
    async fn rows_since(&self, id: EncounterId, seq: i64) -> Result<Vec<StoredRow>, StoreError>;

    /// The people of a fight, with the numbers that stand for them in its chain. In a fight opened by a build without such numbers, nothing goes
    /// by them, and somebody who only mattered to that build may be missing.
    async fn people(&self, id: EncounterId) -> Result<Vec<FightPerson>, StoreError>;

    /// Gives people of a fight their numbers, if they have none.
    ///
    /// # Errors
    /// [`StoreError::NoSuchEncounter`].
    async fn meet(&self, id: EncounterId, people: Vec<FightPerson>) -> Result<(), StoreError>;

    /// This application's fights in which a person has a number, newest first, each with its value under this key in its own scope (see
    /// [`encounter_scope`]).
    async fn fights_of(
        &self,
        application: Snowflake,
        person: Snowflake,
        key: &str,
    ) -> Result<Vec<PersonsFight>, StoreError>;

    /// Puts a number in a person's place in a finished fight, wherever they're named. Returns whether it was done: not if the fight goes on,
    /// or has gone on since this was worked out.
    ///
    /// # Errors
    /// [`StoreError::NoSuchEncounter`].
    async fn forget(&self, forgotten: ForgottenPerson) -> Result<bool, StoreError>;

    /// The seed that the fight's dice currently use. Only for the dice: before the fight is over, nothing that's shown, logged or exported
    /// may depend on it except through faces already rolled.
    ///
    /// # Errors
    /// [`StoreError::NoSuchEncounter`].
    async fn seed(&self, id: EncounterId) -> Result<SeedBytes, StoreError>;

    /// Every seed the fight has had, each with the seq of the last row decided before it, oldest first. The same warning applies.
    async fn seeds(&self, id: EncounterId) -> Result<Vec<(i64, CommittedSeed)>, StoreError>;

    /// The oldest messages that this application still has to send (at most 500), in the order written.
    async fn due(&self, application: Snowflake) -> Result<Vec<Outgoing>, StoreError>;

    /// The messages that one fight still has to send (at most 500), in the order written.
    async fn due_of(&self, encounter: EncounterId) -> Result<Vec<Outgoing>, StoreError>;

    /// For each server to which this application still has to send something (`None`: a fight without one), when the oldest of that was put
    /// into the outbox, in milliseconds since the epoch; in no particular order.
    async fn oldest_due(&self, application: Snowflake) -> Result<Vec<(Option<Snowflake>, i64)>, StoreError>;

    /// Proves that the store takes writes, by one that changes nothing anybody reads.
    ///
    /// # Errors
    /// If it doesn't: its disk is full, somebody else has locked it, or it's closed.
    async fn check_writable(&self) -> Result<(), StoreError>;

    /// Every message a fight has ever put into the outbox, in order: for an export or for debugging.
    async fn outbox(&self, encounter: EncounterId) -> Result<Vec<Outgoing>, StoreError>;

    /// Notes that Discord has the message, and that it now shows the outbox row's slot (see [`Store::message`]). Doing this twice is
    /// harmless.
    ///
    /// # Errors
    /// [`StoreError::NoSuchOutgoing`].
    async fn mark_sent(&self, id: OutgoingId, message: Snowflake, at_ms: i64) -> Result<(), StoreError>;

    /// Notes that an attempt to send failed and why; the message stays due. A finished message stays as it is.
    ///
    /// # Errors
    /// [`StoreError::NoSuchOutgoing`].
    async fn mark_failed(&self, id: OutgoingId, why: &str) -> Result<(), StoreError>;

    /// Gives up on a message and notes why. A finished message stays as it is.
    ///
    /// # Errors
    /// [`StoreError::NoSuchOutgoing`].
    async fn mark_dropped(&self, id: OutgoingId, why: &str) -> Result<(), StoreError>;

    /// The nonce for the next message that shows a slot. It stays the same until that message is noted ([`Store::mark_sent`],
    /// [`Store::put_message`]) or forgotten ([`Store::delete_message`]), so that sending it again after a crash doesn't create a second
    /// one. No two messages ever have the same nonce, in this database or another. At most [`MAX_NONCE_CHARS`] characters.
    ///
    /// # Errors
    /// [`StoreError::NoSuchEncounter`].
    async fn nonce(&self, encounter: EncounterId, slot: &str) -> Result<String, StoreError>;

    /// Changes what [`Store::nonce`] returns, because Discord knows the current nonce from a message that's gone.
    ///
    /// # Errors
    /// [`StoreError::NoSuchEncounter`].
    async fn renew_nonce(&self, encounter: EncounterId, slot: &str) -> Result<(), StoreError>;

    /// Notes which message shows a slot of a fight, replacing the previous one.
    ///
    /// # Errors
    /// [`StoreError::NoSuchEncounter`].
    async fn put_message(&self, encounter: EncounterId, shown: ShownMessage) -> Result<(), StoreError>;

    /// The message that shows a slot of a fight.
    async fn message(&self, encounter: EncounterId, slot: &str) -> Result<Option<ShownMessage>, StoreError>;

    /// Every message that shows something of a fight, by slot.
    async fn messages(&self, encounter: EncounterId) -> Result<Vec<ShownMessage>, StoreError>;

    /// Forgets the message of a slot. Returns whether there was one.
    async fn delete_message(&self, encounter: EncounterId, slot: &str) -> Result<bool, StoreError>;

    /// Saves a new character.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if that owner has one of that name (ignoring case) for that system in that guild.
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

    /// The owner's character with this name, ignoring case.
    async fn find_character(&self, key: &CharacterKey, name: &str) -> Result<Option<Character>, StoreError>;

    /// A guild's characters by name (0: direct messages); only one owner's if given.
    async fn characters(
        &self,
        application: Snowflake,
        guild: Snowflake,
        owner: Option<Snowflake>,
    ) -> Result<Vec<Character>, StoreError>;

    /// Deletes a character. Returns whether there was one.
    async fn delete_character(&self, id: CharacterId) -> Result<bool, StoreError>;

    /// Writes several characters, all or none, and with them the decision about a fight's lasting effects, if any. Returns the characters'
    /// ids in order.
    ///
    /// # Errors
    /// [`StoreError::CharacterChanged`] if one to be changed is no longer as it was read, [`StoreError::NoSuchCharacter`],
    /// [`StoreError::NameTaken`], [`StoreError::AlreadySettled`]. Then none of it is kept.
    async fn write_characters(
        &self,
        writes: Vec<CharacterWrite>,
        settles: Option<Settlement>,
        at_ms: i64,
    ) -> Result<Vec<CharacterId>, StoreError>;

    /// The decisions about a fight's lasting effects, one for each time it ended, oldest first.
    async fn settlements(&self, encounter: EncounterId) -> Result<Vec<Settlement>, StoreError>;

    /// Creates a party without members.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if the server has one of that name.
    async fn create_party(&self, new: NewParty) -> Result<PartyId, StoreError>;

    /// The party with this name, ignoring case.
    async fn find_party(
        &self,
        application: Snowflake,
        guild: Snowflake,
        name: &str,
    ) -> Result<Option<Party>, StoreError>;

    /// A server's parties by name.
    async fn parties(&self, application: Snowflake, guild: Snowflake) -> Result<Vec<Party>, StoreError>;

    /// Deletes a party; its characters stay. Returns whether there was one.
    async fn delete_party(&self, id: PartyId) -> Result<bool, StoreError>;

    /// Adds a character at the end of a party. Returns whether it wasn't in it yet. A deleted character leaves its parties.
    ///
    /// # Errors
    /// [`StoreError::NoSuchParty`], [`StoreError::NoSuchCharacter`].
    async fn add_to_party(&self, party: PartyId, character: CharacterId) -> Result<bool, StoreError>;

    /// Removes a character from a party. Returns whether it was in it.
    async fn remove_from_party(&self, party: PartyId, character: CharacterId) -> Result<bool, StoreError>;

    /// Saves a prepared encounter, replacing its owner's earlier one of that name; `new` is its background's picture, if the store may not have it.
    ///
    /// # Errors
    /// [`StoreError::NoSuchPicture`] if it hasn't.
    async fn save_preparation(
        &self,
        preparation: Preparation,
        new: Option<StoredPicture>,
    ) -> Result<PreparationId, StoreError>;

    /// The owner's prepared encounter with this name, ignoring case.
    async fn find_preparation(
        &self,
        application: Snowflake,
        guild: Snowflake,
        owner: Snowflake,
        name: &str,
    ) -> Result<Option<Preparation>, StoreError>;

    /// An owner's prepared encounters in a server, by name.
    async fn preparations(
        &self,
        application: Snowflake,
        guild: Snowflake,
        owner: Snowflake,
    ) -> Result<Vec<Preparation>, StoreError>;

    /// Deletes an owner's prepared encounter by name. Returns whether there was one.
    async fn delete_preparation(
        &self,
        application: Snowflake,
        guild: Snowflake,
        owner: Snowflake,
        name: &str,
    ) -> Result<bool, StoreError>;

    /// What belongs to a person, in all servers.
    async fn belongings(&self, application: Snowflake, person: Snowflake) -> Result<Belongings, StoreError>;

    /// Deletes it, and the person's settings. Returns whether there was anything.
    async fn delete_belongings(&self, application: Snowflake, person: Snowflake) -> Result<bool, StoreError>;

    /// The servers of which anything is kept.
    async fn guilds(&self, application: Snowflake) -> Result<Vec<Snowflake>, StoreError>;

    /// Deletes everything of a server, its fights included: nobody may still play them. Returns whether there was anything.
    async fn delete_guild(&self, application: Snowflake, guild: Snowflake) -> Result<bool, StoreError>;

    /// Sets `key` of a scope ("guild:123", "channel:7", "user:5") to a JSON value.
    async fn set_setting(&self, application: Snowflake, scope: &str, key: &str, value: &str) -> Result<(), StoreError>;

    /// The JSON value of a setting.
    async fn setting(&self, application: Snowflake, scope: &str, key: &str) -> Result<Option<String>, StoreError>;

    /// All settings of a scope as (key, value), by key.
    async fn settings(&self, application: Snowflake, scope: &str) -> Result<Vec<(String, String)>, StoreError>;

    /// Deletes a setting. Returns whether there was one.
    async fn delete_setting(&self, application: Snowflake, scope: &str, key: &str) -> Result<bool, StoreError>;

    /// Writes what's pending and closes. Everything after that returns [`StoreError::Closed`]. Closing twice is harmless.
    async fn close(&self);
}
