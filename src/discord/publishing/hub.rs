//! Wakes the publishers and holds what they share: which fights have changed, which messages were deleted recently, and which presses are
//! waiting for a story to be redrawn. It draws nothing and sends nothing.

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
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{sync::Notify, task::JoinSet};

/// A signal for one fight's publisher.
#[derive(Debug, Default)]
pub struct WakeSignal {
    pub(super) changed: Notify,
    /// Whether the fight has changed and its publisher hasn't looked since.
    pub(super) is_news: AtomicBool,
    /// The publisher is to end if it has nothing left to show.
    pub(super) may_end: Notify,
    /// Whether what Discord shows can no longer be taken for granted.
    pub(super) forget: AtomicBool,
}

impl WakeSignal {
    /// Has the publisher look at the fight.
    pub(super) fn ring(&self) {
        self.is_news.store(true, Ordering::Relaxed);
        self.changed.notify_one();
    }
}

/// All publishers, woken by the tables. It never blocks: if a fight changes many times while its publisher is busy, it's redrawn once.
#[derive(Debug, Default)]
pub struct PublisherHub {
    signals: DashMap<EncounterId, Arc<WakeSignal>>,
    waiting: Mutex<BTreeSet<EncounterId>>,
    has_waiting: Notify,
    at_leisure: AtLeisure,
    publishers: Mutex<JoinSet<()>>,
    /// Whether the publishers are shutting down.
    closing: AtomicBool,
    /// Replies to presses, in which a story can be redrawn.
    pub offers: Offers,
    /// How many tasks are about to show something.
    at_work: Arc<AtomicUsize>,
    /// Recently deleted messages: one may be deleted before it's recorded as sent.
    gone: Mutex<VecDeque<Snowflake>>,
}

/// Held by a task as long as it shows something.
pub(super) struct AtWork(Arc<AtomicUsize>);

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// How many deleted messages are remembered.
const GONE_KEPT: usize = 512;

/// The time from one fight that's looked at in its turn to the next: each costs some ten requests, and nobody waits for it.
const LEISURE: Duration = Duration::from_secs(1);

/// Fights that are looked at one by one.
#[derive(Debug, Default)]
struct AtLeisure {
    fights: Mutex<Rota>,
    has_some: Notify,
}

/// They take turns, so that those which are often added don't keep others out.
#[derive(Debug, Default)]
struct Rota {
    waiting: BTreeSet<EncounterId>,
    last: EncounterId,
}

impl AtLeisure {
    fn add(&self, fight: EncounterId) {
        self.rota().waiting.insert(fight);
        self.has_some.notify_one();
    }

    async fn next(&self) -> EncounterId {
        loop {
            if let Some(fight) = self.rota().next() {
                return fight;
            }
            self.has_some.notified().await;
        }
    }

    fn rota(&self) -> std::sync::MutexGuard<'_, Rota> {
        self.fights.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rota {
    fn next(&mut self) -> Option<EncounterId> {
        let next = self.waiting.range(self.last + 1..).next().or_else(|| self.waiting.first()).copied()?;
        self.waiting.remove(&next);
        self.last = next;
        Some(next)
    }
}

impl Publisher for PublisherHub {
    fn changed(&self, encounter: EncounterId) {
        if let Some(wake) = self.signals.get(&encounter) {
            wake.ring();
            return;
        }
        self.waiting().insert(encounter);
        self.has_waiting.notify_one();
    }

    fn lets_go(&self, encounter: EncounterId) -> bool {
        match self.signals.get(&encounter) {
            Some(wake) => {
                wake.may_end.notify_one();
                false
            }
            None => !self.waiting().contains(&encounter),
        }
    }
}

impl PublisherHub {
    /// Counts a task as at work as long as this is held.
    pub(super) fn works(&self) -> AtWork {
        self.at_work.fetch_add(1, Ordering::AcqRel);
        AtWork(self.at_work.clone())
    }

    /// How many tasks are showing something, or about to.
    pub fn at_work(&self) -> usize {
        self.at_work.load(Ordering::Acquire)
    }

    /// Redraws what a fight shows, if it's awake. One that rests is drawn when somebody comes; but who sees its GMs' channel is looked at, in
    /// its turn.
    pub fn refresh(&self, tables: &Tables, fight: &Handle) {
        if fight.is_awake() {
            self.changed(fight.id);
        } else if tables.gm_channel_of(fight.id).is_some() {
            self.at_leisure.add(fight.id);
        }
    }

    /// Redraws every fight of a shard that's awake and forgets what was drawn of it before: after that shard has reconnected, since its clocks
    /// have stood still.
    pub fn redraw_shard(&self, tables: &Tables, shard: u32) {
        for wake in &self.signals {
            let is_there = |it: Handle| tables.shards().shard_of(it.guild_id) == shard;
            if tables.get(*wake.key()).is_none_or(is_there) {
                wake.forget.store(true, Ordering::Relaxed);
            }
        }
        let awake = tables.awake();
        let there = awake.iter().filter(|it| tables.shards().shard_of(it.guild_id) == shard);
        there.for_each(|it| self.changed(it.id));
    }

    /// The same for those that rest, each in its turn: after the shard has begun a new session, in which Discord doesn't tell what it has missed.
    pub fn look_at_resting(&self, tables: &Tables, shard: u32) {
        let paired = tables.paired();
        let there = paired.iter().filter(|it| tables.shards().shard_of(it.guild_id) == shard);
        there.filter(|it| !it.is_awake()).for_each(|it| self.at_leisure.add(it.id));
    }

    /// The fights that have changed and have no publisher, once there are any, each with its signal.
    pub(super) async fn unattended(&self) -> Vec<(EncounterId, Arc<WakeSignal>)> {
        self.has_waiting.notified().await;
        let woken = |id: EncounterId| {
            let wake = self.signals.entry(id).or_default().clone();
            wake.ring();
            (id, wake)
        };
        std::mem::take(&mut *self.waiting()).into_iter().map(woken).collect()
    }

    /// Runs a publisher until it ends.
    pub(super) fn spawn(&self, publisher: impl Future<Output = ()> + Send + 'static) {
        let mut publishers = self.publishers();
        while publishers.try_join_next().is_some() {} // those that have ended
        // Boxed: what an ended one leaves until then is small.
        publishers.spawn(Box::pin(publisher));
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

    /// Who may see what has changed in `place`, a server or one of its channels: wakes that server's fights with a GMs' channel; those that rest,
    /// each in its turn. Each looks again if what it knows rests on that place.
    pub fn recheck_access(&self, tables: &Tables, gm_activity: &GmActivity, server: Snowflake, place: Snowflake) {
        let has_secrets = |it: &Handle| tables.gm_channel_of(it.id).is_some();
        let concerned: Vec<Handle> = tables.of_guild(server).into_iter().filter(has_secrets).collect();
        if !concerned.is_empty() {
            gm_activity.access_changed(place);
        }
        concerned.iter().for_each(|it| self.refresh(tables, it));
    }

    /// Wakes the fights that are looked at in their turn, one after the other, as long as the program runs.
    pub(super) async fn wake_at_leisure(&self) {
        loop {
            self.changed(self.at_leisure.next().await);
            tokio::time::sleep(LEISURE).await;
        }
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

    /// A publisher has finished with a fight. If it has changed since the publisher looked last, another takes over.
    pub(super) fn let_go(&self, id: EncounterId) {
        if self.signals.remove(&id).is_some_and(|it| it.1.is_news.load(Ordering::Relaxed)) {
            self.changed(id);
        }
    }

    fn publishers(&self) -> std::sync::MutexGuard<'_, JoinSet<()>> {
        self.publishers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, BTreeSet<EncounterId>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fight that's added again and again doesn't keep others out.
    #[tokio::test]
    async fn fights_take_turns() {
        let resting = AtLeisure::default();
        [3, 1, 2].into_iter().for_each(|it| resting.add(it));
        let mut looked_at = vec![];
        for _ in 0..5 {
            looked_at.push(resting.next().await);
            resting.add(1);
        }
        assert_eq!(looked_at, [1, 2, 3, 1, 1]);
    }

    /// A publisher is asked to end before its fight rests. If the fight changes while it does, another takes over, so that nothing stays unsaid.
    #[tokio::test]
    async fn what_changes_while_a_publisher_ends_is_shown_by_another() {
        let hub = PublisherHub::default();
        assert!(hub.lets_go(1), "nobody shows it");
        hub.changed(1);
        assert!(!hub.lets_go(1), "somebody is about to");
        let (_, wake) = hub.unattended().await.remove(0);
        assert!(!hub.lets_go(1), "somebody does");
        wake.may_end.notified().await;
        wake.is_news.store(false, Ordering::Relaxed); // it has looked
        hub.let_go(1);
        assert!(hub.lets_go(1), "nobody shows it any more");

        hub.changed(1);
        let (_, wake) = hub.unattended().await.remove(0);
        wake.is_news.store(false, Ordering::Relaxed);
        hub.changed(1);
        hub.let_go(1);
        assert!(!hub.lets_go(1));
        assert_eq!(hub.unattended().await.len(), 1, "another");
    }
}
