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
mod ping;
mod seats;
mod settings;
pub mod suggest;

use super::{
    compose::words,
    house::House,
    reply::{self, Answer},
    text,
    trouble::Trouble,
    visit::Visit,
};
use crate::{
    store::Snowflake,
    table::{Command, Handle},
};
use std::{future::Future, sync::Arc};

pub mod saved;
pub use character::{sheet as sheet_in_words, system_named};
pub use encounter::laid;
pub use help::help_text;
pub use joining::join_with;
pub use looking::in_words as rule_in_words;

/// A command's context.
pub type Context<'a> = poise::Context<'a, Arc<House>, Trouble>;
/// What every command returns: its troubles are told before it does.
pub type Done = Result<(), Trouble>;

/// All commands, to be registered.
pub fn all() -> Vec<poise::Command<Arc<House>, Trouble>> {
    vec![
        encounter::encounter(),
        joining::join(),
        joining::leave(),
        character::character(),
        acting::attack(),
        acting::act(),
        acting::r#move(),
        acting::pass(),
        acting::end(),
        acting::say(),
        looking::who(),
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
pub fn visit(ctx: Context<'_>) -> Option<Visit> {
    match ctx {
        poise::Context::Application(app) => Some(Visit::of_command(app.interaction)),
        poise::Context::Prefix(_) => None,
    }
}

/// Does a command's work and answers it.
pub async fn answer<F: Future<Output = Result<Answer, Trouble>>>(
    ctx: Context<'_>,
    work: impl FnOnce(Arc<House>, Visit) -> F,
) -> Done {
    let Some(visit) = visit(ctx) else { return Ok(()) };
    let house = ctx.data().clone();
    reply::answer(&house, &visit, work(house.clone(), visit.clone())).await;
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
    answer(ctx, |house, visit| async move { hand_over(&house, &visit, command).await }).await
}

/// Runs a command at the table in the visit's channel; the reply is private. What cannot be seen in the options is taken out first:
/// no name may look like another, or like none.
pub async fn hand_over(house: &House, visit: &Visit, mut command: Command) -> Result<Answer, Trouble> {
    for (_, value) in &mut command.options {
        *value = text::one_line(value);
    }
    let handle = table_in(house, visit.channel_id)?;
    let reply = handle.command(visit.caller(house).await, command, visit.receipt()).await?;
    Ok(Answer::whisper(words::prose_with_mentions(&reply.text)))
}

/// The fight in a channel.
///
/// # Errors
/// A sentence with a way on.
pub fn table_in(house: &House, channel: Snowflake) -> Result<Handle, Trouble> {
    house
        .table_in(channel)
        .ok_or_else(|| Trouble::say("There is no fight in this channel. /encounter start begins one."))
}
