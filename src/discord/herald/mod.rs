//! The herald: tells the channel what has happened. For every fight that has changed a scribe works off its outbox in order, pings who
//! is asked, and draws the tracker from the state as it is now. Whatever was missed is made good at the next ring; nothing here
//! decides what is told.

mod outbox;
mod peek;
mod pings;
mod scribe;
mod tracker;

use super::house::House;
use crate::{store::EncounterId, table::Herald};
use dashmap::DashMap;
use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use tokio::sync::Notify;

pub use peek::Peek;

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
}

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
    pub fn redraw_all(&self, house: &House) {
        for rope in &self.ropes {
            rope.forget.store(true, Ordering::Relaxed);
        }
        for handle in house.tables.all() {
            self.changed(handle.id);
        }
    }

    /// Answers the bell for as long as the house stands.
    pub async fn answer(self: Arc<Bell>, house: Arc<House>) {
        loop {
            self.door.notified().await;
            for id in std::mem::take(&mut *self.waiting()) {
                let rope = self.ropes.entry(id).or_default().clone();
                rope.ring.notify_one();
                tokio::spawn(scribe::Scribe::new(house.clone(), id, rope).work());
            }
        }
    }

    /// A scribe is done with a fight.
    fn let_go(&self, id: EncounterId) {
        self.ropes.remove(&id);
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, BTreeSet<EncounterId>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
