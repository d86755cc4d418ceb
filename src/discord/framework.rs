//! How events reach us: poise handles slash commands; buttons, menus, forms and messages are routed here. Whatever fails becomes one
//! private sentence; technical errors' own text is never shown.

use super::{
    app_context::AppContext, app_error::AppError, chaos_of_combat, components, compose::words, deleted_channels,
    interaction_context::InteractionContext, practice, reply,
};
use crate::telemetry::Reference;
use poise::{BoxFuture, FrameworkContext, FrameworkError};
use serenity::all::{CreateAllowedMentions, FullEvent, GatewayIntents, GuildId, Interaction};
use std::sync::Arc;

/// The gateway intents. None is privileged: no message text, no member lists.
pub fn intents() -> GatewayIntents {
    GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES
}

/// The framework with these commands.
pub fn framework(
    app: Arc<AppContext>,
    commands: Vec<poise::Command<Arc<AppContext>, AppError>>,
) -> poise::Framework<Arc<AppContext>, AppError> {
    let options = poise::FrameworkOptions {
        commands,
        on_error: |error| Box::pin(on_error(error)),
        event_handler,
        allowed_mentions: Some(CreateAllowedMentions::new()),
        initialize_owners: false,
        // Mentioning the bot isn't a command.
        prefix_options: poise::PrefixFrameworkOptions { mention_as_prefix: false, ..Default::default() },
        ..Default::default()
    };
    poise::Framework::builder().options(options).setup(move |_, _, _| Box::pin(async move { Ok(app) })).build()
}

fn event_handler<'a>(
    framework: FrameworkContext<'a, Arc<AppContext>, AppError>,
    event: &'a FullEvent,
) -> BoxFuture<'a, Result<(), AppError>> {
    Box::pin(async move {
        let app = framework.user_data;
        match event {
            // Admits an interaction, or answers why not.
            FullEvent::InteractionCreate { interaction: Interaction::Component(press) } => {
                components::press(app, press).await;
                return Ok(());
            }
            FullEvent::InteractionCreate { interaction: Interaction::Modal(form) } => {
                components::submit(app, form).await;
                return Ok(());
            }
            _ => {}
        }
        // Whatever is missed during shutdown is made up for at the next start.
        let Ok(_admitted) = app.admission().admit(None) else { return Ok(()) };
        match event {
            FullEvent::Message { new_message } => chaos_of_combat::said(app, new_message).await,
            FullEvent::MessageDelete { channel_id, deleted_message_id, .. } => {
                messages_gone(app, channel_id.get(), &[deleted_message_id.get()]).await;
            }
            FullEvent::MessageDeleteBulk { channel_id, multiple_deleted_messages_ids, .. } => {
                let gone: Vec<u64> = multiple_deleted_messages_ids.iter().map(|it| it.get()).collect();
                messages_gone(app, channel_id.get(), &gone).await;
            }
            FullEvent::ChannelUpdate { new, .. } | FullEvent::ThreadUpdate { new, .. } => {
                access_changed(app, new.guild_id, new.id.get());
            }
            FullEvent::ThreadMembersUpdate { thread_members_update: new } => {
                access_changed(app, new.guild_id, new.id.get());
            }
            FullEvent::GuildRoleCreate { new } | FullEvent::GuildRoleUpdate { new, .. } => {
                access_changed(app, new.guild_id, new.guild_id.get());
            }
            FullEvent::GuildRoleDelete { guild_id, .. } => access_changed(app, *guild_id, guild_id.get()),
            FullEvent::Ready { data_about_bot } => {
                let shard = framework.serenity_context.shard_id.0;
                let gone = app.admission().shard_ready(shard, data_about_bot.guilds.iter().map(|it| it.id.get()));
                goes_on(app, shard);
                app.hub().look_at_resting(app.tables(), shard);
                // They removed us while nothing was heard.
                for guild in gone {
                    deleted_channels::guild_left(app, guild).await;
                }
            }
            FullEvent::Resume { .. } => goes_on(app, framework.serenity_context.shard_id.0),
            FullEvent::ChannelDelete { channel, .. } => {
                channel_deleted(app, channel.id.get()).await;
                for gone in deleted_channels::lost_channels(app, channel.guild_id.get()).await {
                    channel_deleted(app, gone).await;
                }
            }
            FullEvent::ThreadDelete { thread, .. } => {
                channel_deleted(app, thread.id.get()).await;
            }
            FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
                app.admission().guild_left(incomplete.id.get());
                deleted_channels::guild_left(app, incomplete.id.get()).await;
            }
            FullEvent::GuildCreate { guild, .. } => {
                let is_new = app.admission().is_in(guild.id.get()) == Some(false);
                app.admission().guild_joined(guild.id.get());
                deleted_channels::guild_available(app, guild.id.get());
                if is_new && practice::was_just_joined(guild, app.skew().discord_ms()) {
                    practice::welcome(app, guild, framework.bot_id).await;
                }
            }
            _ => {}
        }
        Ok(())
    })
}

/// A shard is connected: its clocks run again, which is shown.
fn goes_on(app: &AppContext, shard: u32) {
    app.tables().go_on(shard, app.pace().restart_grace_ms);
    app.hub().redraw_shard(app.tables(), shard);
}

/// Who may see what has changed in a server, or in one of its channels.
fn access_changed(app: &AppContext, server: GuildId, place: u64) {
    app.hub().recheck_access(app.tables(), app.gm_activity(), server.get(), place);
}

/// Deleted messages no longer count, and if one showed the fight, it's posted again.
async fn messages_gone(app: &AppContext, channel: u64, messages: &[u64]) {
    app.watch().gone(channel, messages);
    app.hub().messages_gone(app.tables(), app.store().as_ref(), channel, messages).await;
}

/// A channel or thread was deleted, with its messages.
async fn channel_deleted(app: &AppContext, channel: u64) {
    gm_channel_gone(app, channel).await;
    deleted_channels::channel_deleted(app, channel).await;
}

/// If a GMs' channel was deleted, its fight no longer has one.
async fn gm_channel_gone(app: &AppContext, channel: u64) {
    if let Some(handle) = app.tables().of_gm_channel(channel)
        && let Err(error) = app.tables().pair(&handle, None).await
    {
        tracing::error!(channel, %error, "a GMs' channel that was deleted could not be unpaired");
    }
}

/// Errors from poise itself. Our commands report their own.
async fn on_error(error: FrameworkError<'_, Arc<AppContext>, AppError>) {
    let (ctx, sentence) = match error {
        FrameworkError::ArgumentParse { input, ctx, .. } => {
            let typed = words::prose(input.as_deref().unwrap_or_default(), &[]);
            (ctx, format!("\u{201c}{typed}\u{201d} doesn\u{2019}t fit there."))
        }
        FrameworkError::GuildOnly { ctx, .. } => {
            (ctx, "Fights take place in a server\u{2019}s channel, not in private messages.".to_owned())
        }
        FrameworkError::SubcommandRequired { ctx } => {
            (ctx, "Pick one of the subcommands that Discord lists.".to_owned())
        }
        FrameworkError::Command { error, ctx, .. } => match error.sentence() {
            Some(sentence) => (ctx, sentence),
            None => return,
        },
        FrameworkError::CommandPanic { payload, ctx, .. } => {
            let reference = Reference::new();
            tracing::error!(%reference, ?payload, command = %ctx.command().qualified_name, "a command panicked");
            (ctx, reference.apology())
        }
        FrameworkError::CommandStructureMismatch { ctx, description, .. } => {
            tracing::warn!(description, "a command differs from its registered form");
            let text = "This command has changed. Reload Discord and try again.";
            (poise::Context::Application(ctx), text.to_owned())
        }
        other => {
            tracing::error!(error = %other, "an event failed");
            return;
        }
    };
    let poise::Context::Application(app) = ctx else { return };
    if app.interaction_type == poise::CommandInteractionType::Autocomplete {
        return;
    }
    let context = InteractionContext::of_command(app.interaction);
    reply::answer(ctx.data(), &context, async { Ok(reply::Answer::whisper(sentence)) }).await;
}
