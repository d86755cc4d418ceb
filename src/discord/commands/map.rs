//! /map: everyone's positions, in private, or a board loaded from a file; /sight: who sees whom.

use super::{
    autocomplete::complete,
    context::{Context, Done, answer, given},
};
use crate::{
    discord::{
        app_context::AppContext, app_error::AppError, interaction_context::InteractionContext, private_map,
        reply::Answer, table_commands::table_in, text,
    },
    rules::boards::{self, DRAWN},
    table::{Command, Handle},
};
use poise::serenity_prelude::Attachment;

/// The map as you see it, in words and as a picture; GMs can load one from a file
#[poise::command(slash_command, guild_only, rename = "map")]
pub async fn show(
    ctx: Context<'_>,
    #[description = "For the GM: a text file with the map drawn in it, at most 64 KiB"] drawing: Option<Attachment>,
    #[description = "All of a large board instead of the part around the action"] whole: Option<bool>,
) -> Done {
    answer(ctx, |app, context| async move {
        let handle = table_in(&app, context.channel_id)?;
        match drawing {
            Some(file) => draw(&app, &context, &handle, &file).await,
            None => private_map::private(&app, &context, &handle, whole.unwrap_or_default()).await,
        }
    })
    .await
}

/// Who sees whom, and with what cover
#[poise::command(slash_command, guild_only)]
pub async fn sight(
    ctx: Context<'_>,
    #[description = "The combatant or square to look at"]
    #[autocomplete = "complete"]
    to: String,
    #[description = "From which combatant or square (default: your own)"]
    #[autocomplete = "complete"]
    from: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        let handle = table_in(&app, context.channel_id)?;
        let typed = |it: &String| text::one_line(it);
        let options = given(&[("to", Some(typed(&to))), ("from", from.as_ref().map(typed))]);
        private_map::sight(&app, &context, &handle, Command { path: "sight".to_owned(), options }).await
    })
    .await
}

/// Sets up the board drawn in the file. That's up to the GM: other users' files aren't even downloaded.
async fn draw(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    file: &Attachment,
) -> Result<Answer, AppError> {
    let caller = app.caller(context).await;
    let asker = caller.clone();
    if !handle.look(move |service| service.actor(&asker).is_gm()).await? {
        return Err(AppError::say("Only the GM can set up the map. Without a file, /map shows it as you see it."));
    }
    let drawn = app.attachments().read(&file.url, u64::from(file.size)).await;
    let drawn = drawn.map_err(|it| AppError::say(it.to_string()))?;
    let mut options = boards::fields_of(&drawn);
    for (name, value) in &mut options {
        *name = text::one_line(name);
        if name != DRAWN {
            *value = text::one_line(value);
        }
    }
    if options.is_empty() {
        return Err(AppError::say("This file is empty."));
    }
    handle.command(caller, Command { path: "gm board".to_owned(), options }, app.input_origin(context)).await?;
    private_map::private(app, context, handle, false).await
}
