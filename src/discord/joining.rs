//! Joining a fight by command, button or form. A saved character of that name brings its sheet.

use super::{
    app_context::AppContext,
    app_error::AppError,
    interaction_context::InteractionContext,
    join_requests::or_ask_the_gm,
    reply::Answer,
    saved_characters::{self, SavedCharacter},
    table_commands::{hand_over, table_in},
    text,
};
use crate::{
    engine::Seat,
    rules::{Handover, Newcomer, Request},
    table::{Command, Handle, InputOrigin},
};

/// Joins with these options; a saved character of that name brings its sheet.
pub async fn join_with(
    app: &AppContext,
    context: &InteractionContext,
    mut options: Vec<(String, String)>,
) -> Result<Answer, AppError> {
    let handle = table_in(app, context.channel_id)?;
    let get = |name: &str| options.iter().find(|it| it.0 == name).map(|it| it.1.clone());
    if get("template").is_none()
        && get("fields").is_none()
        && let Some(name) = get("name")
    {
        let system = handle.look(|service| service.session().system().to_owned()).await?;
        match saved_characters::find(app, context, &system, &name).await? {
            Some(character) => {
                let side = get("side").map(|it| text::one_line(&it)).filter(|it| !it.is_empty());
                let name = character.name.clone();
                join_saved(app, context, &handle, character, side, app.input_origin(context)).await?;
                return Ok(Answer::whisper(format!("{} is in the fight.", text::escape(&name))));
            }
            None => {
                // If no saved character fits, this is a template, if there's one of that name.
                let templates = handle.look(|service| service.session().templates()).await?;
                if let Some(known) = templates.into_iter().find(|it| it.eq_ignore_ascii_case(name.trim())) {
                    options.push(("template".to_owned(), known));
                }
            }
        }
    }
    hand_over(app, context, Command { path: "join".to_owned(), options }).await
}

/// A saved character joins with its stored sheet, on the side of this name or the first, for its owner.
///
/// # Errors
/// The reason why it can't join.
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
        autopilot: Handover::Off,
        count: 1,
        saved: Some(it.id),
    };
    let joined = handle.ask(app.caller(context).await, Request::Join(newcomer), receipt).await;
    or_ask_the_gm(app, context, handle, joined).await?;
    Ok(())
}
