//! A fight whose log can't be read isn't live but keeps its channel. Its GM closes it and gets whatever can be read; nobody else does,
//! since it contains its secrets. If it isn't live for another reason (the store was briefly slow), it's resumed instead.

use super::{
    app_context::AppContext,
    app_error::AppError,
    interaction_context::InteractionContext,
    limits::ATTACHMENT_BYTES_MAX,
    message::{File, Message},
    publishing::message_slots::TRACKER,
    reply::Answer,
    text,
};
use crate::{
    store::CommittedSeed,
    table::{
        gms::gms_of,
        unreadable_log::{self, Remains},
    },
    verify::ExportedFight,
};
use poise::serenity_prelude::Permissions;
use serde_json::{Value, json};
use std::sync::Arc;

/// Closes this channel's fight if its log can't be read, or resumes it if it can; `None` if there's no such fight.
///
/// # Errors
/// If the user may not close it, or the store fails.
pub async fn close_here(app: &AppContext, context: &InteractionContext) -> Result<Option<Answer>, AppError> {
    let kept = app.store().encounter_in(app.application_id(), context.channel_id).await?;
    let Some(header) = kept.filter(|it| app.table(it.id).is_none()) else { return Ok(None) };
    let caller = app.caller(context).await;
    let gms = gms_of(app.store().as_ref(), &header).await?;
    if !gms.contains(&caller.seat) && !caller.has_gm_role && !context.may(Permissions::MANAGE_GUILD) {
        return Err(AppError::say(
            "The fight in this channel can\u{2019}t be read. Its GM, or someone who manages the server, can close it with /encounter end.",
        ));
    }
    let kept = app.store().seeds(header.id).await?;
    let left = unreadable_log::remains(app.store().as_ref(), header.id).await?;
    if left.is_whole() {
        let handle = app.tables().take_up_one(header.id).await.map_err(|it| AppError::Internal(it.to_string()))?;
        tracing::warn!(encounter = handle.id, "a fight that was not live could be read after all, and is");
        let name = text::escape(&header.name);
        return Ok(Some(Answer::whisper(format!(
            "**{name}** couldn\u{2019}t be read a while ago, but now it can, so it\u{2019}s back as it was. To end it, use /encounter end again."
        ))));
    }
    let export = export(&header.system, &left, &kept)?;
    let (rows, why) = (left.spoilt.len(), left.why);
    unreadable_log::close(app.store().as_ref(), header.id).await.map_err(|it| AppError::Internal(it.to_string()))?;
    tracing::warn!(encounter = header.id, why, "a fight that cannot be read has been closed");
    let name = text::escape(&header.name);
    for shown in app.store().messages(header.id).await?.into_iter().filter(|it| it.slot == TRACKER) {
        let message =
            Message::text(format!("**{name}** is closed: its log is damaged, so the fight can\u{2019}t continue."));
        drop(app.rest().edit(shown.channel_id, shown.message_id, message));
    }
    let bytes = serde_json::to_vec_pretty(&export).map_err(|it| AppError::Internal(it.to_string()))?;
    let fits = bytes.len() <= ATTACHMENT_BYTES_MAX;
    let rows = if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
    let content = format!(
        "**{name}** is closed and the channel is free. Its log is damaged: {rows} can\u{2019}t be read or followed. {}",
        match fits {
            true =>
                "Attached: everything that can still be read (including secrets), and the damaged rows as they were stored.",
            false => "What can still be read is too large to attach; it stays in the database.",
        }
    );
    let file = File {
        name: format!("fight-{}-remains.json", header.id),
        description: "What can be read of the fight.".to_owned(),
        bytes: Arc::from(bytes),
    };
    let files = if fits { vec![file] } else { vec![] };
    Ok(Some(Answer::Say(Message { files, ..Message::text(content) }.private())))
}

/// Whatever can be read is exported like any fight, and the rest beside it; its seeds in any case.
fn export(system: &str, left: &Remains, kept: &[(i64, CommittedSeed)]) -> Result<Value, AppError> {
    let export = match &left.session {
        Some(session) => ExportedFight::read(session.as_ref(), kept),
        None => ExportedFight::kept(system, raw(&left.opening), vec![], kept),
    };
    let rows: Vec<Value> = left.spoilt.iter().map(|it| raw(it)).collect();
    let export = ExportedFight { unreadable: Some(json!({ "why": left.why, "rows": rows })), ..export };
    serde_json::to_value(export).map_err(|it| AppError::Internal(it.to_string()))
}

/// JSON as it is, or text that isn't JSON as a string.
fn raw(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
}
