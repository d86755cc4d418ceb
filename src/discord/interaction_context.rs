//! The parts of an interaction that we need, of any kind: the user, the place, the permissions, and the token for the reply. All of it is
//! Discord's own information, never the payload's.

use super::{
    bot_permissions::{ADMINISTRATOR, ATTACH_FILES},
    rest::InteractionToken,
};
use crate::store::Snowflake;
use serenity::{
    all::{ChannelType, CommandInteraction, ComponentInteraction, ModalInteraction, PartialChannel, Permissions},
    model::guild::Member,
};
use std::sync::Arc;
use tokio::time::Instant;

/// Discord's epoch, in milliseconds since 1970. Docs, "Reference: Snowflakes".
const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;

/// How the interaction arrived, which decides how it can be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// A slash command.
    ByCommand,
    /// A button or a menu.
    ByPress,
    /// A submitted form; true if it was opened from a message.
    ByForm(bool),
}

impl Came {
    /// Its kind in a word, for the log and the metrics.
    pub fn word(self) -> &'static str {
        match self {
            Came::ByCommand => "command",
            Came::ByPress => "press",
            Came::ByForm(_) => "form",
        }
    }
}

/// What's logged of an interaction carries this, which names it; who it was is nobody's business.
pub fn span(id: Snowflake, kind: &'static str, guild: Option<Snowflake>, channel: Snowflake) -> tracing::Span {
    tracing::info_span!("interaction", id, kind, guild, channel)
}

/// One interaction.
#[derive(Clone, Debug)]
pub struct InteractionContext {
    /// Its id.
    pub id: Snowflake,
    /// How it arrived.
    pub came: Came,
    /// When.
    pub received: Instant,
    /// The token for replies.
    pub token: InteractionToken,
    /// The user.
    pub user_id: Snowflake,
    /// The server; `None` in direct messages.
    pub guild_id: Option<Snowflake>,
    /// The channel or thread.
    pub channel_id: Snowflake,
    /// Whether that is a thread.
    pub is_thread: bool,
    /// The user's roles.
    pub roles: Vec<Snowflake>,
    /// The user's permissions there.
    pub permissions: Permissions,
    /// Our permissions there; `None` if Discord doesn't say.
    pub ours: Option<u64>,
}

impl InteractionContext {
    /// From a slash command.
    pub fn of_command(it: &CommandInteraction) -> InteractionContext {
        let member = it.member.as_deref();
        let ours = it.app_permissions;
        let place = Place { guild: it.guild_id.map(|id| id.get()), id: it.channel_id.get(), it: it.channel.as_ref() };
        new_context(
            it.id.get(),
            Came::ByCommand,
            it.application_id.get(),
            &it.token,
            it.user.id.get(),
            place,
            member,
            ours,
        )
    }

    /// From a button or menu.
    pub fn of_press(it: &ComponentInteraction) -> InteractionContext {
        let member = it.member.as_ref();
        let ours = it.app_permissions;
        let place = Place { guild: it.guild_id.map(|id| id.get()), id: it.channel_id.get(), it: it.channel.as_ref() };
        new_context(
            it.id.get(),
            Came::ByPress,
            it.application_id.get(),
            &it.token,
            it.user.id.get(),
            place,
            member,
            ours,
        )
    }

    /// From a form.
    pub fn of_form(it: &ModalInteraction) -> InteractionContext {
        let member = it.member.as_ref();
        let ours = it.app_permissions;
        let came = Came::ByForm(it.message.is_some());
        let place = Place { guild: it.guild_id.map(|id| id.get()), id: it.channel_id.get(), it: it.channel.as_ref() };
        new_context(it.id.get(), came, it.application_id.get(), &it.token, it.user.id.get(), place, member, ours)
    }

    /// Whether we may attach a picture here, as far as Discord says.
    pub fn may_attach(&self) -> bool {
        self.ours.is_none_or(|bits| bits & (ATTACH_FILES | ADMINISTRATOR) != 0)
    }

    /// Whether who came may do this here.
    pub fn may(&self, what: Permissions) -> bool {
        self.permissions.contains(Permissions::ADMINISTRATOR) || self.permissions.contains(what)
    }
}

/// When a snowflake was made, in milliseconds since 1970.
pub fn sent_ms(id: Snowflake) -> i64 {
    (id >> 22) as i64 + DISCORD_EPOCH_MS
}

struct Place<'a> {
    guild: Option<Snowflake>,
    id: Snowflake,
    it: Option<&'a PartialChannel>,
}

#[allow(clippy::too_many_arguments)] // three kinds of interaction have the same parts under one name each
fn new_context(
    id: Snowflake,
    came: Came,
    application_id: Snowflake,
    token: &str,
    user_id: Snowflake,
    place: Place<'_>,
    member: Option<&Member>,
    ours: Option<Permissions>,
) -> InteractionContext {
    let threads = [ChannelType::PublicThread, ChannelType::PrivateThread, ChannelType::NewsThread];
    InteractionContext {
        id,
        came,
        received: Instant::now(),
        token: InteractionToken { application_id, token: Arc::from(token) },
        user_id,
        guild_id: place.guild,
        channel_id: place.id,
        is_thread: place.it.is_some_and(|it| threads.contains(&it.kind)),
        roles: member.map(|it| it.roles.iter().map(|role| role.get()).collect()).unwrap_or_default(),
        permissions: member.and_then(|it| it.permissions).unwrap_or_default(),
        ours: ours.map(|it| it.bits()),
    }
}
