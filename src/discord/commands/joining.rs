//! /join and /leave: who is in the fight.

use super::{Context, Done, answer, given, hand_over, relay, saved, saved::SavedCharacter, suggest::complete};
use crate::{
    discord::{
        app_context::AppContext, app_error::AppError, interaction_context::InteractionContext, reply::Answer, text,
    },
    engine::Seat,
    rules::{Newcomer, Request},
    table::{Command, Handle, InputOrigin},
};

/// Join the fight with a saved or a ready-made character, or with one in a line
#[poise::command(slash_command, guild_only)]
pub async fn join(
    ctx: Context<'_>,
    #[description = "A saved character, or a new name"]
    #[autocomplete = "complete"]
    name: Option<String>,
    #[description = "A ready-made character"]
    #[autocomplete = "complete"]
    template: Option<String>,
    #[description = "On which side; the first if left out"]
    #[autocomplete = "complete"]
    side: Option<String>,
    #[description = "Fields of the sheet, as name=value; what holds spaces in quotes"] fields: Option<String>,
) -> Done {
    let options = given(&[("name", name), ("template", template), ("side", side), ("fields", fields)]);
    answer(ctx, |app, context| async move { join_with(&app, &context, options).await }).await
}

/// Joins with these options; a saved character of that name brings its sheet along.
pub async fn join_with(
    app: &AppContext,
    context: &InteractionContext,
    mut options: Vec<(String, String)>,
) -> Result<Answer, AppError> {
    let handle = super::table_in(app, context.channel_id)?;
    let get = |name: &str| options.iter().find(|it| it.0 == name).map(|it| it.1.clone());
    if get("template").is_none()
        && get("fields").is_none()
        && let Some(name) = get("name")
    {
        let system = handle.look(|service| service.session().system().to_owned()).await?;
        match saved::find(app, context, &system, &name).await? {
            Some(character) => {
                let side = get("side").map(|it| text::one_line(&it)).filter(|it| !it.is_empty());
                let name = character.name.clone();
                join_saved(app, context, &handle, character, side, context.receipt(app)).await?;
                return Ok(Answer::whisper(format!("{} is in the fight.", text::escape(&name))));
            }
            None => {
                // No saved one: a ready-made one of that name is meant, if there is one.
                let templates = handle.look(|service| service.session().templates()).await?;
                if let Some(known) = templates.into_iter().find(|it| it.eq_ignore_ascii_case(name.trim())) {
                    options.push(("template".to_owned(), known));
                }
            }
        }
    }
    hand_over(app, context, Command { path: "join".to_owned(), options }).await
}

/// A saved character joins as it is kept, on the side of this name or the first, for whoever it belongs to.
///
/// # Errors
/// Why the fight does not take it.
pub async fn join_saved(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    it: SavedCharacter,
    side: Option<String>,
    receipt: InputOrigin,
) -> Result<(), AppError> {
    let newcomer = Newcomer {
        name: it.name,
        side,
        owner: Some(Seat(it.owner)),
        template: None,
        fields: it.fields,
        hidden: false,
        count: 1,
        saved: Some(it.id),
    };
    let joined = handle.ask(context.caller(app).await, Request::Join(newcomer), receipt).await;
    super::seats::or_knock(app, context, handle, joined).await?;
    Ok(())
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
