//! /gm channel: a private channel for everything that only the GM may know, linked to the fight's. It's accepted only if the GM can see it
//! and write there, and no player of the fight can see it; Discord is asked at that moment.

use super::context::{Context, Done, answer};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        compose::words,
        interaction_context::InteractionContext,
        member_permissions::{ChannelRights, SEND_MESSAGES, Unknown, VIEW_CHANNEL, onlookers},
        reply::Answer,
        table_commands::{gm_only, table_in},
    },
    store::Snowflake,
    table::Handle,
};
use poise::serenity_prelude::ChannelId;

/// Pair the fight with a private channel that shows everything only the GM may know
#[poise::command(slash_command)]
pub async fn channel(
    ctx: Context<'_>,
    #[description = "The private channel; or, if typed there, the fight's channel"] channel: Option<ChannelId>,
    #[description = "Undo the pairing"] off: Option<bool>,
) -> Done {
    answer(ctx, |app, context| async move {
        match off.unwrap_or(false) {
            true => unpair(&app, &context).await,
            false => pair(&app, &context, channel.map(|it| it.get())).await,
        }
    })
    .await
}

async fn unpair(app: &AppContext, context: &InteractionContext) -> Result<Answer, AppError> {
    let handle = table_in(app, context.channel_id)?;
    gm_only(app, context, &handle).await?;
    match app.tables().gm_channel_of(handle.id) {
        None => Err(AppError::say("This fight has no GM\u{2019}s channel.")),
        Some(channel) => {
            app.tables().pair(&handle, None).await?;
            Ok(Answer::whisper(format!(
                "<#{channel}> is no longer the GM\u{2019}s channel. Its tracker is removed; past messages stay. What only you may know is under GM\u{2026} below the fight\u{2019}s tracker."
            )))
        }
    }
}

/// Where the fight is decides which of the two channels is which.
async fn pair(app: &AppContext, context: &InteractionContext, named: Option<Snowflake>) -> Result<Answer, AppError> {
    let guild = context
        .guild_id
        .ok_or_else(|| AppError::say("Fights take place in a server\u{2019}s channel, not in private messages."))?;
    let here = context.channel_id;
    let (handle, private) = match (app.tables().at(here), named) {
        (Some(handle), Some(private)) => (handle, private),
        (Some(_), None) => {
            return Err(AppError::say(
                "Name the private channel: /gm channel channel:\u{2026}. Or type the command there and name this channel.",
            ));
        }
        (None, Some(fights)) => match app.tables().at(fights) {
            Some(handle) => (handle, here),
            None => {
                return Err(AppError::say(format!(
                    "There\u{2019}s no fight here or in <#{fights}>. Start one with /encounter start in the players\u{2019} channel."
                )));
            }
        },
        // Typed in the linked channel again: whatever was wrong is checked again.
        (None, None) => match app.tables().of_gm_channel(here) {
            Some(handle) => (handle, here),
            // Typed in a new one: of the only fight whose channel it could be.
            None => match only_unpaired(app, context, guild).await.as_slice() {
                [handle] => (handle.clone(), here),
                _ => return Err(AppError::say("Name the fight\u{2019}s channel: /gm channel channel:\u{2026}.")),
            },
        },
    };
    gm_only(app, context, &handle).await?;
    if handle.guild_id != Some(guild) {
        return Err(AppError::say("Both channels must be in this server."));
    }
    if private == handle.channel_id || app.tables().at(private).is_some() {
        return Err(AppError::say(format!(
            "<#{private}> has a fight of its own. The GM\u{2019}s channel must be another, private one."
        )));
    }
    if let Some(other) = app.tables().of_gm_channel(private).filter(|it| it.id != handle.id) {
        return Err(AppError::say(format!(
            "<#{private}> is already the GM\u{2019}s channel of the fight in <#{}>. Each fight needs its own; a thread will do.",
            other.channel_id
        )));
    }
    let place = ChannelRights::of(app.registry(), guild, private).await.map_err(|it| not_known(it, private))?;
    may_use(app, context, &place, private).await?;
    let players: Vec<Snowflake> = handle.look(|service| service.players().iter().map(|it| it.0).collect()).await?;
    let seen_by = onlookers(app.registry(), guild, private, &players).await.map_err(|it| not_known(it, private))?;
    let seen_by = seen_by.people;
    if !seen_by.is_empty() {
        let names: Vec<String> = seen_by.iter().map(|it| format!("<@{it}>")).collect();
        return Err(AppError::say(format!(
            "{} can see <#{private}> and plays in this fight, so it isn\u{2019}t secret. Remove the players\u{2019} View Channel permission there (Edit Channel > Permissions), then pair it again.",
            words::list(&names)
        )));
    }
    app.gm_activity().access_changed(private);
    app.tables().pair(&handle, Some(private)).await?;
    Ok(Answer::whisper(format!(
        "<#{private}> is now the GM\u{2019}s channel of the fight in <#{}>. It shows everything, including every question for you, and all commands work in both channels. If a player can ever see it, it goes silent and you\u{2019}re told.",
        handle.channel_id
    )))
}

/// The fights in a server that have no GM's channel and whose GM this is.
async fn only_unpaired(app: &AppContext, context: &InteractionContext, guild: Snowflake) -> Vec<Handle> {
    let mut found = vec![];
    for handle in app.tables().of_guild(guild) {
        let is_one = app.tables().gm_channel_of(handle.id).is_none();
        if is_one && gm_only(app, context, &handle).await.is_ok() {
            found.push(handle);
        }
    }
    found
}

/// Whoever links the channel must be able to see it and write there, and so must the bot.
async fn may_use(
    app: &AppContext,
    context: &InteractionContext,
    place: &ChannelRights,
    private: Snowflake,
) -> Result<(), AppError> {
    let needed = VIEW_CHANNEL | SEND_MESSAGES;
    let silent = |it: Unknown| not_known(it, private);
    if place.of_member(app.registry(), context.user_id).await.map_err(silent)? & needed != needed {
        return Err(AppError::say(format!("You must be able to see <#{private}> and write there yourself.")));
    }
    if place.of_member(app.registry(), app.application_id()).await.map_err(silent)? & needed != needed {
        return Err(AppError::say(format!(
            "Umpire can\u{2019}t see <#{private}> or can\u{2019}t write there. Give it View Channel and Send Messages there (Edit Channel > Permissions)."
        )));
    }
    Ok(())
}

fn not_known(why: Unknown, private: Snowflake) -> AppError {
    match why {
        Unknown::NotThere => AppError::say(format!(
            "Umpire can\u{2019}t see <#{private}>. Give it View Channel and Send Messages there (Edit Channel > Permissions)."
        )),
        Unknown::Silent => {
            AppError::say("Discord isn\u{2019}t saying right now who can see that channel. Please try again.")
        }
    }
}
