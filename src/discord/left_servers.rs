//! Servers that have removed the bot: what's kept of them is deleted after some days, so that an invitation soon after finds everything as it
//! was. Discord isn't asked; it has named the servers we're in.

use super::{
    app_context::AppContext, deleted_channels::channel_deleted, guild_settings::scope, observer::Observer, own_privacy,
};
use crate::store::{Snowflake, StoreError};
use std::time::Duration;

/// How often it's looked.
const EVERY: Duration = Duration::from_secs(60 * 60);
/// When a server was first found to have removed us, in milliseconds since the epoch: a setting of the server.
const LEFT_AT: &str = "left_at_ms";

/// Looks every hour, for ever, while every connection is up: until then, not all servers are known.
pub(super) async fn keep(observer: Observer, app: std::sync::Arc<AppContext>, kept_for_ms: i64) {
    let mut interval = tokio::time::interval(EVERY);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        app.throttle().tidy();
        if !observer.is_connected().await {
            continue;
        }
        if let Err(error) = tend(&app, kept_for_ms).await {
            tracing::error!(%error, "what is to be deleted could not be; it\u{2019}s tried again in an hour");
        }
    }
}

/// Deletes what's due: people who asked to be forgotten in fights that have ended since, and servers that removed us that long ago.
///
/// # Errors
/// If the store fails.
pub async fn tend(app: &AppContext, kept_for_ms: i64) -> Result<(), StoreError> {
    // What fails for one doesn't keep the other.
    let forgotten = own_privacy::forget_later(app).await;
    look(app, kept_for_ms).await?;
    forgotten
}

/// Deletes what's kept of servers that removed us that long ago, and notes which have removed us since the last look.
async fn look(app: &AppContext, kept_for_ms: i64) -> Result<(), StoreError> {
    let (store, application) = (app.store(), app.application_id());
    for guild in store.guilds(application).await? {
        let left = store.setting(application, &scope(guild), LEFT_AT).await?;
        let left_at_ms: Option<i64> = left.and_then(|it| it.parse().ok());
        match (app.admission().is_member_of(guild), left_at_ms) {
            (true, None) => {}
            (true, Some(_)) => _ = store.delete_setting(application, &scope(guild), LEFT_AT).await?,
            (false, None) => {
                store.set_setting(application, &scope(guild), LEFT_AT, &app.now_ms().to_string()).await?;
            }
            (false, Some(since_ms)) if app.now_ms() - since_ms >= kept_for_ms => delete(app, guild).await?,
            (false, Some(_)) => {}
        }
    }
    Ok(())
}

/// Deletes a server once none of its fights is live; those that are end first.
async fn delete(app: &AppContext, guild: Snowflake) -> Result<(), StoreError> {
    let live = app.tables().of_guild(guild);
    for handle in &live {
        channel_deleted(app, handle.channel_id).await;
    }
    if live.is_empty() {
        app.store().delete_guild(app.application_id(), guild).await?;
        app.guild_settings().forget_server(guild);
        tracing::info!(guild, "everything of a server that removed the bot has been deleted");
    }
    Ok(())
}
