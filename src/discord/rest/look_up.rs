//! What can be looked up at Discord: its path, and what its limit is counted by.

/// Something that's only read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LookUp {
    /// A server, with its roles.
    Guild(u64),
    /// A server's channels, without threads.
    GuildChannels(u64),
    /// A server's threads that aren't archived.
    ActiveThreads(u64),
    /// A channel or thread.
    Channel(u64),
    /// A member of a server.
    Member {
        /// The server.
        guild: u64,
        /// The person.
        user: u64,
    },
    /// Somebody who has been added to a thread.
    ThreadMember {
        /// The thread.
        channel: u64,
        /// The person.
        user: u64,
    },
}

impl LookUp {
    /// Its path below `/api/v10`.
    #[must_use]
    pub fn path(self) -> String {
        match self {
            LookUp::Guild(guild) => format!("/guilds/{guild}"),
            LookUp::GuildChannels(guild) => format!("/guilds/{guild}/channels"),
            LookUp::ActiveThreads(guild) => format!("/guilds/{guild}/threads/active"),
            LookUp::Channel(channel) => format!("/channels/{channel}"),
            LookUp::Member { guild, user } => format!("/guilds/{guild}/members/{user}"),
            LookUp::ThreadMember { channel, user } => format!("/channels/{channel}/thread-members/{user}"),
        }
    }

    /// The same without ids, as in Discord's documents, and with its method.
    #[must_use]
    pub fn template(self) -> &'static str {
        match self {
            LookUp::Guild(_) => "GET /guilds/{guild}",
            LookUp::GuildChannels(_) => "GET /guilds/{guild}/channels",
            LookUp::ActiveThreads(_) => "GET /guilds/{guild}/threads/active",
            LookUp::Channel(_) => "GET /channels/{channel}",
            LookUp::Member { .. } => "GET /guilds/{guild}/members/{member}",
            LookUp::ThreadMember { .. } => "GET /channels/{channel}/thread-members/{member}",
        }
    }

    /// The server or channel by which Discord counts it. Docs, "Rate Limits: top-level resources".
    #[must_use]
    pub fn resource(self) -> u64 {
        match self {
            LookUp::Guild(it) | LookUp::GuildChannels(it) | LookUp::ActiveThreads(it) | LookUp::Channel(it) => it,
            LookUp::Member { guild, .. } => guild,
            LookUp::ThreadMember { channel, .. } => channel,
        }
    }
}
