//! Murdham R54, the chaos of combat: players' free talk is off, and their messages are deleted. This file also checks who may turn it on.
//! It doesn't read message text, and deletes only what players in that channel write while the mode is on.

use super::{
    app_error::AppError, bot_permissions, guild_settings::GuildSettings, interaction_context::InteractionContext,
    publisher_context::PublisherContext,
};
use crate::store::Snowflake;
use poise::serenity_prelude::Permissions;
use serenity::model::channel::Message as Said;

/// Whether these options turn the chaos of combat on.
pub fn is_chaos(options: &[(String, String)]) -> bool {
    let get =
        |wanted: &str| options.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.trim().to_lowercase());
    let on = |value: Option<String>| value.is_some_and(|it| !matches!(it.as_str(), "off" | "no" | "false" | "0"));
    on(get("chaos")) || (get("name").is_some_and(|it| "chaos".starts_with(&it)) && on(get("value")))
}

/// Since the chaos of combat deletes players' messages, whoever turns it on needs permission, or an administrator has agreed. The bot needs
/// permission too.
///
/// # Errors
/// A sentence about what's missing.
pub fn may_hush(context: &InteractionContext, guild_settings: GuildSettings) -> Result<(), AppError> {
    if !context.may(Permissions::MANAGE_MESSAGES) && !guild_settings.chaos_consent {
        return Err(AppError::say(
            "The chaos of combat removes players\u{2019} ordinary messages, so you need Manage Messages yourself, or an administrator\u{2019}s consent with /settings chaos:true.",
        ));
    }
    let place = bot_permissions::ChannelContext { is_thread: context.is_thread, is_chaos: true };
    let lacks = context.ours.map(|bits| bot_permissions::missing(bits, place)).unwrap_or_default();
    match lacks.iter().any(|need| need.when == bot_permissions::When::InChaos) {
        true => Err(AppError::say(
            "The chaos of combat can\u{2019}t be turned on here: Umpire lacks Manage Messages in this channel and couldn\u{2019}t remove players\u{2019} messages.",
        )),
        false => Ok(()),
    }
}

/// Handles a new message: it stays, or it's deleted.
pub async fn said(context: &PublisherContext, message: &Said) {
    let (watch, channel, id) = (context.watch(), message.channel_id.get(), message.id.get());
    match watch.is_hushed_for(message) {
        None => return,
        Some(false) => return watch.stands(channel, id),
        Some(true) => {}
    }
    let role = context.guild_settings().of(message.guild_id.map(|it| it.get())).await.gm_role;
    let roles = message.member.as_ref().map(|it| it.roles.as_slice()).unwrap_or_default();
    if role.is_some_and(|role| roles.iter().any(|it| it.get() == role)) {
        return watch.stands(channel, id);
    }
    if watch.is_to_be_removed(channel, id) {
        tidy(context, channel).await;
    }
}

/// Deletes queued messages one by one: people may type faster than Discord lets us delete, and other deletions in the channel need their
/// turn.
async fn tidy(context: &PublisherContext, channel: Snowflake) {
    while let Some(message) = context.watch().next_to_remove(channel) {
        let outcome = context.rest().delete(channel, message).await;
        if !outcome.is_done() {
            tracing::warn!(channel, ?outcome, "a message in the chaos of combat could not be removed");
            context.watch().stands(channel, message);
        }
    }
}
