//! How a table is opened.

use std::path::PathBuf;

use super::{clock::TimeSource, limits::SESSION_STARTS};

/// The table's settings.
#[derive(Clone, Debug, Default)]
pub struct TableSettings {
    /// The port on loopback; 0 picks a free one.
    pub port: u16,
    /// Its own file, where everything outlives the process; `None` keeps it in memory.
    pub file: Option<PathBuf>,
    /// Where the time comes from.
    pub clock: TimeSource,
    /// What Discord leaves to the application's settings, or doesn't document.
    pub strict: Strict,
    /// Pairs of channels that come before all others.
    pub fight_channels: Vec<FightChannels>,
    /// Whether a new table also has a second server, for the same people and the same bot. Of two shards it's on the other one, and the page
    /// doesn't show it. A table that comes from its file has the servers it began with.
    pub second_guild: bool,
}

/// Two channels for a fight: one for everyone, and one only for the GM, named `gm-` plus the same name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FightChannels {
    /// The name of the open channel.
    pub name: String,
    /// That channel's topic.
    pub topic: String,
    /// What's below a person's name in the list of seats while that channel is open: (name, words).
    pub blurbs: Vec<(String, String)>,
}

/// Settings for how strict it is.
#[derive(Clone, Debug)]
pub struct Strict {
    /// Whether the application has the privileged intents. Without them, a session that requests them is closed with 4014.
    pub privileged_intents: bool,
    /// The interval between a client's heartbeats, in real milliseconds.
    pub heartbeat_ms: u64,
    /// Whether calls beyond the limit are refused with 429, see `rate_limits`. The headers report the limits in any case.
    pub rate_limits: bool,
    /// The number of edits per hour allowed for a message older than an hour; Discord doesn't publish its number (error 30046).
    pub old_edits_an_hour: usize,
    /// How many shards it recommends.
    pub shards: u32,
    /// How many sessions can be started until its answer to `GET /gateway/bot` says that they're reset. One more ends all sessions.
    pub session_starts: u64,
    /// How many sessions can be started in five seconds, each of another rate limit key; `None` doesn't count them. Docs, "Gateway: Sharding".
    pub max_concurrency: Option<u32>,
}

impl Default for Strict {
    fn default() -> Self {
        Self {
            privileged_intents: false,
            heartbeat_ms: 41_250,
            rate_limits: false,
            old_edits_an_hour: 30,
            shards: 1,
            session_starts: SESSION_STARTS,
            max_concurrency: None,
        }
    }
}
