//! The complete log of a finished fight, secrets included, for its GMs only. It's sent when the fight ends; `/encounter log` gets it again.

use super::{
    app_context::AppContext,
    app_error::AppError,
    interaction_context::InteractionContext,
    limits::ATTACHMENT_BYTES_MAX,
    map_pictures,
    message::{File, Message},
    publisher_context::PublisherContext,
    reply::Answer,
    text,
};
use crate::{
    engine::view::Viewer,
    replay::{self, ReplayPictures},
    store::{EncounterId, Status},
    table::{EncounterService, gms::gms_of},
    verify::ExportedFight,
};
use std::sync::Arc;

/// This fight's log, attached if it isn't too large.
///
/// # Errors
/// If the store fails, or the log can't be read.
pub async fn message(context: &PublisherContext, id: EncounterId, name: &str) -> Result<Message, AppError> {
    let export = ExportedFight::from_store(context.store().as_ref(), id).await?;
    let bytes = serde_json::to_vec(&export).map_err(|it| AppError::Internal(it.to_string()))?;
    let head =
        export.chain.as_ref().map(|it| format!("\nThe log ends with the hash `{}`.", it.head)).unwrap_or_default();
    let pictures = match EncounterService::load(context.store().clone(), id).await {
        Ok(service) => Box::pin(map_pictures::for_replay(context, id, &service.scene(Viewer::Gm))).await,
        Err(_) => ReplayPictures::default(),
    };
    let think = move || replay::of_whole_fight_with(&export, &pictures).ok();
    let replay = context.tables().think(think).await.flatten();
    let page = replay.filter(|it| bytes.len() + it.len() <= ATTACHMENT_BYTES_MAX).map(|it| File {
        name: format!("fight-{id}-gm.html"),
        description: "The fight as a page that plays it again as its GM knew it, secrets included.".to_owned(),
        bytes: Arc::from(it.into_bytes()),
    });
    let fits = bytes.len() <= ATTACHMENT_BYTES_MAX;
    let name = text::escape(name);
    let plays = if page.is_some() { " The page plays it as you knew it." } else { "" };
    let said = match fits {
        true => {
            format!(
                "**{name}** is over. This is its whole log, secrets included; umpire verify checks every roll.{plays}"
            )
        }
        false => format!("**{name}** is over. Its whole log is too large to attach; it stays in the database."),
    };
    let log = fits.then(|| File {
        name: format!("fight-{id}-gm.json"),
        description: "The whole fight as a log that umpire verify can check.".to_owned(),
        bytes: Arc::from(bytes),
    });
    Ok(Message { content: format!("{said}{head}"), files: log.into_iter().chain(page).collect(), ..Message::default() })
}

/// The log of the last finished fight in the user's channel, if they were its GM.
///
/// # Errors
/// If no fight has ended there, the user wasn't its GM, or the store fails.
pub async fn of_the_last_fight(app: &AppContext, context: &InteractionContext) -> Result<Answer, AppError> {
    let all = app.store().encounters_in(app.application_id(), context.channel_id).await?;
    let over = all.into_iter().filter(|it| it.status == Status::Over).max_by_key(|it| it.id);
    let last = over.ok_or_else(|| match app.table_in(context.channel_id) {
        Some(_) => AppError::say("The fight here isn\u{2019}t over. Its whole log, seed included, is yours once /encounter end has closed it."),
        None => AppError::say("No fight has ended in this channel yet."),
    })?;
    let caller = app.caller(context).await;
    if !caller.has_gm_role && !gms_of(app.store().as_ref(), &last).await?.contains(&caller.seat) {
        return Err(AppError::say(format!(
            "Only the GM gets the whole log of **{}**, because it has secrets in it. What everybody saw is attached to its account.",
            text::escape(&last.name)
        )));
    }
    Ok(Answer::Say(message(app, last.id, &last.name).await?.private()))
}
