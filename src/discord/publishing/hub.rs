//! Wakes the publishers and holds what they share: which fights have changed, which messages were deleted recently, and which presses are
//! waiting for a story to be redrawn. It draws nothing and sends nothing.

use super::{super::gm_activity::GmActivity, message_slots::TRACKER, redraw::Offers};
use crate::{
    store::{EncounterId, Snowflake, Store},
    table::{Publisher, Tables},
};
use dashmap::DashMap;
use std::{
    collections::{BTreeSet, VecDeque},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{sync::Notify, task::JoinSet};

/// A signal for one fight's publisher.
#[derive(Debug, Default)]
pub struct WakeSignal {
    pub(super) changed: Notify,
    /// Whether what Discord shows can no longer be taken for granted.
    pub(super) forget: AtomicBool,
}

/// All publishers, woken by the tables. It never blocks: if a fight changes many times while its publisher is busy, it's redrawn once.
#[derive(Debug, Default)]
pub struct PublisherHub {
    signals: DashMap<EncounterId, Arc<WakeSignal>>,
    waiting: Mutex<BTreeSet<EncounterId>>,
    has_waiting: Notify,
    publishers: Mutex<JoinSet<()>>,
    /// Whether the publishers are shutting down.
    closing: AtomicBool,
    /// Replies to presses, in which a story can be redrawn.
    pub offers: Offers,
    /// Recently deleted messages: one may be deleted before it's recorded as sent.
    gone: Mutex<VecDeque<Snowflake>>,
}

/// How many deleted messages are remembered.
const GONE_KEPT: usize = 512;

impl Publisher for PublisherHub {
    fn changed(&self, encounter: EncounterId) {
        if let Some(wake) = self.signals.get(&encounter) {
            wake.changed.notify_one();
            return;
        }
        self.waiting().insert(encounter);
        self.has_waiting.notify_one();
    }
}

impl PublisherHub {
    /// Wakes every live fight of a shard and forgets what was drawn of it before: after that shard has reconnected.
    pub fn redraw_shard(&self, tables: &Tables, shard: u32) {
        let is_elsewhere = |id| tables.get(id).is_some_and(|it| tables.shards().shard_of(it.guild_id) != shard);
        for wake in self.signals.iter().filter(|it| !is_elsewhere(*it.key())) {
            wake.forget.store(true, Ordering::Relaxed);
        }
        for handle in tables.all().into_iter().filter(|it| !is_elsewhere(it.id)) {
            self.changed(handle.id);
        }
    }

    /// The fights that have changed and have no publisher, once there are any, each with its signal.
    pub(super) async fn unattended(&self) -> Vec<(EncounterId, Arc<WakeSignal>)> {
        self.has_waiting.notified().await;
        let woken = |id: EncounterId| {
            let wake = self.signals.entry(id).or_default().clone();
            wake.changed.notify_one();
            (id, wake)
        };
        std::mem::take(&mut *self.waiting()).into_iter().map(woken).collect()
    }

    /// Runs a publisher until it ends.
    pub(super) fn spawn(&self, publisher: impl Future<Output = ()> + Send + 'static) {
        let mut publishers = self.publishers();
        while publishers.try_join_next().is_some() {} // those that have ended
        publishers.spawn(publisher);
    }

    /// Messages were deleted: if one of them showed a fight, it's posted again.
    pub async fn messages_gone(&self, tables: &Tables, store: &dyn Store, channel: Snowflake, messages: &[Snowflake]) {
        let Some(handle) = tables.at(channel).or_else(|| tables.of_gm_channel(channel)) else { return };
        // This comes first, then the look at what's recorded; senders record first and then look here.
        messages.iter().for_each(|it| self.remember_gone(*it));
        let Ok(shown) = store.messages(handle.id).await else { return };
        let gone: Vec<&str> =
            shown.iter().filter(|it| messages.contains(&it.message_id)).map(|it| it.slot.as_str()).collect();
        let of_all = gone.iter().any(|it| *it == TRACKER || it.starts_with("story:"));
        // What was deleted in the GMs' channel is only redrawn there: an edit of the public messages would give away that something was
        // there.
        if of_all && let Some(wake) = self.signals.get(&handle.id) {
            wake.forget.store(true, Ordering::Relaxed);
        }
        if of_all || gone.iter().any(|it| it.starts_with("gm:")) {
            self.changed(handle.id);
        }
    }

    fn remember_gone(&self, message: Snowflake) {
        let mut gone = self.gone.lock().unwrap_or_else(PoisonError::into_inner);
        gone.truncate(GONE_KEPT - 1);
        gone.push_front(message);
    }

    /// Whether a message was deleted recently.
    pub(super) fn has_seen_gone(&self, message: Snowflake) -> bool {
        self.gone.lock().unwrap_or_else(PoisonError::into_inner).contains(&message)
    }

    /// Who may see what has changed in `place`, a server or one of its channels: wakes that server's fights with a GMs' channel. Each looks
    /// again if what it knows rests on that place.
    pub fn recheck_access(&self, tables: &Tables, gm_activity: &GmActivity, server: Snowflake, place: Snowflake) {
        let has_secrets = |it: &EncounterId| tables.gm_channel_of(*it).is_some();
        let concerned: Vec<EncounterId> =
            tables.of_guild(server).into_iter().map(|it| it.id).filter(has_secrets).collect();
        if !concerned.is_empty() {
            gm_activity.access_changed(place);
        }
        concerned.into_iter().for_each(|it| self.changed(it));
    }

    /// Shuts the publishers down: each finishes its current work, at most until `deadline`. Nothing may wake them any more, and the REST
    /// client must accept nothing, or they'd wait for it.
    pub async fn close(&self, deadline: Duration) {
        self.closing.store(true, Ordering::Relaxed);
        let mut publishers = std::mem::take(&mut *self.publishers());
        for wake in &self.signals {
            wake.changed.notify_one();
        }
        let ended = async { while publishers.join_next().await.is_some() {} };
        if tokio::time::timeout(deadline, ended).await.is_err() {
            tracing::warn!(left = publishers.len(), "what was being told is broken off");
            publishers.shutdown().await;
        }
    }

    /// Whether the publishers are shutting down.
    pub(super) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// A publisher has finished with a fight.
    pub(super) fn let_go(&self, id: EncounterId) {
        self.signals.remove(&id);
    }

    fn publishers(&self) -> std::sync::MutexGuard<'_, JoinSet<()>> {
        self.publishers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, BTreeSet<EncounterId>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
