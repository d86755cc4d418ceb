//! The house: what every command, every press and the herald can reach. One per running bot. It decides nothing; it only knows
//! where things are.

use super::{courier::Courier, customs::CustomsBook, gm_book::GmBook, herald::Bell, watch::Watch};
use crate::{
    config::PaceSettings,
    store::{EncounterId, Snowflake, Store},
    table::{Clock, Handle, Tables},
};
use dashmap::DashMap;
use serenity::http::Http;
use std::sync::Arc;

/// What everything of the bot shares.
pub struct House {
    /// Our application, which is our user too.
    pub application_id: Snowflake,
    /// For first replies to interactions; everything else goes by courier.
    pub http: Arc<Http>,
    /// For everything that is not a first reply.
    pub courier: Courier,
    /// What survives a restart.
    pub store: Arc<dyn Store>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// The live fights.
    pub tables: Tables,
    /// Rung when a fight has changed.
    pub bell: Arc<Bell>,
    /// What servers have settled for themselves.
    pub customs: CustomsBook,
    /// Which channels are watched, and why.
    pub watch: Watch,
    /// What is going on about the GMs' seats and channels.
    pub gm_book: GmBook,
    /// How long people have, by the name of the pace.
    pub pace: PaceSettings,
    /// Texts of half-written actions, by who writes and for whom. Lost at a restart: the menu then asks again.
    pub written: DashMap<(u64, EncounterId), Written>,
}

/// A text that somebody wrote in a form of the turn menu, kept until the action is whole.
#[derive(Clone, Debug)]
pub struct Written {
    /// The state it was written at.
    pub seq: u64,
    /// The text.
    pub text: String,
}

impl House {
    /// The fight in a channel, or the one whose GMs' channel it is.
    pub fn table_in(&self, channel: Snowflake) -> Option<Handle> {
        self.tables.at(channel).or_else(|| self.tables.of_gm_channel(channel))
    }

    /// The live fight of this id.
    pub fn table(&self, id: EncounterId) -> Option<Handle> {
        self.tables.get(id)
    }

    /// Milliseconds since the epoch.
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }
}
