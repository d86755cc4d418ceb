//! Which servers there are, and what belongs to which: the table's own, and a second one if a test wants two.

use serde_json::Value;

use super::{
    Id,
    discord_state::{Channel, DiscordState, Role},
    initial_guild::gm_only,
};

/// The table's own server's name.
const OWN: &str = "The Local Table";
/// The second one's.
const SECOND: &str = "The Other Table";

impl DiscordState {
    /// The servers, the table's own first.
    pub(super) fn guilds(&self) -> impl Iterator<Item = Id> + use<> {
        [Some(self.ids.guild), self.ids.second_guild].into_iter().flatten()
    }

    /// The server that a path names.
    pub(super) fn named_guild(&self, id: &str) -> Option<Id> {
        self.guilds().find(|guild| guild.to_string() == id)
    }

    /// A server's name.
    pub(super) fn guild_name(&self, guild: Id) -> &'static str {
        if guild == self.ids.guild { OWN } else { SECOND }
    }

    /// A channel's server; for direct messages, the table's own.
    pub(super) fn home(&self, channel: &Channel) -> Id {
        channel.guild.unwrap_or(self.ids.guild)
    }

    /// The same by the channel's id.
    pub(super) fn home_of(&self, channel: Id) -> Id {
        self.channels.get(&channel).map_or(self.ids.guild, |channel| self.home(channel))
    }

    /// The server a channel belongs to; direct messages have none.
    pub(super) fn guild_of(&self, channel: Id) -> Option<Id> {
        self.channels.get(&channel).filter(|channel| !channel.is_direct()).map(|channel| self.home(channel))
    }

    /// A server's role, if it has this one.
    pub(super) fn role_in(&self, guild: Id, role: Id) -> Option<&Role> {
        self.roles.get(&role).filter(|role| role.guild.unwrap_or(self.ids.guild) == guild)
    }

    /// A member's roles on a server.
    pub(super) fn member_roles(&self, guild: Id, user: Id) -> impl Iterator<Item = &Role> {
        let all = self.users.get(&user).into_iter().flat_map(|user| &user.roles);
        all.filter_map(move |role| self.role_in(guild, *role))
    }

    /// The commands that a server has: its own, then the global ones.
    pub(super) fn commands_in(&self, guild: Id) -> impl Iterator<Item = &Value> {
        [Some(guild), None].into_iter().filter_map(|scope| self.commands.get(&scope)).flatten()
    }

    /// Adds a server for the same people and the same bot, with a text channel, a GM's channel and roles of its own. Of two shards, its events
    /// arrive on the one that doesn't have the table's own server.
    pub(super) fn add_second_guild(&mut self) {
        // It's a millisecond younger: the number that chooses the shard is one higher.
        let guild = self.mint.next(self.ids.guild.created_ms() + 1);
        let mut id = || self.mint.next(0);
        let (bot_role, gm_role, open, gms_own) = (id(), id(), id(), id());
        self.ids.second_guild = Some(guild);
        let own = [self.ids.guild, self.ids.gm_role, self.ids.bot_role];
        for (id, like) in [guild, gm_role, bot_role].into_iter().zip(own) {
            if let Some(role) = self.roles.get(&like).cloned() {
                self.roles.insert(id, Role { id, guild: Some(guild), ..role });
            }
            for user in self.users.values_mut().filter(|user| user.roles.contains(&like)) {
                user.roles.push(id);
            }
        }
        for (position, id, name, overwrites) in
            [(0, open, "other-table", Vec::new()), (1, gms_own, "other-gm", gm_only(guild, gm_role, bot_role))]
        {
            let name = name.to_owned();
            let channel = Channel { id, guild: Some(guild), name, position, overwrites, ..Channel::default() };
            self.channels.insert(id, channel);
        }
    }
}
