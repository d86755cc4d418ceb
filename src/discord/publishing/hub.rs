//! What wakes the publishers, and what they all know: which fights have changed, which messages were deleted of late, which presses wait
//! for a story to be redrawn. It draws nothing and sends nothing.

use super::{super::gm_activity::GmActivity, message_slots::TRACKER, redraw::Offers};
use crate::{
    store::{EncounterId, Snowflake, Store},
    table::{Handle, Publisher, Tables},
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

/// What wakes one fight's publisher.
#[derive(Debug, Default)]
pub struct WakeSignal {
    pub(super) changed: Notify,
    /// Whether what Discord shows can no longer be taken for granted.
    pub(super) forget: AtomicBool,
}

/// All publishers, woken by the tables. It never blocks: a fight that changes many times while its publisher writes is drawn once more.
#[derive(Debug, Default)]
pub struct PublisherHub {
    signals: DashMap<EncounterId, Arc<WakeSignal>>,
    waiting: Mutex<BTreeSet<EncounterId>>,
    has_waiting: Notify,
    publishers: Mutex<JoinSet<()>>,
    /// Whether the publishers finish.
    closing: AtomicBool,
    /// Replies to presses, in which a story can be redrawn.
    pub offers: Offers,
    /// Messages that were deleted of late: one can be gone before it is noted that it was sent.
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
    /// Wakes every live fight, and lets nothing that was drawn before be taken for granted: after a reconnect.
    pub fn redraw_all(&self, tables: &Tables) {
        for wake in &self.signals {
            wake.forget.store(true, Ordering::Relaxed);
        }
        for handle in tables.all() {
            self.changed(handle.id);
        }
    }

    /// The fights that have changed and have no publisher, as soon as there is one, each with what wakes it.
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

    /// Messages have been deleted: if one of them showed how a fight stands, it comes again.
    pub async fn messages_gone(&self, tables: &Tables, store: &dyn Store, channel: Snowflake, messages: &[Snowflake]) {
        let is_gms = |handle: &Handle| tables.gm_channel_of(handle.id) == Some(channel);
        let Some(handle) = tables.at(channel).or_else(|| tables.all().into_iter().find(is_gms)) else {
            return;
        };
        // First this, then the look at what is noted; whatever sends notes first and then looks here.
        messages.iter().for_each(|it| self.remember_gone(*it));
        let Ok(shown) = store.messages(handle.id).await else { return };
        let gone: Vec<&str> =
            shown.iter().filter(|it| messages.contains(&it.message_id)).map(|it| it.slot.as_str()).collect();
        let of_all = gone.iter().any(|it| *it == TRACKER || it.starts_with("story:"));
        // What is gone in the GMs' channel is drawn again there alone: an edit of what everyone sees would tell that something was there.
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

    /// Whether a message has been deleted of late.
    pub(super) fn has_seen_gone(&self, message: Snowflake) -> bool {
        self.gone.lock().unwrap_or_else(PoisonError::into_inner).contains(&message)
    }

    /// Wakes every fight whose GMs have a channel: something has changed about who may see what.
    pub fn recheck_access(&self, tables: &Tables, gm_activity: &GmActivity) {
        gm_activity.access_changed();
        for handle in tables.all() {
            if tables.gm_channel_of(handle.id).is_some() {
                self.changed(handle.id);
            }
        }
    }

    /// Ends the publishers: each finishes what it is at, at most `deadline`. Nothing must wake them any more, and the REST client must take
    /// nothing, or they would wait for it.
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

    /// Whether the publishers finish.
    pub(super) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// A publisher is done with a fight.
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
