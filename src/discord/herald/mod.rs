//! The herald: tells the channel what has happened. For every fight that has changed a scribe works off its outbox in order, pings who
//! is asked, and draws the tracker from the state as it is now. Whatever was missed is made good at the next ring; nothing here
//! decides what is told.

mod gm_channel;
mod gm_end;
mod outbox;
mod pings;
mod redraw;
mod scribe;
mod send;
mod snapshot;
mod tracker;
mod turn_calls;
mod turns;
#[cfg(test)]
mod twins;

use super::app_context::AppContext;
use crate::{
    store::{EncounterId, Snowflake},
    table::{Handle, Herald},
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

/// The rope of one scribe's bell.
#[derive(Debug, Default)]
pub(super) struct Rope {
    ring: Notify,
    /// Whether what Discord shows can no longer be taken for granted.
    forget: AtomicBool,
}

/// Rung by the tables. It never blocks: a fight that is rung many times while its scribe writes is drawn once more.
#[derive(Debug, Default)]
pub struct Bell {
    ropes: DashMap<EncounterId, Arc<Rope>>,
    waiting: Mutex<BTreeSet<EncounterId>>,
    door: Notify,
    scribes: Mutex<JoinSet<()>>,
    /// Whether the scribes go home.
    closing: AtomicBool,
    /// Replies to presses, in which a story can be redrawn.
    pub offers: Offers,
    /// Messages that were deleted of late: one can be gone before it is noted that it was sent.
    gone: Mutex<VecDeque<Snowflake>>,
}

/// How many deleted messages are remembered.
const GONE_KEPT: usize = 512;

impl Herald for Bell {
    fn changed(&self, encounter: EncounterId) {
        if let Some(rope) = self.ropes.get(&encounter) {
            rope.ring.notify_one();
            return;
        }
        self.waiting().insert(encounter);
        self.door.notify_one();
    }
}

impl Bell {
    /// Rings for every live fight, and lets nothing that was drawn before be taken for granted: after a reconnect.
    pub fn redraw_all(&self, app: &AppContext) {
        for rope in &self.ropes {
            rope.forget.store(true, Ordering::Relaxed);
        }
        for handle in app.tables.all() {
            self.changed(handle.id);
        }
    }

    /// Answers the bell for as long as the house stands.
    pub async fn answer(self: Arc<Bell>, app: Arc<AppContext>) {
        loop {
            self.door.notified().await;
            for id in std::mem::take(&mut *self.waiting()) {
                let rope = self.ropes.entry(id).or_default().clone();
                rope.ring.notify_one();
                let mut scribes = self.scribes();
                while scribes.try_join_next().is_some() {} // those who have gone
                scribes.spawn(scribe::Scribe::new(app.clone(), id, rope).work());
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
        if of_all && let Some(rope) = self.ropes.get(&handle.id) {
            rope.forget.store(true, Ordering::Relaxed);
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

    /// Sends the scribes home: each finishes what it is at, at most `deadline`. The bell must not be answered any more, and the courier
    /// must take nothing, or they would wait for it.
    pub async fn close(&self, deadline: Duration) {
        self.closing.store(true, Ordering::Relaxed);
        let mut scribes = std::mem::take(&mut *self.scribes());
        for rope in &self.ropes {
            rope.ring.notify_one();
        }
        let home = async { while scribes.join_next().await.is_some() {} };
        if tokio::time::timeout(deadline, home).await.is_err() {
            tracing::warn!(left = scribes.len(), "what was being told is broken off");
            scribes.shutdown().await;
        }
    }

    /// Whether the scribes go home.
    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// A scribe is done with a fight.
    fn let_go(&self, id: EncounterId) {
        self.ropes.remove(&id);
    }

    fn scribes(&self) -> std::sync::MutexGuard<'_, JoinSet<()>> {
        self.scribes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, BTreeSet<EncounterId>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
