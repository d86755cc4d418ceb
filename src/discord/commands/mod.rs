//! The slash commands. Each says only what it is called and which options it takes; what it does is the table's: it becomes a
//! [`table::Command`](crate::table::Command), the same that a play script writes. Nothing is decided here.

mod acting;
mod character;
mod dice;
mod encounter;
mod gm;
mod gm_channel;
mod help;
mod joining;
mod looking;
mod map;
mod party;
mod ping;
mod prepared;
mod resting;
mod seats;
mod settings;
pub mod suggest;
#[cfg(test)]
mod suggest_tests;

use super::{
    app_context::AppContext,
    app_error::AppError,
    compose::{story, words},
    interaction_context::InteractionContext,
    reply::{self, Answer},
    text,
};
use crate::{
    store::Snowflake,
    table::{Command, Handle},
};
use std::{future::Future, sync::Arc};

pub mod saved;
pub use character::{sheet as sheet_in_words, system_here, system_named};
pub use encounter::laid;
pub use help::help_text;
pub use joining::join_with;
pub use looking::in_words as rule_in_words;

/// A command's context.
pub type Context<'a> = poise::Context<'a, Arc<AppContext>, AppError>;
/// What every command returns: its troubles are told before it does.
pub type Done = Result<(), AppError>;

/// All commands, to be registered.
pub fn all() -> Vec<poise::Command<Arc<AppContext>, AppError>> {
    vec![
        encounter::encounter(),
        joining::join(),
        joining::leave(),
        character::character(),
        party::party(),
        resting::rest(),
        acting::attack(),
        acting::act(),
        acting::r#move(),
        acting::pass(),
        acting::end(),
        acting::say(),
        looking::who(),
        map::show(),
        map::sight(),
        looking::rule(),
        looking::orders(),
        dice::roll(),
        gm::gm(),
        help::help(),
        ping::ping(),
        settings::preferences(),
        settings::settings(),
    ]
}

/// The visit behind a context. Prefix commands are not registered, so there is always one.
pub fn context_of(ctx: Context<'_>) -> Option<InteractionContext> {
    match ctx {
        poise::Context::Application(app) => Some(InteractionContext::of_command(app.interaction)),
        poise::Context::Prefix(_) => None,
    }
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

/// The options that were given.
pub fn given(options: &[(&str, Option<String>)]) -> Vec<(String, String)> {
    let given = |(name, value): &(&str, Option<String>)| Some(((*name).to_owned(), value.clone()?));
    options.iter().filter_map(given).collect()
}

/// Hands a command to the table in this channel as it was typed.
pub async fn relay(ctx: Context<'_>, path: &str, options: &[(&str, Option<String>)]) -> Done {
    let command = Command { path: path.to_owned(), options: given(options) };
    answer(ctx, |app, context| async move { hand_over(&app, &context, command).await }).await
}

/// Runs a command at the table in the visit's channel; the reply is private. What cannot be seen in the options is taken out first:
/// no name may look like another, or like none.
pub async fn hand_over(app: &AppContext, context: &InteractionContext, command: Command) -> Result<Answer, AppError> {
    hand_over_if(app, context, command, None).await
}

/// The same; whoever has been warned of what follows from it at this moment is not asked again.
pub async fn hand_over_if(
    app: &AppContext,
    context: &InteractionContext,
    mut command: Command,
    warned_at: Option<u64>,
) -> Result<Answer, AppError> {
    for (_, value) in &mut command.options {
        *value = text::one_line(value);
    }
    let handle = table_in(app, context.channel_id)?;
    let caller = context.caller(app).await;
    if ACTING.contains(&command.path.as_str()) && command.get("as").is_none_or(str::is_empty) {
        let asker = caller.clone();
        let several = handle.look(move |service| service.could_be(&asker)).await?;
        if several.len() > 1 {
            return Ok(crate::discord::components::which_of_yours(app, context, handle.id, command, &several));
        }
    }
    if DOING.contains(&command.path.as_str()) {
        let (asker, asked) = (caller.clone(), command.clone());
        let warning = handle
            .look(move |service| service.warning(&asker, &asked).map(|it| (it, service.moment(service.viewer(&asker)))))
            .await?;
        if let Some((warning, moment)) = warning.filter(|it| warned_at != Some(crate::discord::components::mark(it.1)))
        {
            return Ok(crate::discord::components::once_more(app, context, handle.id, command, &warning, moment));
        }
    }
    let reply = handle.command(caller, command, context.receipt(app)).await;
    let reply = seats::or_knock(app, context, &handle, reply).await?;
    let mut text = words::prose_with_mentions(&reply.text);
    // What nobody else is told comes with the answer.
    if !reply.own.is_empty() {
        text = format!("{text}\n{}", story::own(&reply.own));
    }
    Ok(Answer::whisper(text))
}

/// The commands that somebody of one's own carries out.
const ACTING: [&str; 7] = ["attack", "act", "move", "say", "end", "orders", "leave"];

/// The commands of which somebody may have to be warned.
const DOING: [&str; 4] = ["attack", "act", "move", "end"];

/// The fight in a channel.
///
/// # Errors
/// A sentence with a way on.
pub fn table_in(app: &AppContext, channel: Snowflake) -> Result<Handle, AppError> {
    app.table_in(channel)
        .ok_or_else(|| AppError::say("There is no fight in this channel. /encounter start begins one."))
}
