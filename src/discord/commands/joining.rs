//! /join and /leave: who is in the fight.

use super::{
    autocomplete::complete,
    context::{Context, Done, answer, given, relay},
};
use crate::discord::components::join_menu;

/// Join the fight; alone, it shows your characters and the ready-made heroes
#[poise::command(slash_command, guild_only)]
pub async fn join(
    ctx: Context<'_>,
    #[description = "A saved character, or a new name"]
    #[autocomplete = "complete"]
    name: Option<String>,
    #[description = "A ready-made character"]
    #[autocomplete = "complete"]
    template: Option<String>,
    #[description = "The side (default: the first)"]
    #[autocomplete = "complete"]
    side: Option<String>,
    #[description = "Fields of the sheet as name=value; use quotes around values with spaces"] fields: Option<String>,
) -> Done {
    let options = given(&[("name", name), ("template", template), ("side", side), ("fields", fields)]);
    answer(ctx, |app, context| async move { join_menu::command(&app, &context, options).await }).await
}

/// Leave the fight
#[poise::command(slash_command, guild_only)]
pub async fn leave(
    ctx: Context<'_>,
    #[description = "Which of your characters"]
    #[autocomplete = "complete"]
    #[rename = "as"]
    who: Option<String>,
) -> Done {
    relay(ctx, "leave", &[("as", who)]).await
}

/// Let Umpire play your characters until you act again
#[poise::command(slash_command, guild_only)]
pub async fn autopilot(
    ctx: Context<'_>,
    #[description = "How Umpire plays them (default: simple), or off"]
    #[autocomplete = "complete"]
    style: Option<String>,
    #[description = "Which of your characters (default: all)"]
    #[autocomplete = "complete"]
    #[rename = "as"]
    who: Option<String>,
) -> Done {
    relay(ctx, "autopilot", &[("style", style), ("as", who)]).await
}
