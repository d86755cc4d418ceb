//! The fights that a local table keeps ready, by the channel in which each is played, with who sits where; on Discord there are none.

use super::{compose::tracker::press, custom_id::CustomId, message::ActionRow};
use crate::{engine::Seat, script::ready::Ready, store::Snowflake};
use dashmap::DashMap;

/// The list that "Play again" opens.
pub const AGAIN: &str = "again";

/// Who sits where.
#[derive(Clone, Debug)]
pub struct ReadySeats {
    /// The server.
    pub guild_id: Snowflake,
    /// The channel.
    pub channel_id: Snowflake,
    /// The GM's own, private one, to be paired with it.
    pub gm_channel_id: Option<Snowflake>,
    /// The GM.
    pub gm: Seat,
    /// The players. If the fight has more people than seats, the GM plays the others.
    pub players: Vec<Seat>,
}

/// All of them.
#[derive(Default)]
pub struct ReadyFights(DashMap<Snowflake, (ReadySeats, Ready)>);

impl ReadyFights {
    /// Keeps one ready in its channel.
    pub fn keep(&self, seats: ReadySeats, ready: Ready) {
        self.0.insert(seats.channel_id, (seats, ready));
    }

    /// The one of a channel.
    pub fn at(&self, channel_id: Snowflake) -> Option<(ReadySeats, Ready)> {
        self.0.get(&channel_id).map(|it| it.clone())
    }

    /// "Play again" below the account of a fight that has ended, where one is kept ready.
    pub fn again_button(&self, channel_id: Snowflake, encounter: u64) -> Option<ActionRow> {
        let id = CustomId::Page { encounter, list: AGAIN.to_owned(), page: 0 };
        self.0.contains_key(&channel_id).then(|| ActionRow::Buttons(vec![press("Play again", id)]))
    }
}
