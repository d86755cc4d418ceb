//! Notices Discord's events that can't be read. serenity hands on such an event of the gateway as one of an unknown kind and says nothing. A
//! kind that nobody here waits for is Discord's news, and no loss.

use super::traffic::Traffic;
use serenity::all::{Context, Event, RawEventHandler};

/// The kinds that `framework` does something with, as Discord names them.
const KINDS: [&str; 18] = [
    "CHANNEL_DELETE",
    "CHANNEL_UPDATE",
    "GUILD_CREATE",
    "GUILD_DELETE",
    "GUILD_ROLE_CREATE",
    "GUILD_ROLE_DELETE",
    "GUILD_ROLE_UPDATE",
    "INTERACTION_CREATE",
    "MESSAGE_CREATE",
    "MESSAGE_DELETE",
    "MESSAGE_DELETE_BULK",
    "READY",
    "RESUMED",
    "THREAD_CREATE",
    "THREAD_DELETE",
    "THREAD_LIST_SYNC",
    "THREAD_MEMBERS_UPDATE",
    "THREAD_UPDATE",
];

/// Counts an event of this kind that couldn't be read, and tells the host of it without its text, in which there may be an interaction's token.
pub(super) fn lose(traffic: &Traffic, kind: &'static str) {
    traffic.metrics().unreadable_event(kind);
    tracing::error!(kind, "an event of Discord's couldn't be read and is lost: this is a bug in Umpire or in serenity");
}

/// Those of the gateway.
pub(super) struct UnreadableEvents(pub(super) Traffic);

#[serenity::async_trait]
impl RawEventHandler for UnreadableEvents {
    async fn raw_event(&self, _: Context, event: Event) {
        let Event::Unknown(event) = event else { return };
        let Some(kind) = KINDS.into_iter().find(|it| *it == event.kind) else { return };
        lose(&self.0, kind);
    }
}
