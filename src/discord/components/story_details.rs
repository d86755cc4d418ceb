//! "Details" below a story: the complete story with every roll, in private, as far as the user may read it.

use super::pressed::Pressed;
use crate::{
    discord::{app_context::AppContext, app_error::AppError, compose::story, custom_id::CustomId, reply::Answer},
    rules::story::stored::{StoryLine, StoryView},
    store::Outgoing,
    table::{EncounterService, NoticeKind},
};

/// Shows it. It works for finished fights too.
pub async fn details(app: &AppContext, pressed: &Pressed, id: &CustomId, seq: u64) -> Result<Answer, AppError> {
    let encounter = i64::try_from(id.encounter()).unwrap_or(0);
    let gone = || AppError::say("That story is no longer available.");
    let header = app.store().encounter(encounter).await?.ok_or_else(gone)?;
    if header.application_id != app.application_id() || header.channel_id != pressed.context.channel_id {
        return Err(gone());
    }
    let rows = app.store().outbox(encounter).await?;
    // A story is identified by its number in the channel; older builds used its row's.
    let read = |it: &Outgoing| {
        let told = StoryView::read(&it.notice.payload).ok().filter(|_| it.notice.slot.starts_with("story:"))?;
        let number = told.number.or(NoticeKind::Story.is_of(&it.notice).then_some(told.began_seq));
        (number == Some(seq)).then_some(told)
    };
    let told = rows.iter().rev().find_map(read).ok_or_else(gone)?;
    let caller = app.caller(&pressed.context).await;
    let look = move |service: &EncounterService| {
        let viewer = service.viewer(&caller);
        let players: Vec<u64> = service.session().seats().iter().map(|it| it.0).collect();
        let lines = told.lines.into_iter().filter(|it| service.session().may_read(viewer, it.audience));
        (lines.collect::<Vec<StoryLine>>(), players)
    };
    let (lines, players) = match app.table(encounter) {
        Some(handle) => handle.look(look).await?,
        None => look(&EncounterService::load(app.store().clone(), encounter).await?.discreet()),
    };
    if lines.is_empty() {
        return Err(gone());
    }
    Ok(Answer::whisper(story::details(&lines.iter().collect::<Vec<_>>(), &players)))
}
