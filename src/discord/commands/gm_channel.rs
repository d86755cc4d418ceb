//! /gm channel: a private channel for everything that the GM alone may know, paired with the fight's. It is taken only if its GM can see
//! it and write there, and nobody who plays in the fight can look in; who may do what there is asked of Discord at that moment.

use super::{Context, Done, answer};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        compose::words,
        interaction_context::InteractionContext,
        publishing::onlookers,
        reply::Answer,
        rights::{ChannelRights, SEND_MESSAGES, Unknown, VIEW_CHANNEL},
    },
    store::Snowflake,
    table::Handle,
};
use poise::serenity_prelude::ChannelId;

/// Pair a private channel with the fight: everything that only the GM may know stands there
#[poise::command(slash_command)]
pub async fn channel(
    ctx: Context<'_>,
    #[description = "The private channel; or, typed there, the fight's"] channel: Option<ChannelId>,
    #[description = "Take the pairing back"] off: Option<bool>,
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
    let handle = super::table_in(app, context.channel_id)?;
    gm_only(app, context, &handle).await?;
    match app.tables.gm_channel_of(handle.id) {
        None => Err(AppError::say("No GM\u{2019}s channel is paired with this fight.")),
        Some(channel) => {
            app.tables.pair(&handle, None).await?;
            Ok(Answer::whisper(format!(
                "<#{channel}> is no longer the GM\u{2019}s channel. Its tracker goes; what was told there stays. \
                 What only you may know stands under GM\u{2026} below the fight\u{2019}s tracker."
            )))
        }
    }
}

/// Which of the two channels is which follows from where the fight is.
async fn pair(app: &AppContext, context: &InteractionContext, named: Option<Snowflake>) -> Result<Answer, AppError> {
    let guild = context.guild_id.ok_or_else(|| AppError::say("Fights take place in a server\u{2019}s channel."))?;
    let here = context.channel_id;
    let (handle, private) = match (app.tables.at(here), named) {
        (Some(handle), Some(private)) => (handle, private),
        (Some(_), None) => {
            return Err(AppError::say(
                "Say which private channel: /gm channel channel:\u{2026}. Or type it there and name this one.",
            ));
        }
        (None, Some(fights)) => match app.tables.at(fights) {
            Some(handle) => (handle, here),
            None => {
                return Err(AppError::say(format!(
                    "There is a fight neither here nor in <#{fights}>. /encounter start begins one in the players\u{2019} channel."
                )));
            }
        },
        // Typed in the paired channel once more: whatever was amiss is looked at again.
        (None, None) => match app.tables.of_gm_channel(here) {
            Some(handle) => (handle, here),
            None => return Err(AppError::say("Say which channel the fight is in: /gm channel channel:\u{2026}.")),
        },
    };
    gm_only(app, context, &handle).await?;
    if handle.guild_id != Some(guild) {
        return Err(AppError::say("Both channels must be of this server."));
    }
    if private == handle.channel_id || app.tables.at(private).is_some() {
        return Err(AppError::say(format!(
            "There is a fight in <#{private}> itself. The GM\u{2019}s channel is another, private one."
        )));
    }
    if let Some(other) = app.tables.of_gm_channel(private).filter(|it| it.id != handle.id) {
        return Err(AppError::say(format!(
            "<#{private}> is the GM\u{2019}s channel of the fight in <#{}>; each fight has its own. A thread will do.",
            other.channel_id
        )));
    }
    let place = ChannelRights::of(app, guild, private).await.map_err(|it| not_known(it, private))?;
    may_use(app, context, &place, private).await?;
    let players: Vec<Snowflake> = handle.look(|service| service.players().iter().map(|it| it.0).collect()).await?;
    let seen_by = onlookers(app, guild, private, &players).await.map_err(|it| not_known(it, private))?;
    if !seen_by.is_empty() {
        let names: Vec<String> = seen_by.iter().map(|it| format!("<@{it}>")).collect();
        return Err(AppError::say(format!(
            "{} can see <#{private}> and plays in this fight, so it is not secret. Take View Channel from the players there \
             (Edit Channel > Permissions), and pair it then.",
            words::list(&names)
        )));
    }
    app.gm_book.doors_changed();
    app.tables.pair(&handle, Some(private)).await?;
    Ok(Answer::whisper(format!(
        "<#{private}> is the GM\u{2019}s channel of the fight in <#{}> now: everything stands there, every question to you too, and all \
         commands work in either. Should a player come to see it, it falls silent and you are told.",
        handle.channel_id
    )))
}

/// Who pairs must see it and write there, and so must we.
async fn may_use(
    app: &AppContext,
    context: &InteractionContext,
    place: &ChannelRights,
    private: Snowflake,
) -> Result<(), AppError> {
    let needed = VIEW_CHANNEL | SEND_MESSAGES;
    let silent = |it: Unknown| not_known(it, private);
    if place.of_member(app, context.user_id).await.map_err(silent)? & needed != needed {
        return Err(AppError::say(format!("You must be able to see <#{private}> and to write there yourself.")));
    }
    if place.of_member(app, app.application_id).await.map_err(silent)? & needed != needed {
        return Err(AppError::say(format!(
            "Umpire cannot see <#{private}> or may not write there. Give it View Channel and Send Messages there \
             (Edit Channel > Permissions)."
        )));
    }
    Ok(())
}

fn not_known(why: Unknown, private: Snowflake) -> AppError {
    match why {
        Unknown::NotThere => AppError::say(format!(
            "Umpire cannot see <#{private}>. Give it View Channel and Send Messages there (Edit Channel > Permissions)."
        )),
        Unknown::Silent => {
            AppError::say("Discord does not say at this moment who can see that channel. Please try again.")
        }
    }
}

/// Only the fight's GM.
///
/// # Errors
/// For everybody else.
pub async fn gm_only(app: &AppContext, context: &InteractionContext, handle: &Handle) -> Result<(), AppError> {
    let caller = context.caller(app).await;
    match handle.look(move |service| service.actor(&caller).is_gm()).await? {
        true => Ok(()),
        false => Err(AppError::say("Only the GM can do that.")),
    }
}
