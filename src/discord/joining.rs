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

/// Where the sheet of a name alone comes from.
pub enum NamedSheet {
    /// One's own saved character.
    Saved(SavedCharacter),
    /// The template of that name.
    Template(String),
    /// There's none.
    None,
}

/// The sheet that a name alone means: one's own saved character's, or else the template's of that name.
///
/// # Errors
/// If something of ours fails.
pub async fn sheet_of(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    name: &str,
) -> Result<NamedSheet, AppError> {
    let system = handle.look(|service| service.session().system().to_owned()).await?;
    if let Some(character) = saved_characters::find(app, context, &system, name).await? {
        return Ok(NamedSheet::Saved(character));
    }
    let templates = handle.look(|service| service.session().templates()).await?;
    let known = templates.into_iter().find(|it| it.eq_ignore_ascii_case(name.trim()));
    Ok(known.map_or(NamedSheet::None, NamedSheet::Template))
}

/// Joins with these options; a saved character of that name brings its sheet.
///
/// # Errors
/// The reason why they can't join.
pub async fn join_with(
    app: &AppContext,
    context: &InteractionContext,
    options: Vec<(String, String)>,
) -> Result<Answer, AppError> {
    let handle = table_in(app, context.channel_id)?;
    let get = |name: &str| options.iter().find(|it| it.0 == name).map(|it| it.1.as_str());
    let sheet = match (get("name"), get("template"), get("fields")) {
        (Some(name), None, None) => sheet_of(app, context, &handle, name).await?,
        _ => NamedSheet::None,
    };
    join_as(app, context, &handle, options, sheet).await
}

/// The same with what's known of the sheet; the options may have one of their own.
///
/// # Errors
/// As [`join_with`].
pub async fn join_as(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    mut options: Vec<(String, String)>,
    sheet: NamedSheet,
) -> Result<Answer, AppError> {
    let get = |name: &str| options.iter().find(|it| it.0 == name).map(|it| it.1.clone());
    match sheet {
        NamedSheet::Saved(character) => {
            let side = get("side").map(|it| text::one_line(&it)).filter(|it| !it.is_empty());
            let name = character.name.clone();
            join_saved(app, context, handle, character, side, app.input_origin(context)).await?;
            return Ok(Answer::whisper(format!("{} is in the fight.", text::escape(&name))));
        }
        NamedSheet::Template(known) => options.push(("template".to_owned(), known)),
        NamedSheet::None => {}
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
        fields: it.fields,
        autopilot: Handover::Off,
        count: 1,
        saved: Some(it.id),
        ..Newcomer::default()
    };
    let joined = handle.ask(app.caller(context).await, Request::Join(newcomer), receipt).await;
    or_ask_the_gm(app, context, handle, joined).await?;
    Ok(())
}
