//! What's kept between fights, as values: several characters written at once, decisions about lasting effects, parties, and prepared
//! encounters. How they're stored is defined elsewhere.

use super::ids::{CharacterId, EncounterId, Snowflake};
use super::pictures::Background;
use super::records::CharacterKey;

/// The id of a party.
pub type PartyId = i64;
/// The id of a prepared encounter.
pub type PreparationId = i64;

/// One character to write together with others, all or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CharacterWrite {
    /// A new character.
    Create {
        /// Its owner, server and system.
        key: CharacterKey,
        /// Its name.
        name: String,
        /// Its sheet as JSON.
        sheet: String,
    },
    /// A new sheet for an existing character, if the stored one is still the one that was read.
    Update {
        /// The character's id.
        id: CharacterId,
        /// The sheet that was read.
        expected: String,
        /// The new name.
        name: String,
        /// The new sheet as JSON.
        sheet: String,
    },
}

/// The GM's decision about a fight's lasting effects. At most one for each time the fight has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// The fight.
    pub encounter: EncounterId,
    /// The last row of its log at the time of the decision; a reopened fight ends again at a later one.
    pub head_seq: i64,
    /// Whether the effects were written to the characters.
    pub written: bool,
    /// Who decided.
    pub decided_by: Snowflake,
    /// When, in milliseconds since the epoch.
    pub decided_at_ms: i64,
    /// What became of each character, as JSON.
    pub outcome: String,
}

/// Saved characters who travel together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    /// Its id.
    pub id: PartyId,
    /// The Discord application.
    pub application_id: Snowflake,
    /// The server.
    pub guild_id: Snowflake,
    /// The user who created it.
    pub owner_id: Snowflake,
    /// The rule system's name.
    pub system: String,
    /// Its name as typed, unique in the server ignoring case.
    pub name: String,
    /// Its characters, in the order they were added.
    pub members: Vec<CharacterId>,
}

/// A party to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewParty {
    /// The Discord application.
    pub application_id: Snowflake,
    /// The server.
    pub guild_id: Snowflake,
    /// The user who creates it.
    pub owner_id: Snowflake,
    /// The rule system's name.
    pub system: String,
    /// Its name.
    pub name: String,
    /// When, in milliseconds since the epoch.
    pub created_at_ms: i64,
}

/// A prepared encounter. Its name is unique among its owner's in that server, ignoring case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preparation {
    /// The Discord application.
    pub application_id: Snowflake,
    /// The server.
    pub guild_id: Snowflake,
    /// The user who owns it.
    pub owner_id: Snowflake,
    /// The rule system's name.
    pub system: String,
    /// Its name.
    pub name: String,
    /// The fight's opening as JSON.
    pub opening: String,
    /// What lies below its board: a picture that's kept already.
    pub background: Option<Background>,
    /// The version of the opening's format.
    pub format_version: i64,
    /// When it was last saved, in milliseconds since the epoch.
    pub updated_at_ms: i64,
}
