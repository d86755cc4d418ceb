//! Channels, threads and servers that disappear during a fight. If its channel is deleted, a fight is closed and the GM gets its summary in
//! private. If a server removes the bot, its fights are paused until the bot is back. No messages are composed here.

use super::{app_context::AppContext, member_permissions, publisher_context::PublisherContext};
use crate::{
    engine::Seat,
    rules::Request,
    store::Snowflake,
    table::{Caller, Handle, InputOrigin},
};

/// A channel or thread is gone: its fight is closed. The summary goes to the GM, since there's no channel left to post it in.
pub async fn channel_deleted(context: &PublisherContext, channel: Snowflake) {
    let Some(handle) = context.tables().at(channel) else { return };
    tracing::info!(encounter = handle.id, channel, "the channel of a fight is gone; the fight is closed");
    by_its_gm(&handle, Request::End).await;
}

/// The threads of a server's fights that no longer exist, and what may be one, checked with Discord one by one: it doesn't announce that
/// threads go with their channel.
pub async fn deleted_channels_of(app: &AppContext, guild: Snowflake) -> Vec<Snowflake> {
    let mut gone = vec![];
    for handle in app.tables().of_guild(guild) {
        for channel in std::iter::once(handle.channel_id).chain(app.tables().gm_channel_of(handle.id)) {
            // A channel that's only hidden from us still exists.
            if !app.watch().is_no_thread(channel) && member_permissions::is_gone(app.http(), channel).await {
                gone.push(channel);
            }
        }
    }
    gone
}

/// A server has removed the bot. Nobody there can act, so the clocks stop.
pub async fn guild_left(app: &AppContext, guild: Snowflake) {
    for handle in app.tables().of_guild(guild) {
        if handle.look(|service| service.session().paused()).await.unwrap_or(true) {
            continue;
        }
        tracing::info!(encounter = handle.id, guild, "a server has let us go; its fight is paused");
        by_its_gm(&handle, Request::Pause).await;
    }
}

/// A server is available, for the first time or again: everything its fights show is refreshed.
pub fn guild_available(app: &AppContext, guild: Snowflake) {
    for handle in app.tables().of_guild(guild) {
        app.hub().refresh(app.tables(), &handle);
    }
}

/// A fight's GM, or somebody with their rights where whoever is listed as GM only plays.
pub(super) async fn gms_caller(handle: &Handle) -> Caller {
    let nobody = Caller { seat: Seat(0), has_gm_role: true };
    let gm = handle.look(|service| {
        let gm = Caller { seat: *service.gms().first()?, has_gm_role: true };
        service.actor(&gm).is_gm().then_some(gm)
    });
    gm.await.ok().flatten().unwrap_or(nobody)
}

/// Asks for something in the name of a fight's GM, where nobody else does.
async fn by_its_gm(handle: &Handle, request: Request) {
    let done = handle.ask(gms_caller(handle).await, request, InputOrigin::default()).await;
    if let Err(error) = &done {
        tracing::warn!(encounter = handle.id, %error, "a fight that should end or pause goes on");
    }
}
