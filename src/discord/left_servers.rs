//! Servers that have removed the bot: what's kept of them is deleted after some days, so that an invitation soon after finds everything as it
//! was. Discord isn't asked; it has named the servers we're in.

use super::{app_context::AppContext, deleted_channels::channel_deleted, guild_settings::scope};
use crate::store::{Snowflake, StoreError};

/// When a server was first found to have removed us, in milliseconds since the epoch: a setting of the server.
const LEFT_AT: &str = "left_at_ms";

/// Deletes what's kept of servers that removed us that long ago, and notes which have removed us since the last look.
pub(super) async fn look(app: &AppContext, kept_for_ms: i64) -> Result<(), StoreError> {
    let (store, application) = (app.store(), app.application_id());
    // Of servers whose events arrive at other processes, nothing is known here.
    let ours = |it: &Snowflake| app.tables().shards().serves(Some(*it));
    for guild in store.guilds(application).await?.into_iter().filter(ours) {
        let left = store.setting(application, &scope(guild), LEFT_AT).await?;
        let left_at_ms: Option<i64> = left.and_then(|it| it.parse().ok());
        match (app.admission().is_in(guild), left_at_ms) {
            (Some(true) | None, None) | (None, Some(_)) => {}
            (Some(true), Some(_)) => _ = store.delete_setting(application, &scope(guild), LEFT_AT).await?,
            (Some(false), None) => {
                store.set_setting(application, &scope(guild), LEFT_AT, &app.now_ms().to_string()).await?;
            }
            (Some(false), Some(since_ms)) if app.now_ms() - since_ms >= kept_for_ms => delete(app, guild).await?,
            (Some(false), Some(_)) => {}
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
