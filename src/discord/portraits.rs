//! The picture of a saved character, which stands for its initials on the maps of all its fights. It belongs to the character, and only whoever
//! owns that gives or takes it.

use super::{
    app_context::AppContext,
    app_error::AppError,
    brought_pictures::{stored, take},
    interaction_context::InteractionContext,
    message::{File, Message},
    reply::Answer,
    saved_characters, text,
};
use crate::{engine::view::Viewer, pictures::brought_portrait, store::CharacterId};
use poise::serenity_prelude::Attachment;
use std::sync::Arc;

/// Gives one of the user's characters a portrait.
///
/// # Errors
/// If it isn't theirs, or the file isn't taken: then nothing has changed.
pub async fn give(
    app: &AppContext,
    context: &InteractionContext,
    name: &str,
    file: &Attachment,
) -> Result<Answer, AppError> {
    let character = saved_characters::own(app, context, name).await?;
    let picture = take(app, file, brought_portrait).await?;
    app.store().set_portrait(character.id, stored(&picture)).await?;
    redraw_fights_of(app, character.id).await;
    let name = text::escape(&character.name);
    let shown = File {
        name: "portrait.jpg".to_owned(),
        description: format!("The portrait of {}.", text::one_line(&character.name)),
        bytes: Arc::from(picture.bytes),
    };
    let files = if context.may_attach() { vec![shown] } else { vec![] };
    let content = format!(
        "**{name}** now has a portrait. Maps show it, cropped round, instead of initials. To remove it, use `/character portrait` with \
         remove:True."
    );
    Ok(Answer::Say(Message { files, ..Message::text(content) }.private()))
}

/// Takes the portrait away.
///
/// # Errors
/// If the character isn't the user's, or has none.
pub async fn take_away(app: &AppContext, context: &InteractionContext, name: &str) -> Result<Answer, AppError> {
    let character = saved_characters::own(app, context, name).await?;
    if !app.store().remove_portrait(character.id).await? {
        return Err(AppError::say(format!("{} has no portrait.", character.name)));
    }
    let name = text::escape(&character.name);
    redraw_fights_of(app, character.id).await;
    Ok(Answer::whisper(format!("**{name}** has no portrait any more, so maps show initials again.")))
}

/// Draws the maps of the fights in which a character stands. One that rests is drawn anew when somebody comes.
async fn redraw_fights_of(app: &AppContext, character: CharacterId) {
    for handle in app.tables().awake() {
        let stands_there = handle.look(move |service| {
            let scene = service.scene(Viewer::Gm);
            scene.sides.iter().flat_map(|it| &it.members).any(|it| it.saved == Some(character))
        });
        if stands_there.await.unwrap_or(false) {
            app.redraw(handle.id);
        }
    }
}
