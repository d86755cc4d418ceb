//! What is kept between fights, as values: several characters written at once, what became of a fight's lasting effects, parties, and
//! encounters that a GM has prepared. Nothing here knows how it is kept.

use super::records::{CharacterId, CharacterKey, EncounterId, Snowflake};

/// The id of a party.
pub type PartyId = i64;
/// The id of a prepared encounter.
pub type PreparationId = i64;

/// One character to be written together with others, all or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CharacterWrite {
    /// A new one.
    Create {
        /// Whose it is, where and for which system.
        key: CharacterKey,
        /// Its name.
        name: String,
        /// JSON: its sheet.
        sheet: String,
    },
    /// A new sheet, if the one that is there is still the one that was read.
    Update {
        /// Which.
        id: CharacterId,
        /// The sheet that was read.
        expected: String,
        /// The name it has from now on.
        name: String,
        /// JSON: the sheet it has from now on.
        sheet: String,
    },
}

/// What the GM decided about the lasting effects of a fight. There is one at most for each time that the fight has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// The fight.
    pub encounter: EncounterId,
    /// The last row of its log when it was decided: a fight that is opened again ends anew at a later one.
    pub head_seq: i64,
    /// Whether they were written to the characters.
    pub written: bool,
    /// Who decided.
    pub decided_by: Snowflake,
    /// When, in ms since 1970.
    pub decided_at_ms: i64,
    /// JSON: what became of each character.
    pub outcome: String,
}

/// Saved characters who go together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    /// Its id.
    pub id: PartyId,
    /// The Discord application.
    pub application_id: Snowflake,
    /// The server.
    pub guild_id: Snowflake,
    /// Who made it.
    pub owner_id: Snowflake,
    /// The rule system's word.
    pub system: String,
    /// Its name as typed, unique in the server whatever its case.
    pub name: String,
    /// Its characters, in the order in which they came.
    pub members: Vec<CharacterId>,
}

/// A party to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewParty {
    /// The Discord application.
    pub application_id: Snowflake,
    /// The server.
    pub guild_id: Snowflake,
    /// Who makes it.
    pub owner_id: Snowflake,
    /// The rule system's word.
    pub system: String,
    /// Its name.
    pub name: String,
    /// When, in ms since 1970.
    pub created_at_ms: i64,
}

/// An encounter that a GM has prepared. The name is unique among those of its owner in that server, whatever its case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preparation {
    /// The Discord application.
    pub application_id: Snowflake,
    /// The server.
    pub guild_id: Snowflake,
    /// Whose it is.
    pub owner_id: Snowflake,
    /// The rule system's word.
    pub system: String,
    /// Its name.
    pub name: String,
    /// JSON: the opening of the fight.
    pub opening: String,
    /// The version of the opening's format.
    pub format_version: i64,
    /// When it was last saved, in ms since 1970.
    pub updated_at_ms: i64,
}
