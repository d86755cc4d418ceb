//! Who is who in a fight.

use super::ids::Snowflake;

/// Somebody in a fight's log, and the number that stands for them in its chain and in files made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FightPerson {
    /// Their id in the chat, or their number again once they're forgotten.
    pub person_id: Snowflake,
    /// Their number, which nobody else in this fight has.
    pub number: u64,
}
