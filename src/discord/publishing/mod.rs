//! Publishes what the outbox holds. For every fight that has changed a publisher works off its outbox in order, pings who is asked, and
//! draws the tracker from the state as it is now. Whatever was missed is made good at the next signal; nothing here decides what is told.

mod encounter_publisher;
mod gm_channel;
mod gm_end;
#[cfg(test)]
mod noninterference;
mod outbox;
mod pings;
mod redraw;
mod send;
mod snapshot;
mod tracker;
mod turn_calls;
mod turns;

use super::app_context::AppContext;
use crate::{
    store::{EncounterId, Snowflake},
    table::{Handle, Publisher},
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

pub use gm_channel::onlookers;
pub use redraw::{Offers, Redrawn};
pub use snapshot::{GmSnapshot, Snapshot, public_chain};
pub use tracker::SLOT as TRACKER;

/// What wakes one fight's publisher.
#[derive(Debug, Default)]
pub(super) struct WakeSignal {
    ring: Notify,
    /// Whether what Discord shows can no longer be taken for granted.
    forget: AtomicBool,
}

/// All publishers, woken by the tables. It never blocks: a fight that changes many times while its publisher writes is drawn once more.
#[derive(Debug, Default)]
pub struct PublisherHub {
    signals: DashMap<EncounterId, Arc<WakeSignal>>,
    waiting: Mutex<BTreeSet<EncounterId>>,
    door: Notify,
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
            wake.ring.notify_one();
            return;
        }
        self.waiting().insert(encounter);
        self.door.notify_one();
    }
}

impl PublisherHub {
    /// Rings for every live fight, and lets nothing that was drawn before be taken for granted: after a reconnect.
    pub fn redraw_all(&self, app: &AppContext) {
        for wake in &self.signals {
            wake.forget.store(true, Ordering::Relaxed);
        }
        for handle in app.tables.all() {
            self.changed(handle.id);
        }
    }

    /// Wakes publishers for as long as the program runs.
    pub async fn answer(self: Arc<PublisherHub>, app: Arc<AppContext>) {
        loop {
            self.door.notified().await;
            for id in std::mem::take(&mut *self.waiting()) {
                let wake = self.signals.entry(id).or_default().clone();
                wake.ring.notify_one();
                let mut publishers = self.publishers();
                while publishers.try_join_next().is_some() {} // those who have gone
                publishers.spawn(encounter_publisher::EncounterPublisher::new(app.clone(), id, wake).work());
            }
        }
    }

    /// Messages have been deleted: if one of them showed how a fight stands, it comes again.
    pub async fn messages_gone(&self, app: &AppContext, channel: Snowflake, messages: &[Snowflake]) {
        let is_gms = |handle: &Handle| app.tables.gm_channel_of(handle.id) == Some(channel);
        let Some(handle) = app.tables.at(channel).or_else(|| app.tables.all().into_iter().find(is_gms)) else {
            return;
        };
        // First this, then the look at what is noted; whoever sends notes first and then looks here.
        messages.iter().for_each(|it| self.remember_gone(*it));
        let Ok(shown) = app.store.messages(handle.id).await else { return };
        let gone: Vec<&str> =
            shown.iter().filter(|it| messages.contains(&it.message_id)).map(|it| it.slot.as_str()).collect();
        let of_all = gone.iter().any(|it| *it == tracker::SLOT || it.starts_with("story:"));
        // What is gone in the GMs' channel is drawn again there alone: an edit of what everybody sees would tell that something was there.
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
    fn has_seen_gone(&self, message: Snowflake) -> bool {
        self.gone.lock().unwrap_or_else(PoisonError::into_inner).contains(&message)
    }

    /// Rings for every fight whose GMs have a channel: something has changed about who may see what.
    pub fn recheck_access(&self, app: &AppContext) {
        app.gm_book.doors_changed();
        for handle in app.tables.all() {
            if app.tables.gm_channel_of(handle.id).is_some() {
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
            wake.ring.notify_one();
        }
        let home = async { while publishers.join_next().await.is_some() {} };
        if tokio::time::timeout(deadline, home).await.is_err() {
            tracing::warn!(left = publishers.len(), "what was being told is broken off");
            publishers.shutdown().await;
        }
    }

    /// Whether the publishers finish.
    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// A publisher is done with a fight.
    fn let_go(&self, id: EncounterId) {
        self.signals.remove(&id);
    }

    fn publishers(&self) -> std::sync::MutexGuard<'_, JoinSet<()>> {
        self.publishers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, BTreeSet<EncounterId>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
