//! /encounter: the start and end of a fight, and its clocks.

use super::{
    autocomplete::complete,
    context::{Context, Done, answer, given, relay},
    lookups, prepared,
};
use crate::{
    discord::{
        aftermath,
        app_error::AppError,
        components::tracker_buttons::{note_unseen, unseen},
        end_fight,
        forecast::{self as forecasts, TypedEncounter, TypedPlan},
        full_log,
        reply::Answer,
        start_fight::open,
        table_commands::{hand_over, table_in},
        text,
    },
    store::Status,
    table::{Command, live_fights::ReopenError},
};

/// A fight in this channel
#[poise::command(
    slash_command,
    guild_only,
    subcommand_required,
    subcommands(
        "start",
        "begin",
        "end",
        "reopen",
        "status",
        "recap",
        "undo",
        "pause",
        "resume",
        "aftermath",
        "log",
        "forecast",
        "prepared::save",
        "prepared::prepare",
        "prepared::open",
        "prepared::list",
        "prepared::delete"
    )
)]
pub async fn encounter(_ctx: Context<'_>) -> Done {
    Ok(())
}

/// Open a fight in this channel with you as GM
#[poise::command(slash_command)]
pub async fn start(
    ctx: Context<'_>,
    #[description = "The rule system"]
    #[autocomplete = "complete"]
    system: Option<String>,
    #[description = "The fight's name"]
    #[max_length = 80]
    name: Option<String>,
    #[description = "Rule options, as name=value"]
    #[autocomplete = "complete"]
    options: Option<String>,
    #[description = "How long questions wait: live, relaxed, post or none"]
    #[autocomplete = "complete"]
    pace: Option<String>,
    #[description = "umpire: nobody is GM, and Umpire plays the foes"]
    #[autocomplete = "complete"]
    gm: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        let typed = given(&[("system", system), ("name", name), ("options", options), ("pace", pace), ("gm", gm)]);
        open(&app, &context, &typed).await
    })
    .await
}

/// Begin the fight once everyone is here
#[poise::command(slash_command)]
pub async fn begin(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move {
        let told = hand_over(&app, &context, Command::new("encounter begin", &[])).await;
        let handle = table_in(&app, context.channel_id)?;
        match (unseen(&app, &context, &handle).await?, told) {
            (Some(note), Ok(_) | Err(AppError::Refused(_))) => {
                note_unseen(&app, &context, &handle, None).await;
                Ok(Answer::Say(note.private()))
            }
            (_, told) => told,
        }
    })
    .await
}

/// Close the fight and post its summary, seed and export
#[poise::command(slash_command)]
pub async fn end(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move { end_fight::end_here(&app, &context).await }).await
}

/// The aftermath of the last fight here; the GM decides whether to save it to the characters
#[poise::command(slash_command)]
pub async fn aftermath(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move { aftermath::last_one_here(&app, &context).await }).await
}

/// The whole log of the last fight here, secrets included, for its GM only
#[poise::command(slash_command)]
pub async fn log(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move { full_log::of_the_last_fight(&app, &context).await }).await
}

/// How the fight here, or one you have prepared, is likely to go: who wins, how soon, who goes down
#[poise::command(slash_command)]
pub async fn forecast(
    ctx: Context<'_>,
    #[description = "A prepared encounter of yours (default: the fight here)"]
    #[autocomplete = "complete"]
    encounter: Option<String>,
    #[description = "The party that fights in the prepared encounter"]
    #[autocomplete = "complete"]
    party: Option<String>,
    #[description = "Who else fights in it, separated by ;: sybilla; theobald"] heroes: Option<String>,
    #[description = "How many fights to play, 20 to 10,000 (default: 1,000)"] fights: Option<i64>,
    #[description = "How everyone is played (default: as Umpire plays them already, or simple)"]
    #[autocomplete = "complete"]
    style: Option<String>,
    #[description = "The players\u{2019} chance in percent that counts as even (default: 50)"] target: Option<i64>,
) -> Done {
    let plan = TypedPlan { fights, style, target };
    let of = TypedEncounter { encounter, party, heroes };
    answer(ctx, |app, context| async move { forecasts::asked(&app, &context, &plan, &of).await }).await
}

/// Reopen this channel's last fight with a new dice seed
#[poise::command(slash_command)]
pub async fn reopen(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move {
        if app.table_in(context.channel_id).is_some() {
            return Err(AppError::say("There\u{2019}s a fight in this channel. Close it with /encounter end."));
        }
        let all = app.store().encounters_in(app.application_id(), context.channel_id).await?;
        let over = all.into_iter().filter(|it| it.status == Status::Over).max_by_key(|it| it.id);
        let last = over.ok_or_else(|| AppError::say("No fight has ended in this channel."))?;
        let caller = app.caller(&context).await;
        let opened = app.tables().reopen(last.id, &caller, app.new_seed(), app.input_origin(&context)).await;
        opened.map_err(|it| match it {
            ReopenError::Open(error) => AppError::Open(error),
            ReopenError::Service(error) => AppError::Table(error.into()),
        })?;
        Ok(Answer::whisper(format!(
            "**{}** goes on where it ended. Its old seed has been shown, so it gets a new one; the tracker shows the new commitment.",
            text::escape(&last.name)
        )))
    })
    .await
}

/// How the fight stands, shown only to you
#[poise::command(slash_command)]
pub async fn status(
    ctx: Context<'_>,
    #[description = "In plain text, as for a screen reader"] text: Option<bool>,
) -> Done {
    lookups::status(ctx, text.unwrap_or(false)).await
}

/// What happened so far, a line a round, shown only to you
#[poise::command(slash_command)]
pub async fn recap(ctx: Context<'_>) -> Done {
    lookups::recap(ctx).await
}

/// Take back your own last choice or, as GM, the last action
#[poise::command(slash_command)]
pub async fn undo(ctx: Context<'_>) -> Done {
    relay(ctx, "encounter undo", &[]).await
}

/// Stop all clocks; anyone can
#[poise::command(slash_command)]
pub async fn pause(ctx: Context<'_>) -> Done {
    relay(ctx, "encounter pause", &[]).await
}

/// Start the clocks again
#[poise::command(slash_command)]
pub async fn resume(ctx: Context<'_>) -> Done {
    relay(ctx, "encounter resume", &[]).await
}
