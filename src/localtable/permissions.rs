//! Permissions: their bits, and what a member can do in a channel (Discord's reference, "Permissions").

use super::{
    Id,
    discord_state::{Channel, DiscordState},
};

/// Create threads that everyone sees.
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
/// Create threads for invited people.
pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
/// Everything, everywhere.
pub const ADMINISTRATOR: u64 = 1 << 3;
/// Change channels.
pub const MANAGE_CHANNELS: u64 = 1 << 4;
/// Change the server.
pub const MANAGE_GUILD: u64 = 1 << 5;
/// Put a first reaction on a message.
pub const ADD_REACTIONS: u64 = 1 << 6;
/// See the channel.
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// Write in the channel.
pub const SEND_MESSAGES: u64 = 1 << 11;
/// Delete other people's messages.
pub const MANAGE_MESSAGES: u64 = 1 << 13;
/// Show embeds.
pub const EMBED_LINKS: u64 = 1 << 14;
/// Send files.
pub const ATTACH_FILES: u64 = 1 << 15;
/// Read what was written before.
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
/// Ping everyone.
pub const MENTION_EVERYONE: u64 = 1 << 17;
/// Change roles.
pub const MANAGE_ROLES: u64 = 1 << 28;
/// Use slash commands.
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
/// Archive, lock and delete threads.
pub const MANAGE_THREADS: u64 = 1 << 34;
/// Write in threads.
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
/// Pin messages; its own permission since 2025.
pub const PIN_MESSAGES: u64 = 1 << 51;
/// Every bit that Discord has assigned.
pub const ALL: u64 = (1 << 53) - 1;

/// What everyone at the table can do.
pub const PLAYERS: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | SEND_MESSAGES_IN_THREADS
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | ADD_REACTIONS
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS;
/// What the GM can do in addition.
pub const GM: u64 = MANAGE_GUILD | MANAGE_CHANNELS | MANAGE_MESSAGES | MANAGE_THREADS | PIN_MESSAGES | MENTION_EVERYONE;
/// What the bot's own role grants.
pub const BOT: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | SEND_MESSAGES_IN_THREADS
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | MANAGE_MESSAGES
    | PIN_MESSAGES
    | ADD_REACTIONS
    | CREATE_PUBLIC_THREADS;

impl DiscordState {
    /// What a member can do on a whole server.
    pub(super) fn server_permissions(&self, user: Id, guild: Id) -> u64 {
        if !self.users.contains_key(&user) {
            return 0;
        }
        if user == self.ids.owner {
            return ALL;
        }
        let everyone = self.roles.get(&guild).map_or(0, |role| role.permissions);
        let all = self.member_roles(guild, user).fold(everyone, |sum, role| sum | role.permissions);
        if all & ADMINISTRATOR != 0 { ALL } else { all }
    }

    /// What a member can do in this channel. A thread has its parent's permissions; writing in a thread is a separate permission, returned
    /// here as [`SEND_MESSAGES`].
    pub(super) fn permissions(&self, user: Id, channel: &Channel) -> u64 {
        if let Some(recipient) = channel.recipient {
            let inside = user == recipient || user == self.ids.bot;
            return if inside { PLAYERS & !CREATE_PUBLIC_THREADS } else { 0 };
        }
        let guild = self.home(channel);
        if self.bot_is_out && user == self.ids.bot && guild == self.ids.guild {
            return 0;
        }
        let base = self.server_permissions(user, guild);
        if base & ADMINISTRATOR != 0 {
            return base;
        }
        let Some(parent) = channel.parent.filter(|_| channel.is_thread()) else {
            return self.overwritten(user, channel, base);
        };
        let Some(parent) = self.channels.get(&parent) else { return 0 };
        let inherited = self.overwritten(user, parent, base);
        let private = channel.kind == 12 && !channel.members.contains(&user) && inherited & MANAGE_THREADS == 0;
        if private || inherited == 0 {
            return 0;
        }
        if inherited & SEND_MESSAGES_IN_THREADS != 0 { inherited | SEND_MESSAGES } else { inherited & !SEND_MESSAGES }
    }

    fn overwritten(&self, user: Id, channel: &Channel, base: u64) -> u64 {
        let Some(member) = self.users.get(&user) else { return 0 };
        let mut all = base;
        for overwrite in channel.overwrites.iter().filter(|overwrite| overwrite.id == self.home(channel)) {
            all = all & !overwrite.deny | overwrite.allow;
        }
        let (mut allow, mut deny) = (0, 0);
        for overwrite in
            channel.overwrites.iter().filter(|overwrite| overwrite.kind == 0 && member.roles.contains(&overwrite.id))
        {
            allow |= overwrite.allow;
            deny |= overwrite.deny;
        }
        all = all & !deny | allow;
        for overwrite in channel.overwrites.iter().filter(|overwrite| overwrite.kind == 1 && overwrite.id == user) {
            all = all & !overwrite.deny | overwrite.allow;
        }
        if all & VIEW_CHANNEL == 0 {
            return 0;
        }
        if all & SEND_MESSAGES == 0 { all & !(EMBED_LINKS | ATTACH_FILES | MENTION_EVERYONE) } else { all }
    }

    /// Whether this member sees the channel.
    pub(super) fn sees(&self, user: Id, channel: Id) -> bool {
        self.channels.get(&channel).is_some_and(|channel| self.permissions(user, channel) & VIEW_CHANNEL != 0)
    }
}
