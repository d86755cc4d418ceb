//! What the store keeps, as values. How they're stored is defined elsewhere.

use std::fmt;
use std::str::FromStr;

use super::error::StoreError;
use super::fight_person::FightPerson;
use super::ids::{CharacterId, EncounterId, OutgoingId, Snowflake};
use super::seed::CommittedSeed;

/// A fight's status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// People join; nothing has begun.
    Gathering,
    /// The fight is running.
    Fighting,
    /// The GM has paused it; all clocks are stopped.
    Paused,
    /// It has ended, and its channel is free.
    Over,
    /// A bug of ours stopped it. It keeps its channel until the GM repairs or ends it.
    Faulted,
}

impl Status {
    /// The word used in the database.
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

/// A fight to open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEncounter {
    /// The Discord application it belongs to.
    pub application_id: Snowflake,
    /// The server; `None` in direct messages.
    pub guild_id: Option<Snowflake>,
    /// The channel or thread.
    pub channel_id: Snowflake,
    /// The rule system's name.
    pub system: String,
    /// The name the GM gave it.
    pub name: String,
    /// When, in milliseconds since the epoch.
    pub created_at_ms: i64,
    /// Usually [`Status::Gathering`].
    pub status: Status,
    /// The seed of its dice and its commitment.
    pub seed: CommittedSeed,
    /// The fight's value at seq 0, as JSON.
    pub opening: String,
    /// The version of the opening's format.
    pub format_version: i64,
    /// The rows that set it up, from 1 without gaps. Nobody is told about them one by one.
    pub rows: Vec<StoredRow>,
    /// Settings in its own scope (see [`encounter_scope`]), by key, present from the start: nobody could end a fight without a GM.
    pub settings: Vec<(String, String)>,
    /// The people named in its opening and rows.
    pub people: Vec<FightPerson>,
}

/// The scope of the bot's own settings, which every process of it shares.
pub const BOT_SCOPE: &str = "bot";

/// The scope of one fight's settings.
pub fn encounter_scope(id: EncounterId) -> String {
    format!("encounter:{id}")
}

/// What's known about a fight without reading its log. Never contains the seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Its id.
    pub id: EncounterId,
    /// The Discord application it belongs to.
    pub application_id: Snowflake,
    /// The server; `None` in direct messages.
    pub guild_id: Option<Snowflake>,
    /// The channel or thread.
    pub channel_id: Snowflake,
    /// The rule system's name.
    pub system: String,
    /// The name the GM gave it.
    pub name: String,
    /// When it was opened, in milliseconds since the epoch.
    pub created_at_ms: i64,
    /// The fight's status.
    pub status: Status,
    /// The commitment of the current seed.
    pub commitment: String,
    /// The version of the opening's format.
    pub format_version: i64,
    /// The seq of its last row; 0 while there is only the opening.
    pub head_seq: i64,
}

/// The most unfinished fights in one page.
pub(super) const OPEN_PAGE: usize = 500;

/// An unfinished fight, as a start needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenFight {
    /// Its id.
    pub id: EncounterId,
    /// The server; `None` in direct messages.
    pub guild_id: Option<Snowflake>,
    /// The channel or thread.
    pub channel_id: Snowflake,
    /// The seq of its last row; 0 while there is only the opening.
    pub head_seq: i64,
    /// Its values under the two keys that were asked for.
    pub values: [Option<String>; 2],
}

/// One accepted input: a row of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRow {
    /// Its number, from 1 without gaps.
    pub seq: i64,
    /// When it was accepted, in milliseconds since the epoch.
    pub at_ms: i64,
    /// Who caused it, in the words of the layer above ("gm 5", "table").
    pub actor: String,
    /// The interaction that caused it, if any.
    pub interaction_id: Option<Snowflake>,
    /// The input, the faces rolled and the facts, as JSON.
    pub body: String,
    /// The version of the body's format.
    pub format_version: i64,
}

/// A whole fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedFight {
    /// Its header.
    pub header: Header,
    /// The fight's value at seq 0, as JSON.
    pub opening: String,
    /// Every row since, in order.
    pub rows: Vec<StoredRow>,
}

/// A message to send because of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The row it's about.
    pub seq: i64,
    /// Its kind, for the sender ("story", "tracker", "ping").
    pub kind: String,
    /// The slot it will show, the name by which [`super::Store::message`] finds it later.
    pub slot: String,
    /// The channel it goes to.
    pub channel_id: Snowflake,
    /// The row's own unique name, at most 25 characters. Discord gets the slot's nonce instead, see [`super::Store::nonce`].
    pub nonce: String,
    /// What the sender needs to make the message, as JSON.
    pub payload: String,
    /// When, in milliseconds since the epoch.
    pub created_at_ms: i64,
}

/// The state of a message in the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OutgoingState {
    /// Waiting to be sent.
    Due,
    /// Received by Discord.
    Sent,
    /// Given up.
    Dropped,
}

impl OutgoingState {
    /// The word used in the database.
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
    /// The message to send.
    pub notice: Notice,
    /// Its state.
    pub state: OutgoingState,
    /// The Discord message it became.
    pub message_id: Option<Snowflake>,
    /// The number of failed attempts to send it.
    pub attempts: i64,
    /// Why the last attempt failed, or why it was given up.
    pub note: Option<String>,
}

/// A batch that's appended as a whole or not at all. Start with [`Append::new`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// The fight.
    pub encounter: EncounterId,
    /// New rows, in order without gaps, starting right after the log's last. May be empty.
    pub rows: Vec<StoredRow>,
    /// The messages about them.
    pub outbox: Vec<Notice>,
    /// The fight's new status, if it changes.
    pub status: Option<Status>,
    /// A new seed, for a reopened fight whose seed has been shown. It applies from the row after this batch's last.
    pub reseed: Option<CommittedSeed>,
    /// The people named in these rows for the first time.
    pub people: Vec<FightPerson>,
}

impl Append {
    /// A batch that does nothing yet.
    pub const fn new(encounter: EncounterId) -> Append {
        Append { encounter, rows: Vec::new(), outbox: Vec::new(), status: None, reseed: None, people: Vec::new() }
    }
}

/// The message that shows a slot of a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownMessage {
    /// The slot's name.
    pub slot: String,
    /// The message's channel.
    pub channel_id: Snowflake,
    /// The message's id; 0 while it's being sent.
    pub message_id: Snowflake,
    /// When it was created, in milliseconds since the epoch: Discord limits edits of messages older than an hour.
    pub created_at_ms: i64,
}

/// The scope in which a character's name is unique.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CharacterKey {
    /// The Discord application.
    pub application_id: Snowflake,
    /// The server; 0 for direct messages.
    pub guild_id: Snowflake,
    /// The user who owns it.
    pub owner_id: Snowflake,
    /// The rule system's name.
    pub system: String,
}

/// A saved character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Character {
    /// Its id.
    pub id: CharacterId,
    /// Its owner, server and system.
    pub key: CharacterKey,
    /// Its name as typed.
    pub name: String,
    /// The sheet as JSON.
    pub sheet: String,
    /// When it was last changed, in milliseconds since the epoch.
    pub updated_at_ms: i64,
}
