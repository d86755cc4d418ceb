//! /gm channel: the fight's channel for everything that only the GM may know.

use super::context::{Context, Done, answer};
use crate::discord::{
    app_context::AppContext,
    app_error::AppError,
    gm_pairing::pair,
    interaction_context::InteractionContext,
    reply::Answer,
    table_commands::{gm_only, table_in},
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
                "<#{channel}> is no longer the GM\u{2019}s channel. Its tracker has been removed; past messages stay. What only you may know is under GM\u{2026} below the fight\u{2019}s tracker."
            )))
        }
    }
}
