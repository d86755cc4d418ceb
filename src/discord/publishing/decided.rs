//! The GM is notified once when the fight looks decided, since only the GM says whether it's over: in the GMs' channel if there is one,
//! otherwise in the fight's channel, where it's based on what everyone sees. When it no longer looks like that, or is over, the message is
//! deleted.

use super::{
    super::{
        compose::tracker::{END, GM_ENDS, press},
        custom_id::{CustomId, TrackerButton},
        message::{ActionRow, Look, Message},
        pings_wanted::Pings,
        publisher_context::PublisherContext,
        rest::RestOutcome,
        text,
    },
    send,
    snapshot::Snapshot,
};
use crate::{
    engine::view::Scene,
    store::{EncounterId, ShownMessage, Snowflake, Status},
};

/// Its slot in the fight's channel.
pub(super) const OPEN: &str = "decided";
/// Its slot in the GMs' channel.
pub(super) const GMS: &str = "gm:decided";

/// Sends or deletes the message in a channel. Returns whether that got through, or never can.
pub(super) async fn keep(
    context: &PublisherContext,
    id: EncounterId,
    snapshot: &Snapshot,
    (slot, channel, scene): (&str, Option<Snowflake>, &Scene),
) -> bool {
    let label = if slot == OPEN { GM_ENDS } else { END };
    let says = message(context, id, snapshot, (scene, label)).await.filter(|_| channel.is_some());
    let Ok(mut shown) = context.store().message(id, slot).await else { return false };
    // In another channel it means nothing any more.
    if let Some(moved) = shown.take_if(|it| channel.is_some_and(|channel| channel != it.channel_id))
        && !take_away(context, id, &moved).await
    {
        return false;
    }
    match (says, channel, shown) {
        (Some(message), Some(channel), None) => match send::send(context, id, slot, channel, message).await {
            RestOutcome::Sent { message_id } => {
                let (slot, created_at_ms) = (slot.to_owned(), context.now_ms());
                let shown = ShownMessage { slot, channel_id: channel, message_id, created_at_ms };
                context.store().put_message(id, shown).await.is_ok()
            }
            outcome => !matches!(outcome, RestOutcome::GaveUp(_)),
        },
        (None, _, Some(shown)) => take_away(context, id, &shown).await,
        _ => true,
    }
}

/// Deletes it. Returns whether it's gone, or can't be deleted.
async fn take_away(context: &PublisherContext, id: EncounterId, shown: &ShownMessage) -> bool {
    match context.rest().delete(shown.channel_id, shown.message_id).await {
        RestOutcome::GaveUp(_) => false,
        outcome => {
            tracing::debug!(encounter = id, ?outcome, "a question whether the fight is over was settled");
            context.store().delete_message(id, &shown.slot).await.is_ok()
        }
    }
}

/// What it says; `None` if it isn't decided, or nobody is GM.
async fn message(
    context: &PublisherContext,
    id: EncounterId,
    snapshot: &Snapshot,
    (scene, label): (&Scene, &str),
) -> Option<Message> {
    let is_on = snapshot.header.status == Status::Fighting && !scene.umpire_is_gm;
    let decided = scene.looks_decided().filter(|_| is_on)?;
    let gm = snapshot.gms.first().copied()?;
    let unpinged = context.guild_settings().unpinged(snapshot.header.guild_id, &[gm], Pings::Turns).await;
    let (encounter, seq) = (id.unsigned_abs(), scene.seq);
    let end = press(label, CustomId::Tracker { encounter, seq, button: TrackerButton::End }).looking(Look::Success);
    Some(Message {
        content: format!("{} {} Is the fight over?", text::mention(gm), text::escape(decided)),
        pings: if unpinged.is_empty() { vec![gm] } else { vec![] },
        rows: vec![ActionRow::Buttons(vec![end])],
        ..Message::default()
    })
}
