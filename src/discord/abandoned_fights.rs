//! Fights that nobody has touched for months are closed, with a word to their GM: they'd otherwise stay in memory for ever. Nothing of them is
//! lost.

use super::{app_context::AppContext, deleted_channels::by_its_gm, message::Message, text, word_to_gm};
use crate::{rules::Request, table::Handle};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// Closes every fight in which nothing has happened for this long.
pub(super) async fn close(app: &AppContext, after_ms: i64) {
    for handle in app.tables().all() {
        let last_at_ms = handle.look(|service| service.last_at_ms()).await.unwrap_or(i64::MAX);
        let untouched_ms = app.now_ms().saturating_sub(last_at_ms);
        if untouched_ms >= after_ms {
            close_one(app, &handle, untouched_ms / DAY_MS).await;
        }
    }
}

async fn close_one(app: &AppContext, handle: &Handle, days: i64) {
    let known = handle.look(|service| (service.header().name.clone(), service.gms().first().map(|it| it.0))).await;
    // Afterwards nobody knows that it had a channel for its GMs.
    let (Ok((name, gm)), channel) = (known, app.tables().gm_channel_of(handle.id)) else { return };
    if !by_its_gm(handle, Request::End).await {
        return;
    }
    tracing::info!(encounter = handle.id, days, "nobody has touched a fight for a long time; it\u{2019}s closed");
    let told = format!(
        "Nobody has touched **{}** in <#{}> for {days} days, so I\u{2019}ve closed it. Nothing is lost: /encounter reopen there takes it up where it was.",
        text::escape(&name),
        handle.channel_id
    );
    word_to_gm::tell(app, channel, gm, Message::text(told));
}
