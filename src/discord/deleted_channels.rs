//! Channels, threads and servers that disappear during a fight. If its channel is deleted, a fight is closed and the GM gets its summary in
//! private. If a server removes the bot, its fights are paused until the bot is back. No messages are composed here.

use super::{
    app_context::AppContext,
    publisher_context::PublisherContext,
    rest::{LookUp, RestOutcome},
};
use crate::{
    engine::Seat,
    rules::Request,
    store::Snowflake,
    table::{Caller, Handle, InputOrigin},
};
use serde_json::Value;
use std::{collections::BTreeSet, time::Duration};

/// A channel or thread is gone: its fight is closed. The summary goes to the GM, since there's no channel left to post it in.
pub async fn channel_deleted(context: &PublisherContext, channel: Snowflake) {
    let Some(handle) = context.tables().at(channel) else { return };
    tracing::info!(encounter = handle.id, channel, "the channel of a fight is gone; the fight is closed");
    by_its_gm(&handle, Request::End).await;
}

/// How long a server's deletions are gathered: whoever tidies up deletes many channels.
const GATHERED_FOR: Duration = Duration::from_secs(2);

/// The channels of a server's fights that no longer exist: a channel takes its threads along, which Discord doesn't announce. All deletions of
/// a few seconds cost the same two requests; whoever comes while others gather gets nothing.
pub async fn lost_channels(app: &AppContext, guild: Snowflake) -> Vec<Snowflake> {
    if app.tables().of_guild(guild).is_empty() || !app.tidied().note(guild) {
        return vec![];
    }
    tokio::time::sleep(GATHERED_FOR).await;
    app.tidied().looked_over(guild);
    let (channels, threads) = (LookUp::GuildChannels(guild), LookUp::ActiveThreads(guild));
    let (RestOutcome::Found(channels), RestOutcome::Found(threads)) =
        (app.rest().look_up(channels).await, app.rest().look_up(threads).await)
    else {
        tracing::warn!(guild, "whether threads of a deleted channel had fights isn\u{2019}t known");
        return vec![];
    };
    let listed = [&channels, &threads["threads"]].into_iter().filter_map(Value::as_array).flatten();
    let there: BTreeSet<Snowflake> = listed.filter_map(|it| it["id"].as_str()?.parse().ok()).collect();
    let fights = app.tables().of_guild(guild);
    let of_fight = |it: &Handle| std::iter::once(it.channel_id).chain(app.tables().gm_channel_of(it.id));
    let mut gone = vec![];
    for channel in fights.iter().flat_map(of_fight).filter(|it| !there.contains(it)) {
        // An archived thread isn't listed, and exists.
        if let RestOutcome::Gone(_) = app.rest().look_up(LookUp::Channel(channel)).await {
            gone.push(channel);
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
