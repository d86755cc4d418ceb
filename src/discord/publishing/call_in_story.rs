//! A turn notification in the message that tells what ended the turn before: it's there at once, and costs Discord nothing. It stays, as what
//! was said then. Whoever is notified there isn't notified again.

use super::{
    super::{limits::CONTENT_MAX, message::Message, pings_wanted::Pings},
    snapshot::Snapshot,
    turn_call_words::{message, when, with_act_as},
    turn_calls::{Audience, Known, TAKEN_UP, TurnCalls},
    who_is_called::called_openly,
};
use crate::{discord::limits::length, store::Snowflake};
use tokio::sync::MutexGuard;

/// A notification for a story. As long as it's held, nobody is notified in another way.
pub(super) struct CallInStory<'a> {
    calls: &'a TurnCalls,
    known: MutexGuard<'a, Known>,
    /// The state in which the turn has begun.
    seq: u64,
    slot: String,
    call: Message,
}

impl TurnCalls {
    /// Whom a story that's about to be sent has to notify. `None` if nobody, or if they're being notified in this moment.
    pub(super) async fn in_story<'a>(&'a self, snapshot: &Snapshot) -> Option<CallInStory<'a>> {
        if !self.are_wanted(snapshot) {
            return None;
        }
        let known = self.known.try_lock().ok()?;
        let all: Vec<Snowflake> = snapshot.players.iter().chain(&snapshot.gms).copied().collect();
        let settings = self.context.guild_settings();
        let unpinged = settings.unpinged(snapshot.header.guild_id, &all, Pings::Turns).await;
        let steps = known.steps.get(&Audience::Channel).cloned().unwrap_or_default();
        let (step, called) = steps.called_at_once(&snapshot.scene, called_openly(snapshot, &unpinged))?;
        let slot = format!("{}{step}", Audience::Channel.prefix());
        if self.context.store().message(self.id, &slot).await.ok()?.is_some() {
            return None;
        }
        let call = message(&called, &when(&snapshot.scene, ".")(&called));
        Some(CallInStory { calls: self, known, seq: snapshot.gm.scene.seq, slot, call })
    }
}

/// A story's text with a notification's line; `None` if that doesn't fit.
pub(super) fn with_line(story: &Message, line: &str) -> Option<String> {
    let content = format!("{}\n{line}", story.content);
    (length(&content) <= CONTENT_MAX).then_some(content)
}

impl CallInStory<'_> {
    /// The notification's line.
    pub(super) fn line(&self) -> &str {
        &self.call.content
    }

    /// The story with the notification as its last line; `None` if it doesn't fit.
    pub(super) fn added_to(&self, story: &Message) -> Option<Message> {
        let content = with_line(story, self.line())?;
        let mut pings = [story.pings.as_slice(), &self.call.pings].concat();
        pings.sort_unstable();
        pings.dedup();
        Some(with_act_as(Message { content, pings, ..story.clone() }, self.calls.id))
    }

    /// The story is there: they've been notified.
    pub(super) async fn sent(mut self, channel: Snowflake) {
        self.known.told_at = self.seq;
        self.calls.note(&self.slot, channel, TAKEN_UP).await;
    }
}
