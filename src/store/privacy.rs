//! What's kept about a person, as values, and what takes its place once they're forgotten. How it's stored is defined elsewhere.

use super::{
    ids::{EncounterId, OutgoingId, Snowflake},
    people::{Party, Preparation},
    records::Character,
};

/// Discord's ids are higher: a millisecond after its epoch they begin here. The numbers that stand for people in a fight are lower.
pub(super) const FIRST_ID: Snowflake = 1 << 22;

/// The accounts that a message's slot names, between its colons.
pub(super) fn people_in_slot(slot: &str) -> impl Iterator<Item = Snowflake> {
    slot.split(':').filter_map(|it| it.parse().ok()).filter(|it| *it >= FIRST_ID)
}

/// What belongs to one person, in all servers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Belongings {
    /// Their saved characters.
    pub characters: Vec<Character>,
    /// The parties they created.
    pub parties: Vec<Party>,
    /// The encounters they prepared.
    pub preparations: Vec<Preparation>,
}

/// What a finished fight's texts are once a person is forgotten there. What isn't named here stays as it is, except for what has no text: where the
/// person stands between colons in the slot of a message, the number stands from then on, and what was sent to them directly isn't known any more.
/// A message whose slot names them and that's only noted now, because it was just being sent, isn't kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForgottenPerson {
    /// The fight.
    pub encounter: EncounterId,
    /// The person.
    pub person_id: Snowflake,
    /// The number that stands for them from now on.
    pub number: u64,
    /// The last row of the log for which this was worked out.
    pub head_seq: i64,
    /// The new opening.
    pub opening: Option<String>,
    /// Rows of the log: their number, the new actor and the new body.
    pub rows: Vec<(i64, String, String)>,
    /// Messages of the outbox: their id and the new payload.
    pub outbox: Vec<(OutgoingId, String)>,
    /// Settings of the fight: their key and the new value.
    pub settings: Vec<(String, String)>,
    /// Decisions about lasting effects: the row they followed, who made them now, and the new outcome.
    pub settlements: Vec<(i64, Snowflake, String)>,
}
