//! The ids by which everything in the store is found.

/// A fight's id: a small integer that's never reused.
pub type EncounterId = i64;
/// One of Discord's ids. <https://docs.discord.com/developers/reference#snowflakes>
pub type Snowflake = u64;
/// The id of a message in the outbox; ids grow in the order written.
pub type OutgoingId = i64;
/// The id of a saved character.
pub type CharacterId = i64;
