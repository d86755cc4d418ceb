//! How every command handles its interaction: the context from poise, and the ways to answer.

use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        interaction_context::{self, InteractionContext},
        reply::{self, Answer},
        table_commands::hand_over,
    },
    table::Command,
};
use std::{future::Future, sync::Arc};

/// A command's context.
pub type Context<'a> = poise::Context<'a, Arc<AppContext>, AppError>;

/// The result of every command: errors have been reported before it returns.
pub type Done = Result<(), AppError>;

/// The interaction behind a context. Prefix commands aren't registered, so there always is one.
pub fn context_of(ctx: Context<'_>) -> Option<InteractionContext> {
    match ctx {
        poise::Context::Application(app) => Some(InteractionContext::of_command(app.interaction)),
        poise::Context::Prefix(_) => None,
    }
}

/// What's logged of a suggestion carries this.
pub fn suggestion_span(ctx: Context<'_>) -> tracing::Span {
    let id = match ctx {
        poise::Context::Application(app) => app.interaction.id.get(),
        poise::Context::Prefix(_) => 0,
    };
    interaction_context::span(id, "suggestion", ctx.guild_id().map(|it| it.get()), ctx.channel_id().get())
}

/// Does a command's work and answers it.
pub async fn answer<F: Future<Output = Result<Answer, AppError>>>(
    ctx: Context<'_>,
    work: impl FnOnce(Arc<AppContext>, InteractionContext) -> F,
) -> Done {
    let Some(context) = context_of(ctx) else { return Ok(()) };
    let app = ctx.data().clone();
    reply::answer(&app, &context, work(app.clone(), context.clone())).await;
    Ok(())
}

/// The options given.
pub fn given(options: &[(&str, Option<String>)]) -> Vec<(String, String)> {
    let given = |(name, value): &(&str, Option<String>)| Some(((*name).to_owned(), value.clone()?));
    options.iter().filter_map(given).collect()
}

/// Passes a command to this channel's table as typed.
pub async fn relay(ctx: Context<'_>, path: &str, options: &[(&str, Option<String>)]) -> Done {
    let command = Command { path: path.to_owned(), options: given(options) };
    answer(ctx, |app, context| async move { hand_over(&app, &context, command).await }).await
}
