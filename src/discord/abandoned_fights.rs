//! Fights that nobody has touched for months are closed, with a word to their GM: they'd otherwise keep their channels for ever. Most of them rest,
//! and are only woken to be closed. Nothing of them is lost.

use super::{app_context::AppContext, deleted_channels::gms_caller, message::Message, text, word_to_gm};
use crate::{
    rules::Request,
    table::{EncounterService, Handle, InputOrigin},
};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// Closes every fight in which nothing has happened for this long and nothing is about to, one after the other.
pub(super) async fn close(app: &AppContext, after_ms: i64) {
    for handle in app.tables().all() {
        let Ok((last_at_ms, deadline_ms)) = handle.last_and_next_ms().await else { continue };
        let untouched_ms = app.now_ms().saturating_sub(last_at_ms);
        if untouched_ms >= after_ms && deadline_ms.is_none_or(|it| it <= app.now_ms()) {
            close_one(app, &handle, (last_at_ms, untouched_ms / DAY_MS)).await;
        }
    }
}

async fn close_one(app: &AppContext, handle: &Handle, (last_at_ms, days): (i64, i64)) {
    let known = handle.look(|service| (service.header().name.clone(), service.gms().first().map(|it| it.0))).await;
    // Afterwards nobody knows that it had a channel for its GMs.
    let (Ok((name, gm)), channel) = (known, app.tables().gm_channel_of(handle.id)) else { return };
    // Somebody may have come back a moment ago.
    let is_untouched = move |it: &EncounterService| it.last_at_ms() == last_at_ms;
    let caller = gms_caller(handle).await;
    match handle.ask_if(caller, Request::End, InputOrigin::default(), is_untouched).await {
        Ok(Some(_)) => {}
        Ok(None) => return,
        Err(error) => return tracing::warn!(encounter = handle.id, %error, "a fight that nobody touches stays open"),
    }
    tracing::info!(encounter = handle.id, days, "nobody has touched a fight for a long time; it\u{2019}s closed");
    let told = format!(
        "Nobody has touched **{}** in <#{}> for {days} days, so I\u{2019}ve closed it. Nothing is lost but an action that was under way: /encounter reopen there takes it up.",
        text::escape(&name),
        handle.channel_id
    );
    word_to_gm::tell(app.rest(), channel, gm, Message::text(told)).await;
}
