//! /map: everyone's positions, in private, a board loaded from a file, or a picture laid below it; /sight: who sees whom.

use super::{
    autocomplete::complete,
    context::{Context, Done, answer, given},
};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        board_background::{self, TypedGrid},
        interaction_context::InteractionContext,
        private_map,
        reply::Answer,
        table_commands::table_in,
        text,
    },
    rules::boards::{self, DRAWN},
    table::{Command, Handle},
};
use poise::serenity_prelude::Attachment;

/// The map as you see it, in words and as a picture; GMs can load one, and lay a picture below it
#[poise::command(slash_command, guild_only, rename = "map")]
#[allow(clippy::too_many_arguments)] // a board, what lies below it, and how much of it is shown
pub async fn show(
    ctx: Context<'_>,
    #[description = "For the GM: a text file with the map drawn in it, at most 64 KiB"] drawing: Option<Attachment>,
    #[description = "All of a large board instead of the part around the action"] whole: Option<bool>,
    #[description = "For the GM: a battle map to lay below a board of squares (PNG, JPEG or WebP, at most 4 MiB)"]
    background: Option<Attachment>,
    #[description = "How wide a square is on the background, in the picture's pixels, such as 70 or 33.33"]
    square: Option<f64>,
    #[description = "Where the board starts on the background, in pixels from the left edge"] left: Option<i32>,
    #[description = "Where the board starts on the background, in pixels from the top edge"] top: Option<i32>,
    #[description = "For the GM: remove the background"] remove_background: Option<bool>,
) -> Done {
    answer(ctx, |app, context| async move {
        let handle = table_in(&app, context.channel_id)?;
        let typed = TypedGrid { square_px: square, left_px: left, top_px: top };
        let lays = background.is_some() || typed != TypedGrid::default();
        let removes = remove_background.unwrap_or_default();
        if !lays && !removes && drawing.is_none() {
            return private_map::private(&app, &context, &handle, whole.unwrap_or_default()).await;
        }
        must_be_gm(&app, &context, &handle).await?;
        let drawn = match &drawing {
            Some(file) => Some(draw(&app, &context, &handle, file).await?),
            None => None,
        };
        match drawn {
            _ if removes && !lays => board_background::remove(&app, &handle).await,
            Some(drawn) if !lays => Ok(drawn),
            _ => board_background::lay(&app, &context, &handle, (background.as_ref(), typed)).await,
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

/// Setting up the map is up to the GM: other users' files aren't even downloaded.
async fn must_be_gm(app: &AppContext, context: &InteractionContext, handle: &Handle) -> Result<(), AppError> {
    let asker = app.caller(context).await;
    match handle.look(move |service| service.actor(&asker).is_gm()).await? {
        true => Ok(()),
        false => Err(AppError::say("Only the GM can set up the map. Without options, /map shows it as you see it.")),
    }
}

/// Sets up the board drawn in the file.
async fn draw(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    file: &Attachment,
) -> Result<Answer, AppError> {
    let caller = app.caller(context).await;
    let drawn = app.attachments().text(&file.url, u64::from(file.size)).await;
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
