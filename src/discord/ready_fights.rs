//! A local table's ready-to-play fights, by channel, with who plays whom; Discord has none.

use crate::{
    engine::Seat,
    script::ready::Ready,
    store::Snowflake,
    table::{Handle, Tables, live_fights::TableError},
};
use dashmap::DashMap;

/// Who plays whom.
#[derive(Clone, Debug)]
pub struct ReadySeats {
    /// The server.
    pub guild_id: Snowflake,
    /// The channel.
    pub channel_id: Snowflake,
    /// The GM's private channel, linked to the fight.
    pub gm_channel_id: Option<Snowflake>,
    /// The GM.
    pub gm: Seat,
    /// The players. If the fight has more seats than players, the GM plays the rest.
    pub players: Vec<Seat>,
}

/// All of them.
#[derive(Default)]
pub struct ReadyFights {
    kept: DashMap<Snowflake, (ReadySeats, Ready)>,
    /// Who sits at each, where that's known.
    seated: DashMap<Snowflake, Vec<Seat>>,
}

impl ReadyFights {
    /// Adds one for its channel.
    pub fn keep(&self, seats: ReadySeats, ready: Ready) {
        self.kept.insert(seats.channel_id, (seats, ready));
    }

    /// Who sits where, for all of them.
    pub fn all(&self) -> Vec<ReadySeats> {
        self.kept.iter().map(|it| it.0.clone()).collect()
    }

    /// The one for a channel.
    pub fn at(&self, channel_id: Snowflake) -> Option<(ReadySeats, Ready)> {
        self.kept.get(&channel_id).map(|it| it.clone())
    }

    /// These people sit at the one in this channel now; its fight is told, if there is one.
    ///
    /// # Errors
    /// If the fight doesn't answer, or the store fails.
    pub async fn seated(&self, tables: &Tables, channel_id: Snowflake, seats: Vec<Seat>) -> Result<(), TableError> {
        self.seated.insert(channel_id, seats);
        match tables.at(channel_id) {
            Some(handle) => self.tell_seats(&handle).await,
            None => Ok(()),
        }
    }

    /// Whether it's known who sits at the one in this channel. Then Umpire plays for whoever doesn't.
    pub fn is_watched(&self, channel_id: Snowflake) -> bool {
        self.seated.contains_key(&channel_id)
    }

    /// Tells a ready fight who sits at it, if that's known. A fight that somebody started here is left alone.
    ///
    /// # Errors
    /// If the fight doesn't answer, or the store fails.
    pub async fn tell_seats(&self, handle: &Handle) -> Result<(), TableError> {
        let seats = self.seated.get(&handle.channel_id).map(|it| it.clone());
        let kept = self.kept.get(&handle.channel_id).map(|it| it.1.name.clone());
        let name = handle.look(|service| service.header().name.clone()).await?;
        match seats.filter(|_| kept == Some(name)) {
            Some(seats) => handle.seated(seats).await,
            None => Ok(()),
        }
    }
}
