//! What's looked after every hour: people to forget, servers that have removed the bot, fights that nobody has touched for months. Each has a
//! file of its own; here is only when, and that what fails for one doesn't keep the others.

use super::{abandoned_fights, app_context::AppContext, left_servers, observer::Observer, own_privacy};
use crate::store::StoreError;
use std::{sync::Arc, time::Duration};

/// How often it's looked.
const EVERY: Duration = Duration::from_secs(60 * 60);

/// How long what nobody needs is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptFor {
    /// What belongs to a server that has removed the bot; then it's deleted.
    pub left_servers: Duration,
    /// A fight that nobody touches; then it's closed. Its log stays.
    pub untouched_fights: Duration,
}

/// Looks every hour, for ever, while every connection is up: until then, not all servers are known.
pub(super) async fn keep(observer: Observer, app: Arc<AppContext>, kept_for: KeptFor) {
    let mut interval = tokio::time::interval(EVERY);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        app.throttle().tidy();
        if !observer.is_connected().await {
            continue;
        }
        // What failed is in the log.
        let _ = tend(&app, kept_for).await;
    }
}

/// Does what's due: forgets people who asked for it in fights that have ended since, deletes servers that removed us that long ago, and closes
/// fights that nobody has touched for that long.
///
/// # Errors
/// If the store fails: the first failure; each is in the log.
pub async fn tend(app: &AppContext, kept_for: KeptFor) -> Result<(), StoreError> {
    let forgotten = own_privacy::forget_later(app).await;
    let left = left_servers::look(app, in_ms(kept_for.left_servers)).await;
    abandoned_fights::close(app, in_ms(kept_for.untouched_fights)).await;
    for error in [&forgotten, &left].into_iter().filter_map(|it| it.as_ref().err()) {
        tracing::error!(%error, "what is to be deleted could not be; it\u{2019}s tried again in an hour");
    }
    forgotten.and(left)
}

fn in_ms(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
