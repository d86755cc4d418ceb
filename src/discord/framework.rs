//! How events reach us: poise for slash commands, our own routing for presses, forms and messages. Whatever goes wrong in between
//! becomes one private sentence; no error's own text reaches anybody.

use super::{app_error::AppError, commands, components, compose::words, house::House, reply, vanished, visit::Visit};
use crate::telemetry::Reference;
use poise::{BoxFuture, FrameworkContext, FrameworkError};
use serenity::{
    all::{CreateAllowedMentions, FullEvent, GatewayIntents, Interaction},
    gateway::ConnectionStage,
};
use std::sync::Arc;

/// What the gateway tells us. Nothing privileged: no texts of messages, no lists of members.
pub fn intents() -> GatewayIntents {
    GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES
}

/// The framework over this house.
pub fn framework(house: Arc<House>) -> poise::Framework<Arc<House>, AppError> {
    let options = poise::FrameworkOptions {
        commands: commands::all(),
        on_error: |error| Box::pin(on_error(error)),
        event_handler,
        allowed_mentions: Some(CreateAllowedMentions::new()),
        initialize_owners: false,
        // Whoever speaks to us by name, or of us, types no command.
        prefix_options: poise::PrefixFrameworkOptions { mention_as_prefix: false, ..Default::default() },
        ..Default::default()
    };
    poise::Framework::builder().options(options).setup(move |_, _, _| Box::pin(async move { Ok(house) })).build()
}

fn event_handler<'a>(
    framework: FrameworkContext<'a, Arc<House>, AppError>,
    event: &'a FullEvent,
) -> BoxFuture<'a, Result<(), AppError>> {
    Box::pin(async move {
        let house = framework.user_data;
        match event {
            // A visit is let in, or hears why not, where it is answered.
            FullEvent::InteractionCreate { interaction: Interaction::Component(press) } => {
                components::press(house, press).await;
                return Ok(());
            }
            FullEvent::InteractionCreate { interaction: Interaction::Modal(form) } => {
                components::submit(house, form).await;
                return Ok(());
            }
            _ => {}
        }
        // What is missed while we close is made right at the next start.
        let Ok(_inside) = house.door.enter(None) else { return Ok(()) };
        match event {
            FullEvent::Message { new_message } => house.watch.said(house, new_message).await,
            // What happened in between is lost; what is shown is made right.
            FullEvent::MessageDelete { channel_id, deleted_message_id, .. } => {
                messages_gone(house, channel_id.get(), &[deleted_message_id.get()]).await;
            }
            FullEvent::MessageDeleteBulk { channel_id, multiple_deleted_messages_ids, .. } => {
                let gone: Vec<u64> = multiple_deleted_messages_ids.iter().map(|it| it.get()).collect();
                messages_gone(house, channel_id.get(), &gone).await;
            }
            FullEvent::ChannelUpdate { .. }
            | FullEvent::ThreadUpdate { .. }
            | FullEvent::GuildRoleCreate { .. }
            | FullEvent::GuildRoleUpdate { .. }
            | FullEvent::GuildRoleDelete { .. }
            | FullEvent::ThreadMembersUpdate { .. } => house.bell.look_at_doors(house),
            FullEvent::Ready { .. } | FullEvent::Resume { .. } => {
                if let FullEvent::Ready { data_about_bot } = event {
                    house.door.joined(data_about_bot.guilds.iter().map(|it| it.id.get()));
                }
                house.tables.go_on(house.pace.restart_grace_ms);
                house.bell.redraw_all(house);
            }
            // Nobody can answer while Discord does not reach us, so nobody's time runs out.
            FullEvent::ShardStageUpdate { event } if event.new == ConnectionStage::Disconnected => {
                house.tables.hold();
            }
            FullEvent::ChannelDelete { channel, .. } => {
                gm_channel_gone(house, channel.id.get()).await;
                vanished::channel_gone(house, channel.id.get()).await;
                // Of the threads that went with it Discord says nothing.
                for gone in vanished::gone_with_it(house, channel.guild_id.get()).await {
                    gm_channel_gone(house, gone).await;
                    vanished::channel_gone(house, gone).await;
                }
            }
            FullEvent::ThreadDelete { thread, .. } => {
                gm_channel_gone(house, thread.id.get()).await;
                vanished::channel_gone(house, thread.id.get()).await;
            }
            FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
                house.door.left(incomplete.id.get());
                vanished::guild_gone(house, incomplete.id.get()).await;
            }
            FullEvent::GuildCreate { guild, .. } => {
                house.door.joined([guild.id.get()]);
                vanished::guild_there(house, guild.id.get());
            }
            _ => {}
        }
        Ok(())
    })
}

/// Messages are deleted: nothing stands there any more, and what showed how a fight stands comes again.
async fn messages_gone(house: &House, channel: u64, messages: &[u64]) {
    house.watch.gone(channel, messages);
    house.bell.messages_gone(house, channel, messages).await;
}

/// A channel is deleted: if it was a GMs' channel, the fight has none any more.
async fn gm_channel_gone(house: &House, channel: u64) {
    if let Some(handle) = house.tables.of_gm_channel(channel)
        && let Err(error) = house.tables.pair(&handle, None).await
    {
        tracing::error!(channel, %error, "a GMs' channel that was deleted could not be unpaired");
    }
}

/// What poise itself finds wrong. Our commands tell their own troubles.
async fn on_error(error: FrameworkError<'_, Arc<House>, AppError>) {
    let (ctx, sentence) = match error {
        FrameworkError::ArgumentParse { input, ctx, .. } => {
            let typed = words::prose(input.as_deref().unwrap_or_default(), &[]);
            (ctx, format!("\u{201c}{typed}\u{201d} does not fit there."))
        }
        FrameworkError::GuildOnly { ctx, .. } => (ctx, "Fights take place in a server\u{2019}s channel.".to_owned()),
        FrameworkError::SubcommandRequired { ctx } => (ctx, "Say which: Discord lists what may follow.".to_owned()),
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
            tracing::warn!(description, "a command has another form than the one that is registered");
            let text = "This command has changed. Reload Discord and try again.";
            (poise::Context::Application(ctx), text.to_owned())
        }
        other => {
            tracing::error!(error = %other, "an event came to nothing");
            return;
        }
    };
    let poise::Context::Application(app) = ctx else { return };
    if app.interaction_type == poise::CommandInteractionType::Autocomplete {
        return;
    }
    let visit = Visit::of_command(app.interaction);
    reply::answer(ctx.data(), &visit, async { Ok(reply::Answer::whisper(sentence)) }).await;
}
