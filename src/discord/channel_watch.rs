//! What happens in the channels of live fights: how far the tracker has scrolled up, what we may do there, and whether players' free talk
//! is off (Murdham R54, the chaos of combat). It doesn't read message text and deletes nothing itself.

use super::bot_permissions::{ChannelContext, missing, missing_in_words};
use crate::store::Snowflake;
use dashmap::DashMap;
use serenity::model::channel::Message as Said;
use std::collections::{BTreeSet, VecDeque};

/// Counting messages below a tracker stops here.
const BELOW_KEPT: usize = 100;

/// At most this many messages wait to be deleted from a channel; later ones stay.
const TO_REMOVE_MAX: usize = 1_000;

/// A channel with a live fight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WatchedChannel {
    /// Whether players' ordinary messages are deleted.
    pub hushed: bool,
    /// The users whose messages stay.
    pub gms: Vec<Snowflake>,
    /// The tracker; 0 if there is none yet.
    pub tracker: Snowflake,
    /// The messages below it, as many as matter.
    pub below: BTreeSet<Snowflake>,
    /// Our permissions there as of the last interaction, as bits.
    pub ours: Option<u64>,
    /// Whether it is a thread.
    pub is_thread: bool,
    /// Messages to be deleted, oldest first.
    to_remove: VecDeque<Snowflake>,
    /// Whether a task is deleting them.
    is_tidied: bool,
}

/// The watched channels. This is only in memory: after a restart the count starts again.
#[derive(Debug, Default)]
pub struct ChannelWatch {
    channels: DashMap<Snowflake, WatchedChannel>,
}

impl ChannelWatch {
    /// Sets how a channel is watched.
    pub fn set(&self, channel: Snowflake, hushed: bool, gms: Vec<Snowflake>) {
        let mut watched = self.channels.entry(channel).or_default();
        watched.hushed = hushed;
        watched.gms = gms;
    }

    /// Sets which message is the tracker. If it's a new one, the count of messages below starts again.
    pub fn tracker_is(&self, channel: Snowflake, tracker: Snowflake) {
        let mut watched = self.channels.entry(channel).or_default();
        if watched.tracker != tracker {
            watched.tracker = tracker;
            watched.below.retain(|it| *it > tracker);
        }
    }

    /// Stops watching a channel.
    pub fn forget(&self, channel: Snowflake) {
        self.channels.remove(&channel);
    }

    /// The number of messages below the tracker.
    pub fn below(&self, channel: Snowflake) -> u32 {
        self.channels.get(&channel).map_or(0, |it| u32::try_from(it.below.len()).unwrap_or(u32::MAX))
    }

    /// Deleted messages no longer count.
    pub fn gone(&self, channel: Snowflake, messages: &[Snowflake]) {
        if let Some(mut watched) = self.channels.get_mut(&channel) {
            messages.iter().for_each(|it| _ = watched.below.remove(it));
        }
    }

    /// Records our permissions in a channel. Returns whether they changed.
    pub fn may(&self, channel: Snowflake, bits: u64, is_thread: bool) -> bool {
        let mut watched = self.channels.entry(channel).or_default();
        let lacks =
            |bits: Option<u64>| missing(bits.unwrap_or(u64::MAX), ChannelContext { is_thread, is_chaos: false });
        let is_news = lacks(watched.ours) != lacks(Some(bits));
        (watched.ours, watched.is_thread) = (Some(bits), is_thread);
        is_news
    }

    /// Discord refused a request because this permission is missing.
    pub fn lost(&self, channel: Snowflake, bit: u64) {
        let mut watched = self.channels.entry(channel).or_default();
        watched.ours = Some(watched.ours.unwrap_or_else(super::bot_permissions::invite_bits) & !bit);
    }

    /// Whether we have this permission in a channel, as far as we know.
    pub fn allows(&self, channel: Snowflake, bit: u64) -> bool {
        let place = |it: WatchedChannel| ChannelContext { is_thread: it.is_thread, is_chaos: false };
        let lacks =
            |it: WatchedChannel| missing(it.ours.unwrap_or(u64::MAX), place(it)).iter().any(|need| need.bit == bit);
        !self.channels.get(&channel).is_some_and(|it| lacks(it.clone()))
    }

    /// A sentence about what's missing in a channel and what doesn't work without it.
    pub fn lacks(&self, channel: Snowflake) -> Option<String> {
        let watched = self.channels.get(&channel)?.clone();
        missing_in_words(watched.ours?, ChannelContext { is_thread: watched.is_thread, is_chaos: watched.hushed })
    }

    /// Whether free talk is off for this author; `None` if the channel isn't watched.
    pub fn is_hushed_for(&self, message: &Said) -> Option<bool> {
        let watched = self.channels.get(&message.channel_id.get())?;
        let author = message.author.id.get();
        Some(watched.hushed && !message.author.bot && message.webhook_id.is_none() && !watched.gms.contains(&author))
    }

    /// Queues a message for deletion. Returns whether the caller also has to start deleting.
    pub fn is_to_be_removed(&self, channel: Snowflake, message: Snowflake) -> bool {
        let Some(mut watched) = self.channels.get_mut(&channel) else { return false };
        if watched.to_remove.len() >= TO_REMOVE_MAX {
            drop(watched);
            self.stands(channel, message);
            return false;
        }
        watched.to_remove.push_back(message);
        !std::mem::replace(&mut watched.is_tidied, true)
    }

    /// The next message to delete. If there's none, deleting stops.
    pub fn next_to_remove(&self, channel: Snowflake) -> Option<Snowflake> {
        let mut watched = self.channels.get_mut(&channel)?;
        let next = watched.to_remove.pop_front();
        watched.is_tidied = next.is_some();
        next
    }

    /// A message can't be deleted and stays in the channel.
    pub fn stands(&self, channel: Snowflake, message: Snowflake) {
        let Some(mut watched) = self.channels.get_mut(&channel) else { return };
        if message > watched.tracker && watched.below.len() < BELOW_KEPT {
            watched.below.insert(message);
        }
    }
}
