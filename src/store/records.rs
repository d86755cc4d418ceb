//! What the store keeps, as values. Nothing here knows how it is kept.

use std::fmt;
use std::str::FromStr;

use super::error::StoreError;
use super::seed::CommittedSeed;

/// A fight's id: a small integer that is never used again.
pub type EncounterId = i64;
/// An id of Discord's. <https://docs.discord.com/developers/reference#snowflakes>
pub type Snowflake = u64;
/// The id of a message in the outbox; ids grow in the order of writing.
pub type OutgoingId = i64;
/// The id of a saved character.
pub type CharacterId = i64;

/// How far a fight is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// People join; nothing has begun.
    Gathering,
    /// The fight goes on.
    Fighting,
    /// The GM has stopped it; every clock stands.
    Paused,
    /// It has ended, and its channel is free.
    Over,
    /// A bug of ours stopped it. It keeps its channel until the GM repairs or ends it.
    Faulted,
}

impl Status {
    /// The word in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Status::Gathering => "gathering",
            Status::Fighting => "fighting",
            Status::Paused => "paused",
            Status::Over => "over",
            Status::Faulted => "faulted",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl FromStr for Status {
    type Err = StoreError;

    fn from_str(word: &str) -> Result<Status, StoreError> {
        [Status::Gathering, Status::Fighting, Status::Paused, Status::Over, Status::Faulted]
            .into_iter()
            .find(|status| status.as_str() == word)
            .ok_or_else(|| StoreError::Unreadable(format!("the status {word:?}")))
    }
}

/// A fight to be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEncounter {
    /// The Discord application whose fight it is.
    pub application_id: Snowflake,
    /// The server, if it is not in direct messages.
    pub guild_id: Option<Snowflake>,
    /// The channel or thread.
    pub channel_id: Snowflake,
    /// The rule system's word.
    pub system: String,
    /// What the GM calls it.
    pub name: String,
    /// When, in ms since 1970.
    pub created_at_ms: i64,
    /// Usually [`Status::Gathering`].
    pub status: Status,
    /// The secret of its dice and its commitment.
    pub seed: CommittedSeed,
    /// JSON: the fight's value at seq 0.
    pub opening: String,
    /// The version of the opening's format.
    pub format_version: i64,
    /// The rows of its first moment, from 1 and without gaps, of which nobody is told: the table as it was laid.
    pub rows: Vec<StoredRow>,
    /// Settings of its own scope (see [`encounter_scope`]), by key, that are there from the first moment: a fight without its GM could
    /// be ended by nobody.
    pub settings: Vec<(String, String)>,
}

/// The scope of the settings that belong to one fight.
pub fn encounter_scope(id: EncounterId) -> String {
    format!("encounter:{id}")
}

/// What there is to know of a fight without reading its log. It never holds the seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Its id.
    pub id: EncounterId,
    /// The Discord application whose fight it is.
    pub application_id: Snowflake,
    /// The server, if it is not in direct messages.
    pub guild_id: Option<Snowflake>,
    /// The channel or thread.
    pub channel_id: Snowflake,
    /// The rule system's word.
    pub system: String,
    /// What the GM calls it.
    pub name: String,
    /// When it was opened, in ms since 1970.
    pub created_at_ms: i64,
    /// How far it is.
    pub status: Status,
    /// The commitment of the seed that is in use.
    pub commitment: String,
    /// The version of the opening's format.
    pub format_version: i64,
    /// The seq of its last row; 0 while there is only the opening.
    pub head_seq: i64,
}

/// One accepted input: a row of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRow {
    /// Its place, from 1 without gaps.
    pub seq: i64,
    /// When it was accepted, in ms since 1970.
    pub at_ms: i64,
    /// Who caused it, in the layer above's words ("user:5", "clock").
    pub actor: String,
    /// The interaction that caused it, if one did.
    pub interaction_id: Option<Snowflake>,
    /// JSON: the input, the faces rolled, the facts.
    pub body: String,
    /// The version of the body's format.
    pub format_version: i64,
}

/// A whole fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedFight {
    /// Its header.
    pub header: Header,
    /// JSON: its value at seq 0.
    pub opening: String,
    /// Every row since, in order.
    pub rows: Vec<StoredRow>,
}

/// A message to be sent because of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The row it tells of.
    pub seq: i64,
    /// What sort it is, for the sender ("story", "tracker", "ping").
    pub kind: String,
    /// What it will show, by the name under which [`super::Store::message`] finds it afterwards.
    pub slot: String,
    /// Where it goes.
    pub channel_id: Snowflake,
    /// The row's own name, at most 25 characters, never the same twice. Discord is given the slot's nonce instead, see
    /// [`super::Store::nonce`].
    pub nonce: String,
    /// JSON: what the sender needs to make the message.
    pub payload: String,
    /// When, in ms since 1970.
    pub created_at_ms: i64,
}

/// What has become of a message in the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OutgoingState {
    /// It waits.
    Due,
    /// Discord has it.
    Sent,
    /// It was given up.
    Dropped,
}

impl OutgoingState {
    /// The word in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            OutgoingState::Due => "due",
            OutgoingState::Sent => "sent",
            OutgoingState::Dropped => "dropped",
        }
    }
}

impl FromStr for OutgoingState {
    type Err = StoreError;

    fn from_str(word: &str) -> Result<OutgoingState, StoreError> {
        [OutgoingState::Due, OutgoingState::Sent, OutgoingState::Dropped]
            .into_iter()
            .find(|state| state.as_str() == word)
            .ok_or_else(|| StoreError::Unreadable(format!("the outbox state {word:?}")))
    }
}

/// A message in the outbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// Its id; older is smaller.
    pub id: OutgoingId,
    /// The fight it is about.
    pub encounter: EncounterId,
    /// What is to be sent.
    pub notice: Notice,
    /// What has become of it.
    pub state: OutgoingState,
    /// The message that Discord made of it.
    pub message_id: Option<Snowflake>,
    /// How often sending it has failed.
    pub attempts: i64,
    /// Why the last attempt failed, or why it was given up.
    pub note: Option<String>,
}

/// A batch that is appended as a whole or not at all. Begin with [`Append::new`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// The fight.
    pub encounter: EncounterId,
    /// New rows, in order and without gaps, the first one after the log's last. May be empty.
    pub rows: Vec<StoredRow>,
    /// Messages that tell of them.
    pub outbox: Vec<Notice>,
    /// How far the fight is now, if that changes.
    pub status: Option<Status>,
    /// A new seed, when a fight is reopened whose seed has been shown. It counts from the row after this batch's last.
    pub reseed: Option<CommittedSeed>,
}

impl Append {
    /// A batch that does nothing yet.
    pub const fn new(encounter: EncounterId) -> Append {
        Append { encounter, rows: Vec::new(), outbox: Vec::new(), status: None, reseed: None }
    }
}

/// The message that shows a slot of a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownMessage {
    /// The slot's name.
    pub slot: String,
    /// Where the message is.
    pub channel_id: Snowflake,
    /// Its id; 0 while it is on its way.
    pub message_id: Snowflake,
    /// When it was made, in ms since 1970: Discord limits edits of messages older than an hour.
    pub created_at_ms: i64,
}

/// Within what a character's name is unique.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CharacterKey {
    /// The Discord application.
    pub application_id: Snowflake,
    /// The server; 0 is for direct messages.
    pub guild_id: Snowflake,
    /// Whose it is.
    pub owner_id: Snowflake,
    /// The rule system's word.
    pub system: String,
}

/// A saved character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Character {
    /// Its id.
    pub id: CharacterId,
    /// Whose it is, where and for which system.
    pub key: CharacterKey,
    /// Its name as typed.
    pub name: String,
    /// JSON: the sheet.
    pub sheet: String,
    /// When it was last changed, in ms since 1970.
    pub updated_at_ms: i64,
}
