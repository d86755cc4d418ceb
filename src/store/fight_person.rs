//! Who is who in a fight.

use super::{ids::Snowflake, records::Header};

/// Somebody in a fight's log, and the number that stands for them in its chain and in files made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FightPerson {
    /// Their id in the chat, or their number again once they're forgotten.
    pub person_id: Snowflake,
    /// Their number, which nobody else in this fight has.
    pub number: u64,
}

/// A fight in which somebody has a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonsFight {
    /// The fight.
    pub header: Header,
    /// Their number.
    pub number: u64,
    /// The value of the setting of the fight's that was asked for, if it has one.
    pub value: Option<String>,
}
